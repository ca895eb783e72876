//! What is demanded of every equivalence class, one demand at a time.

use super::Demand;
use incog_data::{Column, Table};
use incog_privacy::{Direction, DistanceKind, DiversityKind, MissingAs, ModelSpec, SensitiveScope};

/// One demand, with all its parameters: an entry in the report's list of models.
///
/// A model of the job makes one for each column it is about, and c-mixture one for each of the numbers that c
/// stands for.
#[derive(Debug, Clone, PartialEq)]
pub enum Criterion {
    /// At least `k` records.
    KAnonymity {
        /// k.
        k: u64,
    },
    /// `l` well represented values.
    LDiversity {
        /// l.
        l: f64,
        /// What "well represented" means.
        kind: DiversityKind,
        /// Of what.
        of: Subject,
    },
    /// Values distributed as in the original table, within `t`.
    TCloseness {
        /// t.
        t: f64,
        /// The distance of distributions.
        distance: DistanceKind,
        /// Of what.
        of: Subject,
    },
    /// A share `c` of something.
    CMixture {
        /// c.
        c: f64,
        /// Of what, and how many that are.
        part: MixturePart,
    },
    /// Records of at least `m` providers.
    ProviderDiversity {
        /// m.
        m: u64,
    },
    /// All the others without the records of any `m` providers.
    MPrivacy {
        /// m.
        m: u64,
    },
}

/// One of the two figures of a criterion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// What the release has.
    Achieved,
    /// What is asked for.
    Required,
}

/// The sensitive values a criterion is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// Those of one column.
    Column(String),
    /// The combinations of those of several columns.
    Combinations(Vec<String>),
}

/// One of the numbers that the c of a c-mixture stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MixturePart {
    /// Records of a class.
    Records {
        /// At least so many.
        k: u64,
    },
    /// Distinct values of a class.
    Values {
        /// At least so many.
        l: u64,
        /// In this column.
        column: String,
    },
    /// Distinct providers of a class.
    Providers {
        /// At least so many.
        m: u64,
    },
}

impl Subject {
    /// The column, or all columns joined by ` x `.
    pub fn name(&self) -> String {
        match self {
            Self::Column(column) => column.clone(),
            Self::Combinations(columns) => columns.join(" x "),
        }
    }

    fn all_of(scope: &SensitiveScope, sensitive: &[String]) -> Vec<Self> {
        match scope {
            SensitiveScope::Each => sensitive.iter().cloned().map(Self::Column).collect(),
            SensitiveScope::Column(column) => vec![Self::Column(column.clone())],
            SensitiveScope::Joint => vec![Self::Combinations(sensitive.to_vec())],
        }
    }
}

impl Criterion {
    /// The model's name in the job.
    pub fn model(&self) -> &'static str {
        match self {
            Self::KAnonymity { .. } => "k-anonymity",
            Self::LDiversity { .. } => "l-diversity",
            Self::TCloseness { .. } => "t-closeness",
            Self::CMixture { .. } => "c-mixture",
            Self::ProviderDiversity { .. } => "provider-diversity",
            Self::MPrivacy { .. } => "m-privacy",
        }
    }

    /// What it is about, when that is sensitive values.
    pub fn column(&self) -> Option<String> {
        match self {
            Self::LDiversity { of, .. } | Self::TCloseness { of, .. } => Some(of.name()),
            Self::CMixture { part: MixturePart::Values { column, .. }, .. } => Some(column.clone()),
            _ => None,
        }
    }

    /// The kind, the distance or the part, for models that come in several, in words.
    pub fn variant(&self) -> Option<String> {
        let of_subject = |name: String, of: &Subject| match of {
            Subject::Column(_) => Some(name),
            Subject::Combinations(_) => Some(format!("{name}, joint")),
        };
        match self {
            Self::LDiversity { l, kind: DiversityKind::Recursive { .. }, of } => {
                of_subject(format!("recursive, l = {l}"), of)
            }
            Self::LDiversity { kind, of, .. } => of_subject(kind.name().to_owned(), of),
            Self::TCloseness { distance, of, .. } => of_subject(distance.name().to_owned(), of),
            Self::CMixture { c, part } => Some(format!(
                "c = {c}: {}",
                match part {
                    MixturePart::Records { .. } => "k",
                    MixturePart::Values { .. } => "l",
                    MixturePart::Providers { .. } => "m",
                }
            )),
            _ => None,
        }
    }

    /// The parameter that the classes are held against: k, l, t, m, and of recursive l-diversity c.
    pub fn required(&self) -> f64 {
        match self {
            Self::LDiversity { kind: DiversityKind::Recursive { c }, .. } => *c,
            Self::LDiversity { l, .. } => *l,
            Self::TCloseness { t, .. } => *t,
            Self::KAnonymity { k: whole }
            | Self::ProviderDiversity { m: whole }
            | Self::MPrivacy { m: whole }
            | Self::CMixture {
                part:
                    MixturePart::Records { k: whole }
                    | MixturePart::Values { l: whole, .. }
                    | MixturePart::Providers { m: whole },
                ..
            } => *whole as f64,
        }
    }

    /// On which side of the parameter the classes must be.
    pub fn direction(&self) -> Direction {
        match self {
            Self::LDiversity { kind: DiversityKind::Recursive { .. }, .. } => Direction::Below,
            Self::TCloseness { .. } => Direction::AtMost,
            _ => Direction::AtLeast,
        }
    }

    /// Which of its figures follows from suppressed records, too.
    pub fn follows_from_suppressed(&self) -> Option<Told> {
        match self {
            Self::TCloseness { .. } => Some(Told::Achieved),
            Self::CMixture { part: MixturePart::Values { .. } | MixturePart::Providers { .. }, .. } => {
                Some(Told::Required)
            }
            _ => None,
        }
    }

    /// Whether it can only be judged where it is known who contributed which record.
    pub fn needs_providers(&self) -> bool {
        matches!(
            self,
            Self::ProviderDiversity { .. }
                | Self::MPrivacy { .. }
                | Self::CMixture { part: MixturePart::Providers { .. }, .. }
        )
    }

    /// The fewest records that a class which meets it has.
    fn class_size(&self) -> u64 {
        match self {
            Self::KAnonymity { k } | Self::CMixture { part: MixturePart::Records { k }, .. } => *k,
            Self::LDiversity { l, .. } => l.ceil() as u64,
            Self::CMixture { part: MixturePart::Values { l: m, .. }, .. }
            | Self::CMixture { part: MixturePart::Providers { m }, .. }
            | Self::ProviderDiversity { m } => *m,
            Self::TCloseness { .. } | Self::MPrivacy { .. } => 1,
        }
    }
}

