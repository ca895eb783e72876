//! The terms on which a table is published.

use super::column::ColumnJob;
use super::ledger::LedgerJob;
use super::options::{
    ConcealedChoice, HierarchyOptions, KeepColumns, ReleaseOptions, Suppression, UnknownValues,
};
use super::population::PopulationFile;
use super::series::SeriesJob;
use super::unit::Unit;
use crate::draw_key::DrawKey;
use incog_privacy::{MissingAs, ModelSpec, Role};
use incog_request::{RecodingSettings, Request, SearchSettings};
use incog_utility::Objective;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The terms on which a table is published: what its columns are, what is promised, what is
/// optimized, and how to search.
///
/// They contain neither the table nor any file, so they work for a table in memory as well as for
/// one in a file: `Terms::plan` decides, `Terms::publish` makes the release and measures it,
/// and [`Job`](super::Job) does both from file to file. Made by [`Terms::builder`], or as part of a
/// job; either way, everything is checked that can be checked without the table.
#[derive(Debug, Clone, PartialEq)]
pub struct Terms {
    #[doc(hidden)]
    pub columns: BTreeMap<String, ColumnJob>,
    #[doc(hidden)]
    pub hierarchy: HierarchyOptions,
    #[doc(hidden)]
    pub models: Vec<ModelSpec>,
    #[doc(hidden)]
    pub unit: Unit,
    #[doc(hidden)]
    pub suppression: Suppression,
    #[doc(hidden)]
    pub release: ReleaseOptions,
    #[doc(hidden)]
    pub waivers: BTreeMap<String, String>,
    #[doc(hidden)]
    pub objective: Objective,
    #[doc(hidden)]
    pub keep_columns: KeepColumns,
    #[doc(hidden)]
    pub recoding: RecodingSettings,
    #[doc(hidden)]
    pub search: SearchSettings,
    #[doc(hidden)]
    pub threads: Option<usize>,
    #[doc(hidden)]
    pub secret: Option<PathBuf>,
    #[doc(hidden)]
    pub draw_key: DrawKey,
    #[doc(hidden)]
    pub population: Option<PopulationFile>,
    #[doc(hidden)]
    pub concealed: Option<ConcealedChoice>,
    #[doc(hidden)]
    pub series: Option<SeriesJob>,
}

impl Terms {
    /// Roles and hierarchies by column; columns that are not named are insensitive.
    pub fn columns(&self) -> &BTreeMap<String, ColumnJob> {
        &self.columns
    }

    /// Which hierarchies are used, and what happens to values that they do not have.
    pub fn hierarchy(&self) -> &HierarchyOptions {
        &self.hierarchy
    }

    /// The privacy models; all of them must hold. Never empty.
    pub fn models(&self) -> &[ModelSpec] {
        &self.models
    }

    /// Whom the models count.
    pub fn unit(&self) -> &Unit {
        &self.unit
    }

    /// How many records may be suppressed, and what is left of them.
    pub fn suppression(&self) -> Suppression {
        self.suppression
    }

    /// What the release looks like.
    pub fn release(&self) -> ReleaseOptions {
        self.release
    }

    /// Findings that would keep the release from being published, and why they do not.
    pub fn waivers(&self) -> &BTreeMap<String, String> {
        &self.waivers
    }

    /// What is optimized.
    pub fn objective(&self) -> &Objective {
        &self.objective
    }

    /// Whether a quasi-identifier may be one label throughout.
    pub fn keep_columns(&self) -> KeepColumns {
        self.keep_columns
    }

    /// Whether all records have the same levels.
    pub fn recoding(&self) -> RecodingSettings {
        self.recoding
    }

    /// How it is looked for.
    pub fn search(&self) -> &SearchSettings {
        &self.search
    }

    /// Number of worker threads; `None` for one per core. The result does not depend on it.
    pub fn threads(&self) -> Option<usize> {
        self.threads
    }

    /// The file with the secret, if there is one. The secret decides which records of a class stay,
    /// in place of a key that is made for one run, and it keys the digest of the input.
    pub fn secret(&self) -> Option<&Path> {
        self.secret.as_deref()
    }

