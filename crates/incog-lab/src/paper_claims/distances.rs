//! How far algorithms are from the proved optimum of full-domain recoding, and what no release is
//! beyond.

use crate::record::Record;
use crate::runs::{Row, optima};
use crate::suite::AlgorithmFile;
use crate::tables::{PairedComparison, mean_difference};

/// How far an algorithm is from the proved optimum of full-domain recoding: on how many instances,
/// and by which share.
pub(super) struct Distance {
    /// The name of the suite.
    suite: String,
    algorithm: String,
    instances: usize,
    mean: f64,
    /// How far it is from what no release beats, by the bounds of a local recoding.
    possible: Option<f64>,
}

/// The heading of their table.
pub(super) const HEADING: &str = "### How far all of them are from what is possible\n\n\
    By how much each is better (+) or worse (-) than the proved optimum of full-domain recoding with suppression, the form of release of all four papers \
    about tables, in the objective of the paper; mean over the instances whose optimum is proved. Local recodings may be better than that optimum; the last column is what no \
    release by the same hierarchies can reach beyond, local or not, as their searches prove.\n\n\
    | suite | algorithm | instances | from the proved optimum | at most possible |\n|:--|:--|--:|--:|--:|\n";

/// How far the subject and the local recodings of a suite are from the optimum.
pub(super) fn distances_of(record: &Record, tables: &[(String, PairedComparison)]) -> Vec<Distance> {
    let suite = &record.suite;
    let is_shown =
        |one: &&AlgorithmFile| one.local.is_some() || suite.subject.as_deref() == Some(one.label());
    let of = |one: &AlgorithmFile| {
        let of_table = |(_, table): &(String, PairedComparison)| {
            Some((mean_difference(table, one.label())?, table.minimize))
        };
        let ((instances, mean), minimize) = tables.iter().find_map(of_table)?;
        // A local recoding that looks for another objective has a bound of that.
        let has_bound = one.local.is_some() && one.objective.is_none();
        let possible = has_bound.then(|| beyond_the_optimum(record, one.label(), minimize)).flatten();
        let [suite, algorithm] = [suite.name.clone(), one.label().to_owned()];
        Some(Distance { suite, algorithm, instances, mean, possible })
    };
    suite.algorithms.iter().filter(is_shown).filter_map(of).collect()
}

/// By how much the bounds of an algorithm are better than the proved optima, mean over the
/// instances.
fn beyond_the_optimum(record: &Record, label: &str, minimize: bool) -> Option<f64> {
    let optima = optima(&record.suite, &record.rows);
    let of = |row: &Row| {
        let optimum = *optima.get(row.key.instance.as_str())?;
        Some((row.bound? - optimum) / optimum.abs() * if minimize { -1.0 } else { 1.0 })
    };
    let rows = record.rows.iter().filter(|row| row.key.algorithm == label);
    let all: Vec<f64> = rows.filter_map(of).collect();
    (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64)
}

impl Distance {
    /// A line of the table.
    pub fn line(&self, folder: &str) -> String {
        format!(
            "| [{}](../experiments/{folder}/README.md) | {} | {} | {:+.1} % | {} |\n",
            self.suite,
            self.algorithm,
            self.instances,
            100.0 * self.mean,
            self.possible.map_or("–".to_owned(), |share| format!("{:+.1} %", 100.0 * share))
        )
    }
}
