//! How a release was drawn among those nearly as good as the best.

use crate::stop_by_name;
use incog_card::Stop;
use serde::{Deserialize, Serialize};

/// How a release was drawn, for the steward alone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Concealed {
    /// How far a candidate may be from the best, as a share of the best value.
    pub within: f64,
    /// The candidates among which it was drawn, the best one included.
    pub candidates: u64,
    /// How many of them are one level coarser in one column than another of them: more than was
    /// needed.
    pub coarser: u64,
    /// Whether these are all there are. Otherwise there were more than 10,000 nodes to look at, and
    /// they are those that were found first.
    pub is_complete: bool,
    /// The value of the best one.
    pub best: f64,
    /// What the draw costs: `|value - best| / |best|`, at most `within`.
    pub price: f64,
    /// Why the search for the best one ended.
    #[serde(with = "stop_by_name")]
    pub stopped: Stop,
}
