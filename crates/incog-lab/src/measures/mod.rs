//! The measures of a run: their names, and those of a release of a table.

mod query_precision;

pub(crate) use query_precision::QueryWorkload;

use incog_data::{Class, ClassLabel, Classes, Tuples};
use incog_plan::ReleaseProblem;
use incog_utility::{METRICS, metric_by_name};

/// Measures of a table apart from the metrics.
const OF_TABLES: [&str; 9] = [
    "transparency-ratio",
    "log",
    "los",
    "classes",
    "kept",
    "suppressed",
    "smallest-class",
    "query-precision",
    "least-share",
];
/// Measures of a search for a table, of trajectories, and of runs compared with the optimum.
const OTHERS: [&str; 9] = [
    "communication-share",
    "accuracy",
    "hypervolume",
    "hypervolume-above-k",
    "hypervolume-per-k",
    "front-size",
    "privacy-degree",
    "utility-degree",
    "distortion",
];

/// A numeric fact about a run apart from its measures.
const NUMBERS: [&str; 8] =
    ["objective", "evaluations", "seconds", "bound", "gap", "lattice-nodes", "top-height", "feasible"];

/// The names of all measures.
///
/// Of tables: every metric there is; `transparency-ratio` `TD / (r n)`; KGEN's `log` (mean of level
/// over top, over the quasi-identifiers) and `los` (share of the records suppressed); the numbers
/// of classes, of records kept and suppressed; the size of the smallest class; `query-precision`;
/// `communication-share` of island models; `accuracy` (KGEN, eq. 4), known only when all runs are
/// finished; `least-share`, of the rarest value of the first sensitive attribute in the whole
/// table, which is a feature of the instance.
///
/// Of trajectories: `hypervolume` of the front against (0, 0) and `hypervolume-above-k` against (k,
/// 0), `hypervolume-per-k`, the former with privacy degrees in units of k, `front-size`, its
/// largest `privacy-degree` and `utility-degree`, and its least `distortion` in metres.
pub(crate) fn names() -> Vec<&'static str> {
    METRICS.iter().map(|entry| entry.card.name).chain(OF_TABLES).chain(OTHERS).collect()
}

/// The place of a measure in [`names`].
pub(crate) fn place(name: &str) -> Option<usize> {
    names().iter().position(|known| *known == name)
}

/// Whether runs have a number of this name.
pub(crate) fn is_measure(name: &str) -> bool {
    NUMBERS.contains(&name) || place(name).is_some()
}

/// The measures of a release of `problem`, in the order of [`names`].
pub(crate) fn measure(
    problem: &ReleaseProblem,
    queries: &QueryWorkload,
    classes: &Classes<'_>,
) -> Vec<Option<f64>> {
    let k = problem.models().minimum_size();
    // Every metric there is can be made with its defaults.
    let value = |name: &str| metric_by_name(name, k).map_or(f64::NAN, |metric| metric.value(classes));
    let mut values: Vec<f64> = METRICS.iter().map(|entry| value(entry.card.name)).collect();
    let transparency = METRICS.iter().position(|entry| entry.card.name == "transparency");
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
        queries.precision(classes),
    ]);
    let values = values.into_iter().map(Some).chain([least_share(problem.tuples())]);
    values.chain(OTHERS.map(|_| None)).collect()
}

/// The share of the rarest value of the first sensitive attribute.
fn least_share(tuples: &Tuples) -> Option<f64> {
    let totals = &tuples.sensitive().first()?.totals;
    let least = totals.iter().copied().filter(|&total| total > 0).min()?;
    Some(least as f64 / tuples.rows() as f64)
}

/// The mean over records and quasi-identifiers of the level as a share of the highest.
fn level_of_generalization(classes: &Classes<'_>) -> f64 {
    let share = |label: ClassLabel<'_>| {
        let height = label.quasi_identifier.hierarchy.height();
        if height == 0 { 0.0 } else { f64::from(label.level) / height as f64 }
    };
    let cells = classes.rows() as f64 * classes.tuples().quasi_identifiers().len() as f64;
    classes
        .all()
        .iter()
        .map(|class: &Class| class.size as f64 * classes.labels(class).map(share).sum::<f64>())
        .sum::<f64>()
        / cells
}
