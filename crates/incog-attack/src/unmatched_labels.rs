//! Labels that say nothing to the attacker.

use serde::Serialize;

/// Labels of a column that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnreadLabels {
    /// The column.
    pub column: String,
    /// Which of the further releases has them, from 1 on; 0 is the release itself.
    pub further: usize,
    /// Different labels.
    pub labels: usize,
    /// Released records that have one.
    pub records: u64,
}
