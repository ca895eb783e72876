//! The measures of a release, as columns.

use super::query_precision::query_precision;
use incog::problem::ReleaseProblem;
use incog_data::Classes;
use incog_utility::{MetricParameters, all_metrics};

/// The names of all measures, in the order of [`measure`].
///
/// Every metric there is; `transparency-ratio` `TD / (r n)`; KGEN's `log` (mean of level over top, over the
/// quasi-identifiers) and `los` (share of the records suppressed); the numbers of classes, of records kept
/// and suppressed; the size of the smallest class; `query-precision`.
pub(super) fn names() -> Vec<&'static str> {
    let metrics = all_metrics().iter().map(|entry| entry.name);
    metrics
        .chain([
            "transparency-ratio",
            "log",
            "los",
            "classes",
            "kept",
            "suppressed",
            "smallest-class",
            "query-precision",
        ])
        .collect()
}

/// The measures of a release of `problem`.
pub(super) fn measure(problem: &ReleaseProblem, classes: &Classes<'_>) -> Vec<f64> {
    let parameters = MetricParameters { k: problem.models().minimum_size().max(1), ..Default::default() };
    let mut values: Vec<f64> =
        all_metrics().iter().map(|entry| (entry.build)(&parameters).value(classes)).collect();
    let transparency = all_metrics().iter().position(|entry| entry.name == "transparency");
    let degree = transparency.map_or(f64::NAN, |place| values[place]);
    let cells = classes.rows() as f64 * problem.tuples().quasi_identifiers().len() as f64;
    values.extend([
        degree / cells,
        level_of_generalization(classes),
        classes.suppressed() as f64 / classes.rows() as f64,
        classes.released().count() as f64,
        classes.kept() as f64,
        classes.suppressed() as f64,
        classes.released().map(|class| class.kept).min().unwrap_or(0) as f64,
        query_precision(classes),
    ]);
    values
}

fn level_of_generalization(classes: &Classes<'_>) -> f64 {
    let qids = classes.tuples().quasi_identifiers();
    let shares = qids.iter().zip(classes.levels().iter()).map(|(qid, &level)| {
        let height = qid.hierarchy.height();
        if height == 0 { 0.0 } else { f64::from(level) / height as f64 }
    });
    shares.sum::<f64>() / qids.len() as f64
}
