//! A job after all checks.

use incog_data::HierarchySpec;
use incog_utility::{Goal, KlSum, MetricParameters, metric_by_name};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What to publish, what to promise, what to optimize, how to search: a checked job.
///
/// Made by [`Job::from_toml_file`] and its siblings, which check everything that can be checked
/// without the table. Paths are resolved; they were relative to the job file.
#[derive(Debug, Clone, PartialEq)]
pub struct Job {
    /// The table to publish; the first of `inputs` when there are several.
    pub input: PathBuf,
    /// The tables of several providers that are pooled; empty when there is one table.
    pub inputs: Vec<ProviderTable>,
    /// The release to write.
    pub output: PathBuf,
    /// How the input's text is laid out.
    pub csv: CsvOptions,
    /// Roles and hierarchies by column; columns that are not named are insensitive.
    pub columns: BTreeMap<String, ColumnJob>,
    /// The privacy models; all of them must hold. Never empty.
    pub models: Vec<ModelSpec>,
    /// What may be suppressed, and how.
    pub suppression: Suppression,
    /// What the release looks like.
    pub release: ReleaseOptions,
    /// What is optimized.
    pub objective: Objective,
    /// How it is looked for.
    pub search: SearchJob,
    /// The file with the secret that decides, in the place of the seed, which records of a class stay, and that
    /// keys the digest of the input.
    pub secret: Option<PathBuf>,
    /// The job file it was read from, if any; no part of the job file.
    pub file: Option<PathBuf>,
    /// Whether the steward's own report is written too (`--internal`); no part of the job file.
    pub internal: bool,
    /// Whether an existing output may be replaced (`--force`); no part of the job file.
    pub force: bool,
}

/// What one provider brings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderTable {
    /// Its table.
    pub path: PathBuf,
    /// Its name, which is the value of the provider column in each of these records.
    pub provider: String,
}

/// How the input's text is laid out; what is `None` is detected.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CsvOptions {
    /// Between fields.
    pub delimiter: Option<u8>,
    /// Around fields.
    pub quote: Option<u8>,
    /// Whether the first line names the columns.
    pub header: Option<bool>,
    /// The texts that stand for "missing"; `None` for the usual ones (empty, `NA`, `?`).
    pub missing: Option<Vec<String>>,
}

/// What a column is to the release.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Names a person; dropped from the release.
    Identifier,
    /// Describes a person to those who know them; generalized.
    QuasiIdentifier,
    /// What nobody should learn about a person.
    Sensitive,
    /// Published as it is.
    #[default]
    Insensitive,
    /// Who contributed the record.
    Provider,
}

impl Role {
    /// All roles by their names in the job file.
    pub const ALL: [(&'static str, Self); 5] = [
        ("identifier", Self::Identifier),
        ("quasi-identifier", Self::QuasiIdentifier),
        ("sensitive", Self::Sensitive),
        ("insensitive", Self::Insensitive),
        ("provider", Self::Provider),
    ];

    /// The name in the job file.
    pub fn name(self) -> &'static str {
        name_in(&Self::ALL, self)
    }
}

/// What the job says about a column.
#[derive(Debug, Clone, PartialEq)]
pub struct ColumnJob {
    /// Its role.
    pub role: Role,
    /// Its hierarchy; `None` for one made from the column's type.
    pub hierarchy: Option<HierarchySource>,
    /// Lowest level the release may have.
    pub min_level: Option<usize>,
    /// Highest level the release may have.
    pub max_level: Option<usize>,
    /// Importance in the utility; more than 0.
    pub weight: f64,
    /// What its missing values count for l-diversity; only of a sensitive column.
    pub missing: MissingAs,
}

/// What a missing value of a sensitive column counts for l-diversity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MissingAs {
    /// One value of its own, whatever stands for it: that a value is missing is something to learn about a person.
    #[default]
    Value,
    /// No value: a class needs l of the others.
    NoValue,
}

impl Job {
    /// The role of a column.
    pub fn role(&self, column: &str) -> Role {
        self.columns.get(column).map_or(Role::Insensitive, |column| column.role)
    }

    /// What the missing values of a column count.
    pub fn missing_as(&self, column: &str) -> MissingAs {
        self.columns.get(column).map_or(MissingAs::default(), |column| column.missing)
    }

    /// Whether more of the objective is better.
    pub(crate) fn maximizes(&self) -> bool {
        let metric = metric_by_name(self.objective.metric, &MetricParameters::default());
        metric.is_ok_and(|metric| metric.goal() == Goal::Maximize)
    }
}

