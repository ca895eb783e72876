//! What is demanded of every equivalence class, demand by demand.

use crate::{CriterionSubject, Direction, ReferenceDistribution, SensitiveScope};
use incog_card::Parameters;

/// What a table contains before anything is suppressed, without noisy records.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Census {
    /// Records.
    pub records: u64,
    /// People, where people are counted.
    pub people: Option<u64>,
    /// The sensitive columns, each with the number of its distinct values that count.
    pub sensitive: Vec<(String, u64)>,
    /// Distinct providers.
    pub providers: u64,
    /// Whether a column says how strongly each person is to be protected.
    pub has_own_k: bool,
}

impl Census {
    /// What k counts: people where people are counted, records otherwise.
    pub fn units(&self) -> u64 {
        self.people.unwrap_or(self.records)
    }

    /// What a model with this scope is about.
    pub(crate) fn subjects(&self, scope: &SensitiveScope) -> Vec<CriterionSubject> {
        scope.subjects(self.sensitive.iter().map(|(column, _)| column.as_str()))
    }
}

/// What a criterion looks at in a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Of {
    /// How many records there are, and nothing else.
    Records,
    /// Sensitive values.
    Values(CriterionSubject),
    /// How many providers there are.
    Providers,
    /// Whether each record is in a class as large as its person asks for.
    OwnK,
    /// What the other criteria find when some providers have taken their records away.
    Coalitions,
    /// How many people of the population look like it.
    Population,
    /// Nothing in a class: the release as a whole.
    Release,
}

/// One of the two figures of a criterion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CriterionFigure {
    /// What the release has.
    Achieved,
    /// What is asked for.
    Required,
}

/// One demand on every class: an entry in the report's list of models.
///
/// A model makes one for each column it is about, and c-mixture one for each of the numbers that c
/// stands for.
#[derive(Debug, Clone, PartialEq)]
pub struct Criterion {
    asked: Parameters,
    of: Of,
    variant: Option<String>,
    direction: Direction,
    required: f64,
    smallest_class: u64,
    asked_size: Option<u64>,
    follows_from_suppressed: Option<CriterionFigure>,
    reference: Option<ReferenceDistribution>,
}

impl Criterion {
    /// The demand, made by the model with the parameters `asked`, that the figure `of` a class is
    /// on this side of `required`.
    pub fn new(asked: &Parameters, of: Of, direction: Direction, required: f64) -> Self {
        Self {
            asked: asked.clone(),
            of,
            variant: None,
            direction,
            required,
            smallest_class: 1,
            asked_size: None,
            follows_from_suppressed: None,
            reference: None,
        }
    }

    /// With the kind, the distance or the part in words, for models that come in several.
    #[must_use]
    pub fn with_variant(self, variant: impl Into<String>) -> Self {
        let variant = match &self.of {
            Of::Values(CriterionSubject::Combinations(_)) => format!("{}, joint", variant.into()),
            _ => variant.into(),
        };
        Self { variant: Some(variant), ..self }
    }

    /// States that a class that meets it has at least this many records.
    #[must_use]
    pub fn with_smallest_class(self, records: u64) -> Self {
        Self { smallest_class: records.max(1), ..self }
    }

    /// States that metrics which count in units of k have this k, where that is not the smallest
    /// class.
    #[must_use]
    pub fn with_asked_size(self, size: u64) -> Self {
        Self { asked_size: Some(size), ..self }
    }

    /// States that this figure follows from suppressed records, too.
    #[must_use]
    pub fn following_from_suppressed(self, told: CriterionFigure) -> Self {
        Self { follows_from_suppressed: Some(told), ..self }
    }

    /// States that it compares with this distribution. A figure against that of the table follows
    /// from suppressed records, too.
    #[must_use]
    pub fn comparing_with(self, reference: ReferenceDistribution) -> Self {
        let follows = match reference {
            ReferenceDistribution::Table => Some(CriterionFigure::Achieved),
            ReferenceDistribution::Release => None,
        };
        Self { reference: Some(reference), follows_from_suppressed: follows, ..self }
    }

    /// This one against the table, and where the release is asked for one against it, too;
    /// `variant` is the kind or the distance in words.
    pub(crate) fn against(self, reference: ReferenceDistribution, variant: &str) -> Vec<Self> {
        let table = self.clone().with_variant(variant).comparing_with(ReferenceDistribution::Table);
        if reference == ReferenceDistribution::Table {
            return vec![table];
        }
        let release = self.with_variant(format!("{variant}, against the release"));
        vec![table, release.comparing_with(ReferenceDistribution::Release)]
    }

    /// The parameters of the model that demands it.
    pub fn asked(&self) -> &Parameters {
        &self.asked
    }

    /// The model's name in the job.
    pub fn model(&self) -> &'static str {
        self.asked.card().name
    }

    /// What it looks at in a class.
    pub fn about(&self) -> &Of {
        &self.of
    }

    /// Its subject, if it is about sensitive values: a column, or all columns joined by ` x `.
    pub fn column(&self) -> Option<String> {
        match &self.of {
            Of::Values(subject) => Some(subject.name()),
            _ => None,
        }
    }

    /// Whether it counts the values of this column.
    pub fn is_about(&self, column: &str) -> bool {
        match &self.of {
            Of::Values(CriterionSubject::Column(name)) => name == column,
            Of::Values(CriterionSubject::Combinations(names)) => names.iter().any(|name| name == column),
            Of::Records | Of::Providers | Of::OwnK | Of::Coalitions | Of::Population | Of::Release => false,
        }
    }

    /// The kind, the distance or the part in words, for models that come in several.
    pub fn variant(&self) -> Option<&str> {
        self.variant.as_deref()
    }

    /// The parameter that the classes are held against: k, l, t, m, or c for recursive l-diversity.
    pub fn required(&self) -> f64 {
        self.required
    }

    /// On which side of the parameter the classes must be.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// Which of its figures follows from suppressed records, too.
    pub fn follows_from_suppressed(&self) -> Option<CriterionFigure> {
        self.follows_from_suppressed
    }

    /// The distribution that it compares classes with, if it compares them with one.
    pub fn reference(&self) -> Option<ReferenceDistribution> {
        self.reference
    }

    /// Whether it can only be judged where it is known who contributed which record.
    pub fn needs_providers(&self) -> bool {
        matches!(self.of, Of::Providers | Of::Coalitions)
    }

    /// The k of metrics that count in units of k.
    pub fn asked_size(&self) -> u64 {
        self.asked_size.unwrap_or(self.smallest_class)
    }

    /// The fewest records that a class can have that meets it.
    pub fn smallest_class(&self) -> u64 {
        self.smallest_class
    }
}
