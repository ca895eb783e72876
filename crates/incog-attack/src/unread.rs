//! Labels that say nothing to the attacker.

use serde::Serialize;

/// Labels of a column that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnreadLabels {
    /// The column.
    pub column: String,
    /// Different labels.
    pub labels: usize,
    /// Released records that have one.
    pub records: u64,
}
