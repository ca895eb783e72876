//! KGEN's accuracy.

use super::Row;
use crate::suite::Suite;

/// Sets the accuracy of every run where the optimum is known:
/// `1 - |H(x) - H(optimum)| / (H(top) - H(optimum))` by the heights of the nodes in the lattice, at
/// least 0; 1 where the optimum is the top itself (KGEN, eq. 4, with the top of the lattice as the
/// worst node).
///
/// Eq. 5, the mean over several solutions, is the mean that tables show, with equal weights.
pub(super) fn set_accuracy(suite: &Suite, rows: &mut [Row]) {
    let height = |row: &Row| row.levels.iter().map(|&level| f64::from(level)).sum::<f64>();
    let is_optimum = |row: &&Row| {
        suite.optimum.as_ref() == Some(&row.key.algorithm)
            && row.stopped == "proved"
            && row.objective.is_some()
            && !row.levels.is_empty()
    };
    let optima: Vec<(String, f64)> =
        rows.iter().filter(is_optimum).map(|row| (row.key.instance.clone(), height(row))).collect();
    for row in rows {
        let best = optima.iter().find(|(instance, _)| *instance == row.key.instance).map(|(_, best)| *best);
        // A local recoding is no node of the lattice.
        let accuracy = best.filter(|_| !row.levels.is_empty()).map(|best| {
            let (of_top, of_row) = (row.top_height - best, (height(row) - best).abs());
            if of_top == 0.0 { 1.0 } else { (1.0 - of_row / of_top).max(0.0) }
        });
        row.set_measure("accuracy", accuracy);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::suite::RunKey;

    fn row(algorithm: &str, levels: &[u8]) -> Row {
        let key = RunKey { instance: "I".into(), algorithm: algorithm.into(), seed: 1 };
        let stopped = if algorithm == "best" { "proved" } else { "budget" }.into();
        let measures = vec![None; Row::header().len()];
        let levels = levels.to_vec();
        Row {
            key,
            parameters: String::new(),
            stopped,
            objective: Some(1.0),
            evaluations: 1,
            seconds: 0.1,
            levels,
            bound: None,
            gap: None,
            lattice_nodes: 12.0,
            top_height: 5.0,
            measures,
        }
    }

    #[test]
    fn it_is_one_at_the_optimum_and_zero_at_the_top() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("suite.toml");
        std::fs::write(
            &path,
            "name = \"a\"\ntitle = \"a\"\noptimum = \"best\"\ninstances = []\nalgorithms = []",
        )
        .unwrap();
        let suite = Suite::read(&path, false).unwrap();
        // Heights 1 (optimum), 3 and 5 (the top): 1 - 0/4, 1 - 2/4, 1 - 4/4.
        let mut rows = [row("best", &[1, 0]), row("new", &[2, 1]), row("old", &[2, 3])];
        set_accuracy(&suite, &mut rows);
        let accuracy: Vec<Option<f64>> = rows.iter().map(|row| row.number("accuracy")).collect();
        assert_eq!(accuracy, [Some(1.0), Some(0.5), Some(0.0)]);
    }
}
