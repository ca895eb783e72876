//! A job after all checks.

use incog_data::HierarchySpec;
use incog_plan::{Request, SearchSettings, records_of_share};
use incog_privacy::{MissingAs, ModelSpec, Role};
use incog_utility::Objective;
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
    /// Which hierarchies are used, and what becomes of values that they do not have.
    pub hierarchy: HierarchyOptions,
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

/// Which hierarchies are used, and what becomes of values that they do not have.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HierarchyOptions {
    /// A plan whose hierarchies are used in the place of those that would be made of the table.
    pub plan: Option<PathBuf>,
    /// What becomes of values that a hierarchy does not have.
    pub unknown: UnknownValues,
}

/// What becomes of values that a hierarchy does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum UnknownValues {
    /// The table is refused.
    #[default]
    Refuse,
    /// They are published as the root of the hierarchy, whatever the level of the column is.
    Top,
}

impl UnknownValues {
    /// Both by their names in the job file.
    pub const ALL: [(&'static str, Self); 2] = [("refuse", Self::Refuse), ("top", Self::Top)];

    /// The name in the job file.
    pub fn name(self) -> &'static str {
        if self == Self::Top { "top" } else { "refuse" }
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

impl Job {
    /// The role of a column.
    pub fn role(&self, column: &str) -> Role {
        self.columns.get(column).map_or(Role::Insensitive, |column| column.role)
    }

    /// What the missing values of a column count.
    pub fn missing_as(&self, column: &str) -> MissingAs {
        self.columns.get(column).map_or(MissingAs::default(), |column| column.missing)
    }

    /// What the job asks a search for: everything but files and columns.
    pub fn request(&self) -> Request {
        let with = |role: Role| self.columns.iter().filter(move |(_, column)| column.role == role);
        let no_value = |(_, column): &(&String, &ColumnJob)| column.missing == MissingAs::NoValue;
        Request {
            models: self.models.clone(),
            provider: with(Role::Provider).map(|(name, _)| name.clone()).next(),
            missing_is_no_value: with(Role::Sensitive)
                .filter(no_value)
                .map(|(name, _)| name.clone())
                .collect(),
            suppression_limit: self.suppression.limit,
            objective: self.objective.clone(),
            search: self.search.settings.clone(),
        }
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
        records_of_share(self.limit, rows as u64)
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

/// How the release is looked for.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SearchJob {
    /// What decides the result.
    pub settings: SearchSettings,
    /// Worker threads; `None` for one a core. The result does not depend on it.
    pub threads: Option<usize>,
    /// Where what went on in the search is written down; `None` for nowhere.
    pub trace: Option<PathBuf>,
}

fn name_in<T: PartialEq + Copy>(all: &[(&'static str, T)], value: T) -> &'static str {
    all.iter().find(|(_, known)| *known == value).map_or("", |(name, _)| name)
}