impl MissingAs {
    /// Both by their names in the job file.
    pub const ALL: [(&'static str, Self); 2] = [("value", Self::Value), ("none", Self::NoValue)];

    /// The name in the job file.
    pub fn name(self) -> &'static str {
        name_in(&Self::ALL, self)
    }
}

impl ColumnJob {
    /// A column of which only the role is said.
    pub fn of(role: Role) -> Self {
        let missing = MissingAs::default();
        Self { role, hierarchy: None, min_level: None, max_level: None, weight: 1.0, missing }
    }
}

/// Where a hierarchy comes from.
#[derive(Debug, Clone, PartialEq)]
pub enum HierarchySource {
    /// A file with one row a value, one column a level.
    File(PathBuf),
    /// For each value what it belongs to; what belongs to `*` or to nothing stands below the root.
    Tree(BTreeMap<String, String>),
    /// Made from the values of the column.
    Made(HierarchySpec),
}

impl HierarchySource {
    /// Whether labels and domain follow from no record: a file, a tree, an order of values.
    pub fn is_stated(&self) -> bool {
        match self {
            Self::File(_) | Self::Tree(_) => true,
            Self::Made(spec) => spec.is_stated(),
        }
    }
}

/// A privacy model and its parameters.
#[derive(Debug, Clone, PartialEq)]
pub enum ModelSpec {
    /// Every class has at least `k` records.
    KAnonymity {
        /// k, at least 1.
        k: u64,
    },
    /// Every class has `l` well represented sensitive values.
    LDiversity {
        /// l, at least 1.
        l: f64,
        /// What "well represented" means.
        kind: DiversityKind,
        /// The sensitive values it is about.
        of: SensitiveScope,
    },
    /// The sensitive values of every class are distributed as in the whole table, within `t`.
    TCloseness {
        /// t.
        t: f64,
        /// The distance of distributions.
        distance: Distance,
        /// The sensitive values it is about.
        of: SensitiveScope,
    },
    /// Every class mixes records, sensitive values and providers in proportion.
    CMixture {
        /// c, more than 0 and at most 1.
        c: f64,
    },
    /// Every class has records of at least `m` providers.
    ProviderDiversity {
        /// m, at least 1.
        m: u64,
    },
    /// The other models still hold without the records of any `m` providers.
    MPrivacy {
        /// m, at least 1.
        m: u64,
    },
}

impl ModelSpec {
    /// The name in the job file.
    pub fn name(&self) -> &'static str {
        match self {
            Self::KAnonymity { .. } => "k-anonymity",
            Self::LDiversity { .. } => "l-diversity",
            Self::TCloseness { .. } => "t-closeness",
            Self::CMixture { .. } => "c-mixture",
            Self::ProviderDiversity { .. } => "provider-diversity",
            Self::MPrivacy { .. } => "m-privacy",
        }
    }

    /// Whether the model is about sensitive values.
    pub fn needs_sensitive(&self) -> bool {
        matches!(self, Self::LDiversity { .. } | Self::TCloseness { .. } | Self::CMixture { .. })
    }

    /// The sensitive values it is about, for models that can be about one column or all together.
    pub fn sensitive_scope(&self) -> Option<&SensitiveScope> {
        match self {
            Self::LDiversity { of, .. } | Self::TCloseness { of, .. } => Some(of),
            _ => None,
        }
    }

    /// Whether the model is about providers.
    pub fn needs_provider(&self) -> bool {
        matches!(self, Self::CMixture { .. } | Self::ProviderDiversity { .. } | Self::MPrivacy { .. })
    }
}

/// The sensitive values a model is about.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum SensitiveScope {
    /// Every sensitive column by itself: the model must hold for each of them.
    #[default]
    Each,
    /// One sensitive column.
    Column(String),
    /// The combinations of the values of all sensitive columns, as if they were the values of one column.
    ///
    /// That says little about each column: among many combinations all records of a class can share a
    /// diagnosis although no combination stands out.
    Joint,
}

/// What makes sensitive values well represented.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum DiversityKind {
    /// There are l of them.
    Distinct,
    /// Their entropy is at least ln l.
    Entropy,
    /// The most frequent one is rarer than c times all but the l - 1 most frequent together.
    Recursive {
        /// c, more than 0.
        c: f64,
    },
}

impl DiversityKind {
    /// The names in the job file.
    pub const NAMES: [&'static str; 3] = ["distinct", "entropy", "recursive"];

    /// The name in the job file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Distinct => "distinct",
            Self::Entropy => "entropy",
            Self::Recursive { .. } => "recursive",
        }
    }
}

