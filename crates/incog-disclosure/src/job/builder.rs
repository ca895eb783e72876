//! Terms put together in code.

use super::error::{JobError, JobProblem, Place};
use super::file::{ColumnFile, HierarchyFile, JobFile, ObjectiveFile, PublishFile};
use super::privacy_file::PrivacyFile;
use super::recoding_file::{RecodingFile, recoding_file};
use super::terms::Terms;
use incog_data::{Aggregate, Publish};
use incog_privacy::{ModelSpec, Role};
use incog_request::{LocalEffort, LocalSettings, RecodingSettings, SearchSettings};
use incog_utility::Objective;
use std::ops::RangeInclusive;
use std::path::Path;

/// Builds [`Terms`] in code; made by [`Terms::builder`].
///
/// It takes what a job file would say, and [`TermsBuilder::build`] checks all of it, with the same
/// messages.
///
/// ```
/// use incog_privacy::ModelSpec;
/// use incog_disclosure::job::{HierarchyFile, Terms};
/// let terms = Terms::builder()
///     .identifier("name")
///     .quasi_identifier("age")
///     .hierarchy("age", HierarchyFile::parse("{ intervals = [5, 10, 20] }")?)
///     .sensitive("diagnosis")
///     .model(ModelSpec::named("k-anonymity", [("k", 5.into())])?)
///     .suppression_limit(0.05)
///     .build()?;
/// assert_eq!(terms.columns().len(), 3);
///
/// let refused = Terms::builder().quasi_identifier("age").sensitive("age").build();
/// assert_eq!(refused.unwrap_err().to_string(), r#"column "age" has two roles, quasi-identifier and sensitive; give it one"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct TermsBuilder {
    file: JobFile,
    models: Vec<ModelSpec>,
    own: Option<Objective>,
    refused: Option<JobProblem>,
}

impl Terms {
    /// Starts building terms in code.
    pub fn builder() -> TermsBuilder {
        TermsBuilder::default()
    }
}

impl TermsBuilder {
    /// Adds a quasi-identifier: a column that can identify people in combination with others, and
    /// is generalized.
    #[must_use]
    pub fn quasi_identifier(self, column: impl Into<String>) -> Self {
        self.role(column, Role::QuasiIdentifier)
    }

    /// Adds a sensitive column, whose value must not be learned about anybody.
    #[must_use]
    pub fn sensitive(self, column: impl Into<String>) -> Self {
        self.role(column, Role::Sensitive)
    }

    /// Adds an identifier: a column that names people and is not published.
    #[must_use]
    pub fn identifier(self, column: impl Into<String>) -> Self {
        self.role(column, Role::Identifier)
    }

    /// A column that names the person a record is about: people are counted in the place of
    /// records. It is not published.
    #[must_use]
    pub fn person(self, column: impl Into<String>) -> Self {
        self.role(column, Role::Person)
    }

    /// Gives a column a role; columns without one are insensitive.
    #[must_use]
    pub fn role(mut self, column: impl Into<String>, role: Role) -> Self {
        self.refused = self.refused.or(self.file.add_role(&column.into(), role.name()).err());
        self
    }

    /// Sets everything a job file can say about a column, replacing what was set before.
    #[must_use]
    pub fn column(mut self, name: impl Into<String>, column: ColumnFile) -> Self {
        self.file.columns.insert(name.into(), column);
        self
    }

    /// Sets the hierarchy of a column; quasi-identifiers without one get a hierarchy chosen by the
    /// type of their values.
    #[must_use]
    pub fn hierarchy(mut self, column: impl Into<String>, hierarchy: HierarchyFile) -> Self {
        self.file.columns.entry(column.into()).or_default().hierarchy = Some(hierarchy);
        self
    }

    /// Sets the levels that a quasi-identifier may have in the release.
    #[must_use]
    pub fn levels(mut self, column: impl Into<String>, levels: RangeInclusive<u8>) -> Self {
        let column = self.file.columns.entry(column.into()).or_default();
        column.min_level = Some((*levels.start()).into());
        column.max_level = Some((*levels.end()).into());
        self
    }

    /// Sets how much a quasi-identifier counts in the utility; 1 if it is not set.
    #[must_use]
    pub fn weight(mut self, column: impl Into<String>, weight: f64) -> Self {
        self.file.columns.entry(column.into()).or_default().weight = Some(weight);
        self
    }

    /// Sets in what form a quasi-identifier is published: as `label`, as `bounds`, or as
    /// `midpoint`.
    #[must_use]
    pub fn publish(mut self, column: impl Into<String>, publish: Publish) -> Self {
        self.file.columns.entry(column.into()).or_default().publish =
            Some(PublishFile::Form(publish.name().to_owned()));
        self
    }

    /// Publishes one value for all records of a class in the place of a sensitive or insensitive
    /// column.
    #[must_use]
    pub fn aggregate(mut self, column: impl Into<String>, aggregate: Aggregate) -> Self {
        self.file.columns.entry(column.into()).or_default().publish =
            Some(PublishFile::Form(aggregate.name().to_owned()));
        self
    }

    /// Says what the values of a column become before anything is decided, by the parameters of a
    /// treatment.
    #[must_use]
    pub fn treatment<'a>(
        mut self,
        column: impl Into<String>,
        said: impl IntoIterator<Item = (&'a str, incog_card::Value)>,
    ) -> Self {
        let said = said.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        self.file.columns.entry(column.into()).or_default().publish = Some(PublishFile::Treatment(said));
        self
    }

