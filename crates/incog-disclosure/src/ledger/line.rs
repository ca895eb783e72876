//! The lines of a ledger.

use super::blocks::Block;
use super::state::LedgerState;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A line of a ledger.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum LedgerLine {
    /// The first one.
    Series(LedgerTerms),
    /// One for each run that published.
    Run(Box<LedgerRun>),
}

/// What all releases of a series share.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LedgerTerms {
    /// The form of the file.
    pub version: u32,
    /// The key of seals and digests, where the job names no secret.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub key: Option<String>,
    /// SHA-256 of releases beside the first one that are of no run of the series, although their
    /// reports name its ledger.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub beside: Vec<String>,
    /// The column that names people.
    pub people: String,
    /// The quasi-identifiers, in the order of the table.
    pub quasi_identifiers: Vec<LedgerColumn>,
    /// The sensitive columns.
    pub sensitive: Vec<String>,
    /// All other columns that are published.
    pub insensitive: Vec<String>,
    /// The columns of people, quasi-identifiers, sensitive and other published columns, in the
    /// order of the first table; none in ledgers of older versions.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub columns: Vec<String>,
    /// People that each group has at least.
    pub k: u64,
    /// Values that each group has at least in each sensitive column.
    pub l: u64,
    /// Whether a class has the same sensitive values in all releases.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub is_m_invariant: bool,
}

/// A quasi-identifier.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LedgerColumn {
    /// Its name.
    pub name: String,
    /// Levels of its hierarchy above the values.
    pub height: usize,
    /// The text that stands for a missing value in all tables of the series; `None` where nothing
    /// is one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub missing: Option<String>,
    /// The values of the first table, if its hierarchy is made of them: they determine how labels
    /// are written ever after.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub values: Vec<String>,
}

/// What a run published, and who waits.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LedgerRun {
    /// The file name of the release.
    pub release: String,
    /// SHA-256 of the release.
    pub sha256: String,
    /// Records of the table of the run; `None` where the run changed nothing because the one before
    /// it was not confirmed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub table: Option<u64>,
    /// Whether incog looked for classes of those who waited.
    pub is_cohort: bool,
    /// The blocks of people who came.
    pub admitted: Vec<Block>,
    /// The people who left the releases, by digest; they do not come back.
    pub left: Vec<String>,
    /// People whose records stay although they have left the table or changed their labels, by
    /// digest, with the run in which that was first seen.
    pub leavers: BTreeMap<String, u64>,
    /// People who wait, by digest, with the run in which they were first seen.
    pub waiting: BTreeMap<String, u64>,
    /// Newcomers who fit no class when incog looked, by digest; they do not come back. If they
    /// waited on, whoever came later would be told from them by her values.
    pub refused: Vec<String>,
    /// People whose sensitive values are not those of their records any more.
    pub outdated: u64,
    /// People of the table who are in no release any more: they left one, changed their labels, or
    /// fit no class when they came.
    pub lost: u64,
    /// What the release loses, in the unit of the objective.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub loss: Option<f64>,
    /// What the newcomers lose by themselves, where incog looked for classes of them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cohort_loss: Option<f64>,
    /// How far that is from its bound, as a part of it; 0 where it is proved to be the best.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cohort_gap: Option<f64>,
}

impl LedgerRun {
    /// A run in which nobody comes or goes, after the last one.
    pub fn without_changes(state: &LedgerState, last: Option<&Self>) -> Self {
        let (lost, outdated) = last.map_or((0, 0), |last| (last.lost, last.outdated));
        Self {
            leavers: state.leavers.clone(),
            waiting: state.waiting.clone(),
            lost,
            outdated,
            ..Self::default()
        }
    }
}
