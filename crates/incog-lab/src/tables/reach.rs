//! What it takes to come near to the proved optimum.

use crate::runs::{Reached, Row, TARGETS, optima};
use crate::statistics::Description;
use crate::suite::Suite;

/// For each algorithm and distance to the proved optimum, in Markdown: the share of the runs that
/// come that near, and the median over the instances of the expected evaluations until then. Empty
/// where no optimum is proved.
///
/// The expected evaluations on an instance are those of all runs, until they come that near or end,
/// by the number of runs that do: what repeating the search until it succeeds takes on average.
///
/// Reference: Hansen, Auger, Ros, Finck, Pošík, Comparing results of 31 algorithms from the
/// black-box optimization benchmarking BBOB-2009, GECCO 2010, doi:10.1145/1830761.1830790.
pub fn reach(suite: &Suite, rows: &[Row], reached: &Reached) -> String {
    let optima = optima(suite, rows);
    if optima.is_empty() || reached.is_empty() {
        return String::new();
    }
    let mut text = String::from("\n### How soon they come near to the proved optimum\n\n| algorithm |");
    TARGETS.iter().for_each(|share| text += &format!(" within {:.0} % | evaluations |", 100.0 * share));
    text += "\n|:--|";
    TARGETS.iter().for_each(|_| text += "--:|--:|");
    text += "\n";
    let labels = suite.algorithms.iter().filter(|one| one.suppression.is_none()).map(|one| one.label());
    let before = text.len();
    for label in labels.filter(|label| suite.optimum.as_deref() != Some(*label)) {
        let of: Vec<&Row> = rows
            .iter()
            .filter(|row| row.key.algorithm == label && optima.contains_key(row.key.instance.as_str()))
            .collect();
        // A local recoding counts steps, not nodes.
        let is_local = suite.algorithms.iter().any(|one| one.label() == label && one.local.is_some());
        if !of.is_empty() && !is_local {
            text += &line(label, &of, reached);
        }
    }
    if text.len() == before {
        return String::new();
    }
    text + &format!(
        "\nOn the {} instances whose optimum is proved: share of the runs that come that near, and the median over the \
         instances of the expected evaluations (those of all runs until then, by the runs that succeed; – where no run does on \
         half of the instances).\n",
        optima.len()
    )
}

fn line(label: &str, of: &[&Row], reached: &Reached) -> String {
    let mut text = format!("| {label} |");
    for target in 0..TARGETS.len() {
        let when = |row: &&Row| reached.get(&row.key).and_then(|when| when[target]);
        let share = of.iter().filter_map(when).count() as f64 / of.len() as f64;
        let expected = of.chunk_by(|a, b| a.key.instance == b.key.instance).map(|runs| {
            let spent: u64 = runs.iter().map(|row| when(row).unwrap_or(row.evaluations)).sum();
            let hits = runs.iter().filter_map(when).count();
            if hits == 0 { f64::INFINITY } else { spent as f64 / hits as f64 }
        });
        let median = Description::from_values(&expected.collect::<Vec<f64>>()).map(|over| over.median);
        let median = median.filter(|median| median.is_finite());
        let median = median.map_or("–".to_owned(), |median| format!("{median:.0}"));
        text += &format!(" {:.0} % | {median} |", 100.0 * share);
    }
    text + "\n"
}
