//! How to search.

use incog_card::Value;
use std::collections::BTreeMap;

/// How to search.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchSettings {
    /// Name of the algorithm, as in the catalogue.
    pub algorithm: String,
    /// Fixes all randomness.
    pub seed: u64,
    /// Ends the search after this time.
    pub max_seconds: Option<f64>,
    /// Ends the search after this many evaluations.
    pub max_evaluations: Option<u64>,
    /// Parameters of the algorithm.
    pub parameters: BTreeMap<String, Value>,
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self {
            algorithm: "auto".into(),
            seed: 1,
            max_seconds: None,
            max_evaluations: None,
            parameters: BTreeMap::new(),
        }
    }
}
