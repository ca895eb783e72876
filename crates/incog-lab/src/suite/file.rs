//! The suite file.

use super::expand::expand;
use crate::LabError;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A suite as written, sweeps written out.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Suite {
    /// One word.
    pub name: String,
    /// What it is about, in one line.
    pub title: String,
    /// The question it answers.
    #[serde(default)]
    pub question: String,
    /// The paper whose claims are checked.
    #[serde(default)]
    pub paper: String,
    /// Runs an algorithm and instance, with the seeds 1, 2, ...
    #[serde(default = "one")]
    pub seeds: u64,
    /// The algorithm whose values are compared with the rivals', by label.
    #[serde(default)]
    pub subject: Option<String>,
    /// The algorithm that proves the optimum, by label.
    #[serde(default)]
    pub optimum: Option<String>,
    /// What a run may spend.
    #[serde(default)]
    pub limits: LimitsFile,
    /// What `--quick` makes smaller.
    #[serde(default)]
    pub quick: QuickFile,
    /// The instances, sweeps written out.
    #[serde(skip)]
    pub instances: Vec<InstanceFile>,
    /// The algorithms.
    pub algorithms: Vec<AlgorithmFile>,
    /// The tables.
    #[serde(default)]
    pub tables: Vec<TableFile>,
    /// The plots.
    #[serde(default)]
    pub plots: Vec<PlotFile>,
    /// The folder of the suite; its paths are relative to it.
    #[serde(skip)]
    pub folder: PathBuf,
    #[serde(rename = "instances")]
    templates: Vec<toml::Table>,
}

fn one() -> u64 {
    1
}

/// What a run may spend; all limits that are given hold.
#[derive(Debug, Clone, Copy, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LimitsFile {
    /// Evaluations.
    pub evaluations: Option<u64>,
    /// Evaluations for each record and quasi-identifier.
    pub evaluations_per_cell: Option<f64>,
    /// Seconds; results then depend on the machine.
    pub seconds: Option<f64>,
}

/// The small form of a suite.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct QuickFile {
    /// Seeds.
    pub seeds: Option<u64>,
    /// Names of the instances that stay; all when there are none.
    #[serde(default)]
    pub instances: Vec<String>,
    /// Limits in place of the suite's.
    pub limits: Option<LimitsFile>,
}

/// A table to be anonymized and what is asked of it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct InstanceFile {
    /// The name; `{key}` stands for a value of the sweep.
    pub name: String,
    /// Instances with the same group are drawn together, `x` telling them apart.
    #[serde(default)]
    pub group: Option<String>,
    /// Place on the horizontal axis of plots over instances.
    #[serde(default)]
    pub x: Option<f64>,
    /// A job file, relative to the suite.
    #[serde(default)]
    pub job: Option<PathBuf>,
    /// Keys of the job that are replaced.
    #[serde(default)]
    pub set: toml::Table,
    /// Columns that are quasi-identifiers in the job, in the order in which [`Self::take`] takes them.
    #[serde(default)]
    pub quasi_identifiers: Vec<String>,
    /// How many of them stay quasi-identifiers; the others are left out.
    #[serde(default)]
    pub take: Option<usize>,
    /// One of the instances in HAEF's form.
    #[serde(default)]
    pub built_in: Option<String>,
    /// Where its discharges come from.
    #[serde(default)]
    pub discharges: Discharges,
    /// t-closeness of a built-in instance.
    #[serde(default)]
    pub t: Option<f64>,
    /// k-anonymity of a built-in instance.
    #[serde(default)]
    pub k: Option<u64>,
    /// Objective of a built-in instance.
    #[serde(default = "transparency")]
    pub objective: String,
}

fn transparency() -> String {
    "transparency".into()
}

/// Discharges of hospitals.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Discharges {
    /// A file with them, relative to the suite; used when it is there.
    #[serde(default)]
    pub file: Option<PathBuf>,
    /// Made-up rows otherwise.
    #[serde(default = "rows")]
    pub rows: usize,
    /// Seed of the made-up rows.
    #[serde(default = "one")]
    pub seed: u64,
}

fn rows() -> usize {
    20_000
}

impl Default for Discharges {
    fn default() -> Self {
        Self { file: None, rows: rows(), seed: one() }
    }
}

