//! The algorithms of a suite, and the limits of their runs.

use incog_card::Value;
use incog_plan::{CellKind, LocalEffort, LocalSettings, RecodingSettings};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The limits of a run; all that are given apply.
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

/// A local recoding: which cells it may have, and how long it is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LocalFile {
    /// How long is searched, where the algorithm is `auto`.
    #[serde(default)]
    pub effort: EffortFile,
    /// How cells may lie to each other.
    #[serde(default)]
    pub cells: CellsFile,
}

/// How long a local recoding is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EffortFile {
    /// The quick searches and a bound.
    #[default]
    Fast,
    /// All searches, and a better bound.
    Full,
}

/// How cells of a local recoding may lie to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CellsFile {
    /// They may overlap.
    #[default]
    Free,
    /// They are disjoint.
    Strict,
}

impl From<LocalFile> for RecodingSettings {
    fn from(file: LocalFile) -> Self {
        let effort = match file.effort {
            EffortFile::Fast => LocalEffort::Fast,
            EffortFile::Full => LocalEffort::Full,
        };
        let cells = match file.cells {
            CellsFile::Free => CellKind::Free,
            CellsFile::Strict => CellKind::Strict,
        };
        Self::Local(LocalSettings { cells, effort })
    }
}

/// A search algorithm with its parameters.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AlgorithmFile {
    /// The name in the catalogue.
    pub name: String,
    /// The label in tables; the name when it is not given.
    #[serde(default)]
    pub label: Option<String>,
    /// Its parameters.
    #[serde(default)]
    pub parameters: BTreeMap<String, Value>,
    /// Algorithms with the same group are one line of a speed-up plot, distinguished by `x`.
    #[serde(default)]
    pub group: Option<String>,
    /// Place on the horizontal axis of a speed-up plot: the number of islands.
    #[serde(default)]
    pub x: Option<f64>,
    /// Whether every seed gives the same result, so that one run is enough.
    #[serde(default)]
    pub deterministic: bool,
    /// Whether it is exempt from the limits of the suite, as the algorithm that proves the optimum
    /// may be.
    #[serde(default)]
    pub unlimited: bool,
    /// Limits of its own, replacing those of the suite.
    #[serde(default)]
    pub limits: Option<LimitsFile>,
    /// Recodes locally; whole columns are recoded when it is not given.
    #[serde(default)]
    pub local: Option<LocalFile>,
    /// The objective it is run with, where that is not the instance's own. What it finds is
    /// measured by the instance's, and no bound is known of that.
    #[serde(default)]
    pub objective: Option<String>,
    /// The share of the records that it may suppress, instead of what the instance allows.
    #[serde(default)]
    pub suppression: Option<f64>,
    /// A CSV file of results that others have, read in instead of running anything; relative to the
    /// suite.
    #[serde(default)]
    pub results: Option<PathBuf>,
    /// Instances it is run on, by name or whole words at its beginning or end; all when there are
    /// none.
    #[serde(default)]
    pub only: Vec<String>,
}

impl AlgorithmFile {
    /// What tables call it.
    pub fn label(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.name)
    }
}
