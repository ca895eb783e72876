//! KGEN's accuracy.

use crate::runs::Row;
use crate::suite::Suite;

/// The accuracy of every run where the optimum is known, in the order of `rows`:
/// `1 - |H(x) - H(optimum)| / (H(top) - H(optimum))` by the heights of the nodes in the lattice, at least 0;
/// 1 where the optimum is the top itself (KGEN, eq. 4, with the top of the lattice as the worst node).
///
/// Eq. 5, the mean over several solutions, is the mean that tables show, with equal weights.
pub fn with_accuracy(suite: &Suite, rows: &[Row]) -> Vec<Option<f64>> {
    let height = |row: &Row| row.levels.iter().map(|&level| f64::from(level)).sum::<f64>();
    let optimum = |row: &Row| {
        let label = suite.optimum.as_ref()?;
        rows.iter().find(|other| {
            other.key.instance == row.key.instance
                && other.key.algorithm == *label
                && other.stopped == "proved"
                && other.objective.is_some()
        })
    };
    let accuracy = |row: &Row| {
        let (best, top) = (optimum(row).map(height)?, row.top_height);
        row.objective?;
        let accuracy = 1.0 - (height(row) - best).abs() / (top - best);
        Some(if top == best { 1.0 } else { accuracy.max(0.0) })
    };
    rows.iter().map(accuracy).collect()
}