/// A search algorithm with its parameters.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AlgorithmFile {
    /// The name in the catalogue.
    pub name: String,
    /// What tables call it; the name when it is not given.
    #[serde(default)]
    pub label: Option<String>,
    /// Its parameters.
    #[serde(default)]
    pub parameters: toml::Table,
    /// Whether every seed gives the same result, so that one run is enough.
    #[serde(default)]
    pub deterministic: bool,
    /// Whether the limits of the suite hold; not for what proves the optimum.
    #[serde(default)]
    pub unlimited: bool,
    /// Limits of its own in place of the suite's.
    #[serde(default)]
    pub limits: Option<LimitsFile>,
    /// Instances it is run on, by name or its beginning up to a space; all when there are none.
    #[serde(default)]
    pub only: Vec<String>,
}

impl AlgorithmFile {
    /// What tables call it.
    pub fn label(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.name)
    }
}

/// A table to be made of the runs.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TableFile {
    /// File name without ending.
    pub name: String,
    /// Heading.
    pub title: String,
    /// The measure that is shown.
    pub measure: String,
    /// Labels of the algorithms shown, in this order; all when there are none.
    #[serde(default)]
    pub algorithms: Vec<String>,
    /// Instances of these names, or whose name begins like this up to a space; all when there are none.
    #[serde(default)]
    pub instances: Vec<String>,
    /// Whether smaller is better.
    #[serde(default)]
    pub minimize: bool,
    /// `rank-sum` or `signed-rank`.
    #[serde(default)]
    pub test: Option<String>,
    /// Digits after the point.
    #[serde(default = "digits")]
    pub digits: usize,
}

fn digits() -> usize {
    2
}

/// A plot to be made of the runs.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlotFile {
    /// File name without ending.
    pub name: String,
    /// Heading.
    pub title: String,
    /// `convergence`, `box`, `line` (over `x` of a group of instances).
    pub kind: String,
    /// The measure that is shown.
    #[serde(default)]
    pub measure: Option<String>,
    /// Labels of the algorithms shown; all when there are none.
    #[serde(default)]
    pub algorithms: Vec<String>,
    /// Instances of these names, or whose name begins like this up to a space; all when there are none.
    #[serde(default)]
    pub instances: Vec<String>,
    /// Name of the horizontal axis.
    #[serde(default)]
    pub x_label: Option<String>,
    /// Name of the vertical axis.
    #[serde(default)]
    pub y_label: Option<String>,
    /// Whether the vertical axis is logarithmic.
    #[serde(default)]
    pub log: bool,
}

impl Suite {
    /// Reads a suite; `quick` takes its small form.
    pub fn read(path: &Path, quick: bool) -> Result<Self, LabError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| LabError::Read { path: path.to_owned(), source })?;
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        Self::parse(&text, path, &folder, quick)
    }

    fn parse(text: &str, path: &Path, folder: &Path, quick: bool) -> Result<Self, LabError> {
        let malformed = |source| LabError::Toml { path: path.to_owned(), source: Box::new(source) };
        let mut suite: Self = toml::from_str(text).map_err(malformed)?;
        folder.clone_into(&mut suite.folder);
        for template in std::mem::take(&mut suite.templates) {
            for table in expand(template)? {
                suite.instances.push(table.try_into().map_err(malformed)?);
            }
        }
        if quick {
            suite.make_quick();
        }
        suite.check()?;
        Ok(suite)
    }

    fn make_quick(&mut self) {
        let quick = std::mem::take(&mut self.quick);
        self.seeds = quick.seeds.unwrap_or(self.seeds);
        self.limits = quick.limits.unwrap_or(self.limits);
        if !quick.instances.is_empty() {
            self.instances.retain(|instance| quick.instances.contains(&instance.name));
        }
    }

    fn check(&self) -> Result<(), LabError> {
        let instances = self.instances.iter().map(|instance| ("instance", instance.name.as_str()));
        let algorithms = self.algorithms.iter().map(|algorithm| ("algorithm", algorithm.label()));
        let mut known = BTreeSet::new();
        for (kind, name) in instances.chain(algorithms) {
            if name.is_empty() || name.contains(['\n', '\r']) {
                return Err(LabError::Name { name: name.into() });
            }
            if !known.insert((kind, name)) {
                return Err(LabError::Twice { kind, name: name.into() });
            }
        }
        Ok(())
    }
}