    /// Adds a privacy model that must hold, together with those added before.
    #[must_use]
    pub fn model(mut self, model: ModelSpec) -> Self {
        self.models.push(model);
        self
    }

    /// Names the table of the population, of which the records are some: a row for each person,
    /// with the quasi-identifiers.
    #[must_use]
    pub fn population(mut self, table: impl Into<String>) -> Self {
        self.file.privacy.population = Some(table.into());
        self
    }

    /// Sets the share of the records that may be suppressed, 0 to 1.
    #[must_use]
    pub fn suppression_limit(mut self, share: f64) -> Self {
        self.file.suppression.limit = Some(share);
        self
    }

    /// Answers for a finding that would keep the release from being published.
    #[must_use]
    pub fn waiver(mut self, finding: impl Into<String>, reason: impl Into<String>) -> Self {
        self.file.waivers.insert(finding.into(), reason.into());
        self
    }

    /// The metric that is optimized.
    #[must_use]
    pub fn objective(mut self, metric: impl Into<String>) -> Self {
        self.file.utility.objective = Some(ObjectiveFile::Name(metric.into()));
        self
    }

    /// Optimizes a user-defined metric instead of a listed one; see [`Objective::own`].
    #[must_use]
    pub fn own_objective(mut self, objective: Objective) -> Self {
        self.own = Some(objective);
        self
    }

    /// Generalizes each class of records to levels of its own, instead of all records alike.
    #[must_use]
    pub fn local(mut self, settings: LocalSettings) -> Self {
        let file = recoding_file(RecodingSettings::Local(settings), &SearchSettings::default());
        // The default effort goes without saying, so that one search can be asked for by its name.
        let effort = file.effort.filter(|_| settings.effort != LocalEffort::default());
        self.file.recoding = RecodingFile { effort, ..file };
        self
    }

    /// Draws the release by the secret of the terms among those within a share of the best value,
    /// above 0 and below 1, and tells nobody what was optimized; see
    /// `incog_plan::conceal`.
    #[must_use]
    pub fn conceal_choice(mut self, share: f64) -> Self {
        self.file.release.conceal_choice = Some(share.into());
        self
    }

    /// The search algorithm.
    #[must_use]
    pub fn algorithm(mut self, name: impl Into<String>) -> Self {
        self.file.search.algorithm = Some(name.into());
        self
    }

    /// Sets the seed that determines all random decisions.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.file.search.seed = Some(seed);
        self
    }

    /// Ends the search after this many evaluated releases.
    #[must_use]
    pub fn max_evaluations(mut self, evaluations: u64) -> Self {
        self.file.search.max_evaluations = Some(i64::try_from(evaluations).unwrap_or(i64::MAX));
        self
    }

    /// Sets anything else that a job file can say; keys about files are ignored.
    #[must_use]
    pub fn also(mut self, say: impl FnOnce(&mut JobFile)) -> Self {
        say(&mut self.file);
        self
    }

    /// The checked terms.
    ///
    /// # Errors
    /// The reasons for which a job file that says the same would be refused.
    pub fn build(mut self) -> Result<Terms, JobError> {
        if let Some(problem) = self.refused {
            return Err(JobError::new(Place::default(), problem));
        }
        if !self.models.is_empty() {
            let said = self.file.privacy.models().cloned();
            let models = self.models.iter().map(|model| model.parameters().clone());
            let (unit, population) = (self.file.privacy.unit.clone(), self.file.privacy.population.clone());
            self.file.privacy = said.chain(models).collect::<PrivacyFile>().counting(unit).within(population);
        }
        let terms = Terms::from_file(&self.file, Path::new(""))?;
        let objective = self.own.unwrap_or_else(|| terms.objective.clone());
        Ok(Terms { objective, ..terms })
    }
}

impl JobFile {
    /// Gives a column a role; refuses a second one.
    pub(super) fn add_role(&mut self, name: &str, role: &'static str) -> Result<(), JobProblem> {
        let column = self.columns.entry(name.to_owned()).or_default();
        match column.role.replace(role.to_owned()) {
            None => Ok(()),
            Some(first) => Err(JobProblem::ColumnTwice { column: name.to_owned(), first, second: role }),
        }
    }
}

impl HierarchyFile {
    /// A hierarchy from pairs of a value and what it belongs to; what belongs to nothing is placed
    /// below the root.
    ///
    /// ```
    /// use incog_disclosure::job::HierarchyFile;
    /// let animals = HierarchyFile::tree([("cat", "mammal"), ("dog", "mammal"), ("owl", "bird")]);
    /// assert_eq!(animals, HierarchyFile::parse(r#"{ tree = { cat = "mammal", dog = "mammal", owl = "bird" } }"#)?);
    /// # Ok::<(), incog_disclosure::job::JobError>(())
    /// ```
    pub fn tree<V: Into<String>, P: Into<String>>(pairs: impl IntoIterator<Item = (V, P)>) -> Self {
        let tree = pairs.into_iter().map(|(value, parent)| (value.into(), parent.into())).collect();
        Self::Made(Box::new(super::file::MadeHierarchyFile { tree: Some(tree), ..Default::default() }))
    }
}
