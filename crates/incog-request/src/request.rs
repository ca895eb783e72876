//! What a search is asked for.

use crate::{KeepColumns, RecodingSettings, SearchSettings};
use incog_privacy::ModelSpec;
use incog_utility::Objective;
use std::collections::BTreeSet;

/// What must hold, what may be suppressed, what is optimized and how to search: everything a search
/// needs to know, and nothing about files.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The privacy models, all of which must hold.
    pub models: Vec<ModelSpec>,
    /// The attribute of the cells that names the provider of a record, if there is one; the others
    /// are sensitive.
    pub provider: Option<String>,
    /// The attribute of the cells that says how strongly each person is to be protected, by a k of
    /// her own; it stands behind the provider.
    pub own_k: Option<String>,
    /// The attribute of the cells that names the person, or the household, whom a record is about:
    /// people are counted then, and records otherwise. It stands behind all other attributes.
    pub unit: Option<String>,
    /// The sensitive attributes whose missing values count as no value; in all others they count as
    /// one more value.
    pub missing_is_no_value: BTreeSet<String>,
    /// The share of the records that may be suppressed, 0 to 1.
    pub suppression_limit: f64,
    /// What is optimized.
    pub objective: Objective,
    /// Whether all records have the same levels.
    pub recoding: RecodingSettings,
    /// Whether a quasi-identifier may be one label throughout. A search of levels record by record
    /// heeds it; where all records have the same levels, those of the problem say so.
    pub keep_columns: KeepColumns,
    /// How it is looked for.
    pub search: SearchSettings,
}

impl Request {
    /// A request for these models: nothing may be suppressed, the objective is the default one, and
    /// the search is `auto`.
    pub fn new(models: impl IntoIterator<Item = ModelSpec>) -> Self {
        Self {
            models: models.into_iter().collect(),
            provider: None,
            own_k: None,
            unit: None,
            missing_is_no_value: BTreeSet::new(),
            suppression_limit: 0.0,
            objective: Objective::default(),
            recoding: RecodingSettings::default(),
            keep_columns: KeepColumns::default(),
            search: SearchSettings::default(),
        }
    }
}

/// How many of `rows` records a share of them amounts to: `floor(share * rows)`.
pub fn records_of_share(share: f64, rows: u64) -> u64 {
    // A share such as 0.29 of 100 must give 29 although the product is 28.999999999999996.
    ((share * rows as f64) * (1.0 + f64::EPSILON)).floor().min(rows as f64) as u64
}