/// A distance of distributions of sensitive values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Distance {
    /// Euclidean distance of the proportions; at most the square root of 2.
    Euclidean,
    /// Earth mover's distance, all values equally far.
    Equal,
    /// Earth mover's distance along the order of the values.
    Ordered,
    /// Earth mover's distance in the hierarchy of the values.
    Hierarchical,
}

impl Distance {
    /// All distances by their names in the job file.
    pub const ALL: [(&'static str, Self); 4] = [
        ("euclidean", Self::Euclidean),
        ("equal", Self::Equal),
        ("ordered", Self::Ordered),
        ("hierarchical", Self::Hierarchical),
    ];

    /// The name in the job file.
    pub fn name(self) -> &'static str {
        name_in(&Self::ALL, self)
    }
}

/// What may be suppressed, and what is left in its place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Suppression {
    /// Share of the records that may be suppressed, 0..1.
    pub limit: f64,
    /// What is left.
    pub shown_as: SuppressedAs,
}

impl Suppression {
    /// How many of `rows` records may be suppressed: `floor(limit * rows)`.
    pub fn records(&self, rows: usize) -> u64 {
        // A share such as 0.29 of 100 must give 29 although the product is 28.999999999999996.
        ((self.limit * rows as f64) * (1.0 + f64::EPSILON)).floor().min(rows as f64) as u64
    }
}

/// What is left of a suppressed record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SuppressedAs {
    /// Nothing.
    Drop,
    /// A row of `*` in every column that is released.
    Star,
}

impl SuppressedAs {
    /// Both by their names in the job file.
    pub const ALL: [(&'static str, Self); 2] = [("drop", Self::Drop), ("star", Self::Star)];

    /// The name in the job file.
    pub fn name(self) -> &'static str {
        name_in(&Self::ALL, self)
    }
}

/// What the release looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReleaseOptions {
    /// The order of its rows.
    pub order: ReleaseOrder,
    /// Whether the provider column is published.
    pub provider: bool,
    /// Whether noisy records may be added when too few providers reach a class and no release would
    /// be possible without them (cold start).
    pub noise: bool,
    /// Whether a text release has a `'` before cells that a spreadsheet would execute.
    pub escape_formulas: bool,
}

/// The order of the rows of a release.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReleaseOrder {
    /// By the released values, so that nothing of the input's order is left.
    Sorted,
    /// As in the input.
    Input,
}

impl ReleaseOrder {
    /// Both by their names in the job file.
    pub const ALL: [(&'static str, Self); 2] = [("sorted", Self::Sorted), ("input", Self::Input)];

    /// The name in the job file.
    pub fn name(self) -> &'static str {
        name_in(&Self::ALL, self)
    }
}

/// What is optimized.
#[derive(Debug, Clone, PartialEq)]
pub struct Objective {
    /// The metric's name in the catalogue.
    pub metric: &'static str,
    /// Whether a suppressed record counts as fully generalized; only for metrics with that choice.
    pub suppressed_lost: bool,
    /// Over what the Kullback-Leibler divergence sums.
    pub over: KlSum,
    /// Weight of GenLoss in `cpgen`.
    pub alpha: f64,
    /// Weight of C_AVG in `cpgen`.
    pub beta: f64,
}

impl Objective {
    /// A metric with its defaults.
    pub fn of(metric: &'static str) -> Self {
        Self { metric, suppressed_lost: false, over: KlSum::default(), alpha: 0.6, beta: 0.4 }
    }
}

/// How the release is looked for.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchJob {
    /// The algorithm's name in the catalogue.
    pub algorithm: String,
    /// Fixes all randomness.
    pub seed: u64,
    /// Worker threads; `None` for one a core. The result does not depend on it.
    pub threads: Option<usize>,
    /// When to stop.
    pub max_seconds: Option<f64>,
    /// When to stop.
    pub max_evaluations: Option<u64>,
    /// Where what went on in the search is written down; `None` for nowhere.
    pub trace: Option<PathBuf>,
    /// Parameters of the algorithm.
    pub parameters: toml::Table,
}

impl Default for SearchJob {
    fn default() -> Self {
        Self {
            algorithm: "auto".into(),
            seed: 1,
            threads: None,
            max_seconds: None,
            max_evaluations: None,
            trace: None,
            parameters: toml::Table::new(),
        }
    }
}

fn name_in<T: PartialEq + Copy>(all: &[(&'static str, T)], value: T) -> &'static str {
    all.iter().find(|(_, known)| *known == value).map_or("", |(name, _)| name)
}