    /// Among which releases this one is drawn by the secret, where not the best one is published.
    pub fn concealed_choice(&self) -> Option<ConcealedChoice> {
        self.concealed
    }

    /// The table of the people whom the records are some of, where a model asks for it.
    pub fn population(&self) -> Option<&PopulationFile> {
        self.population.as_ref()
    }

    /// The earlier releases about the same people, which the new one is held against.
    pub fn series(&self) -> Option<&SeriesJob> {
        self.series.as_ref()
    }

    /// The ledger of the series that the release belongs to, if the job names one.
    pub fn ledger(&self) -> Option<&LedgerJob> {
        self.series.as_ref()?.ledger.as_ref()
    }

    /// The terms with this number of worker threads.
    #[must_use]
    pub fn with_threads(self, threads: Option<usize>) -> Self {
        Self { threads, ..self }
    }

    /// The terms with another choice for values that a hierarchy does not have.
    #[must_use]
    pub fn with_unknown_values(self, unknown: UnknownValues) -> Self {
        Self { hierarchy: HierarchyOptions { unknown, ..self.hierarchy }, ..self }
    }

    /// These terms with another choice of what quasi-identifiers keep.
    #[must_use]
    pub fn with_kept_columns(self, keep_columns: KeepColumns) -> Self {
        Self { keep_columns, ..self }
    }

    /// The terms with this secret, if one is given.
    #[must_use]
    pub fn with_secret(self, secret: Option<PathBuf>) -> Self {
        Self { secret: secret.or(self.secret), ..self }
    }

    /// The key that decides which records of a class stay, where there is no secret.
    pub fn draw_key(&self) -> &DrawKey {
        &self.draw_key
    }

    /// Draws by this key where there is no secret, so that the records stay that it kept before.
    #[must_use]
    pub fn drawing_by(self, draw_key: DrawKey) -> Self {
        Self { draw_key, ..self }
    }

    /// The role of a column.
    pub fn role(&self, column: &str) -> Role {
        self.columns.get(column).map_or(Role::Insensitive, |column| column.role)
    }

    /// The columns of a role, by name.
    pub fn with_role(&self, role: Role) -> impl Iterator<Item = &str> + Clone {
        let columns = self.columns.iter().filter(move |(_, column)| column.role == role);
        columns.map(|(name, _)| name.as_str())
    }

    /// What the missing values of a column count as.
    pub fn missing_as(&self, column: &str) -> MissingAs {
        self.columns.get(column).map_or(MissingAs::default(), |column| column.missing)
    }

    /// What a search needs to know: everything except the columns and the form of the release.
    pub fn request(&self) -> Request {
        let no_value = |name: &&str| self.missing_as(name) == MissingAs::NoValue;
        let sensitive = self.with_role(Role::Sensitive);
        Request {
            models: self.models.clone(),
            provider: self.with_role(Role::Provider).next().map(str::to_owned),
            own_k: self.with_role(Role::OwnK).next().map(str::to_owned),
            unit: self.unit.column().map(str::to_owned),
            missing_is_no_value: sensitive.filter(no_value).map(str::to_owned).collect(),
            suppression_limit: self.suppression.limit,
            objective: self.objective.clone(),
            recoding: self.recoding,
            keep_columns: self.keep_columns,
            search: self.search.clone(),
        }
    }

    /// The weight of a column in public figures: that of the job, unless the choice is concealed,
    /// of which weights tell.
    pub fn told_weight(&self, weight: f64) -> f64 {
        if self.concealed.is_some() { 1.0 } else { weight }
    }

    /// Whether the tuples of a table follow from what these terms share with others. Noisy records
    /// depend on the models, and so do the levels of columns that have to keep something.
    pub fn has_tuples_of(&self, other: &Self) -> bool {
        let may_have_noise = self.release.noise || other.release.noise;
        let may_be_bounded = [self, other].iter().any(|terms| terms.keep_columns != KeepColumns::Off);
        !may_have_noise
            && !may_be_bounded
            && self.population == other.population
            && self.series == other.series
            && (&self.columns, &self.hierarchy, &self.unit, &self.secret, self.search.seed)
                == (&other.columns, &other.hierarchy, &other.unit, &other.secret, other.search.seed)
    }
}