/// All that is demanded, in the order of the models; `original` are the records as they came, without noisy ones.
pub fn criteria(demand: &Demand, original: &Table) -> Vec<Criterion> {
    let sensitive: Vec<String> = demand.sensitive.iter().map(|(name, _)| name.clone()).collect();
    demand
        .models
        .iter()
        .flat_map(|model| match model {
            ModelSpec::KAnonymity { k } => vec![Criterion::KAnonymity { k: *k }],
            ModelSpec::LDiversity { l, kind, of } => Subject::all_of(of, &sensitive)
                .into_iter()
                .map(|of| Criterion::LDiversity { l: *l, kind: *kind, of })
                .collect(),
            ModelSpec::TCloseness { t, distance, of } => Subject::all_of(of, &sensitive)
                .into_iter()
                .map(|of| Criterion::TCloseness { t: *t, distance: *distance, of })
                .collect(),
            ModelSpec::CMixture { c } => c_mixture(*c, demand, original),
            ModelSpec::ProviderDiversity { m } => vec![Criterion::ProviderDiversity { m: *m }],
            ModelSpec::MPrivacy { m } => vec![Criterion::MPrivacy { m: *m }],
        })
        .collect()
}

/// The largest k that is asked for, by k-anonymity or as what c stands for; 1 without any. `C_AVG` is counted in it.
pub fn required_k<'a>(criteria: impl IntoIterator<Item = &'a Criterion>) -> u64 {
    let k = criteria.into_iter().filter_map(|criterion| match criterion {
        Criterion::KAnonymity { k } | Criterion::CMixture { part: MixturePart::Records { k }, .. } => {
            Some(*k)
        }
        _ => None,
    });
    k.max().unwrap_or(1).max(1)
}

/// The fewest records that a class which meets all criteria has, whichever of them asks for the most.
pub fn smallest_class(criteria: &[Criterion]) -> u64 {
    let most = criteria.iter().map(Criterion::class_size).max().unwrap_or(1);
    let colluding = criteria.iter().map(|criterion| match criterion {
        Criterion::MPrivacy { m } => *m,
        _ => 0,
    });
    most.saturating_add(colluding.max().unwrap_or(0))
}

/// k, l and m of the c-mixture (CPGEN eq. 1): l for each sensitive column, the others once.
fn c_mixture(c: f64, demand: &Demand, original: &Table) -> Vec<Criterion> {
    let values = |name: &String, missing: MissingAs| {
        original.column(name).map_or(0, |column| used_values(column, missing))
    };
    let providers: usize = demand.provider.iter().map(|name| values(name, MissingAs::default())).sum();
    let of_column = |(column, missing): &(String, MissingAs)| MixturePart::Values {
        l: share(c, values(column, *missing), f64::ceil),
        column: column.clone(),
    };
    let records = MixturePart::Records { k: share(c, original.rows(), f64::floor) };
    let providers = MixturePart::Providers { m: share(c, providers, f64::ceil) };
    let parts = std::iter::once(records).chain(demand.sensitive.iter().map(of_column)).chain([providers]);
    parts.map(|part| Criterion::CMixture { c, part }).collect()
}

/// A share of a whole, at least 1. 0.6 of 5 is 3, whatever floating point makes of it.
fn share(c: f64, whole: usize, round: fn(f64) -> f64) -> u64 {
    let exact = whole as f64 * c;
    let near = exact.round();
    let is_whole = (exact - near).abs() <= 1e-9 * near.max(1.0);
    (if is_whole { near } else { round(exact) } as u64).max(1)
}

/// Distinct values that occur; what is missing is one of them or none.
fn used_values(column: &Column, missing: MissingAs) -> usize {
    let mut used = column.used();
    let is_missing = column.missing.iter().any(|&code| used[code as usize]);
    column.missing.iter().for_each(|&code| used[code as usize] = false);
    used.into_iter().filter(|&used| used).count() + usize::from(is_missing && missing == MissingAs::Value)
}
