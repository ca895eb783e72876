//! Losses that are sums over the attributes of what their levels cost.

use std::fmt;
use std::sync::Arc;

/// The loss of an allowed node as `finish(sum over attributes a of terms[a][level of a])`.
///
/// Terms rise (weakly) with the level, from level 0 on, and `finish` rises (weakly) with the sum.
#[derive(Clone)]
pub struct LevelCosts {
    /// What each level adds, by attribute and level.
    pub terms: Vec<Vec<f64>>,
    /// Turns the sum into the loss.
    pub finish: Arc<dyn Fn(f64) -> f64 + Send + Sync>,
}

impl fmt::Debug for LevelCosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LevelCosts").field("terms", &self.terms).finish_non_exhaustive()
    }
}
