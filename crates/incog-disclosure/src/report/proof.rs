//! What a proof says, in one sentence.

use super::{RecodingKind, Report};
use crate::job::KeepColumns;
use incog_utility::metric_by_name;

/// What was proved about a release that was optimized for `objective`, when its search ended with a
/// proof.
///
/// An exact search covers all choices of levels, with every class keeping the most that the models
/// allow. Whether that covers every release that could be better depends on the metric:
/// [`keeping_most_is_best`](incog_utility::Metric::keeping_most_is_best). The bound of a local
/// recoding covers all of them.
///
/// ```
/// use incog_disclosure::report::{RecodingKind, what_was_proved};
/// let proved = what_was_proved("loss", RecodingKind::Global);
/// assert_eq!(proved, "no other choice of levels is better, with any suppression");
/// let proved = what_was_proved("class-size", RecodingKind::Global);
/// assert!(proved.contains("with every class keeping as many records as the models allow"));
/// ```
pub fn what_was_proved(objective: &str, recoding: RecodingKind) -> &'static str {
    match (recoding, keeping_most_is_best(objective)) {
        (RecodingKind::Microaggregation, _) => "no other groups of as many records are better",
        (RecodingKind::Local, _) => {
            "no other choice of levels, record by record, is better, with any suppression"
        }
        (RecodingKind::Global, true) => "no other choice of levels is better, with any suppression",
        (RecodingKind::Global, false) => {
            "no other choice of levels is better, with every class keeping as many records as the models allow \
             (suppressing more than they demand could be better)"
        }
    }
}

/// Among which releases the best was looked for, where the job leaves out those that lose all
/// detail of a column; empty where it leaves out none.
pub fn among_which(report: &Report) -> &'static str {
    let keep = report.job.utility.keep_columns.as_deref();
    let is_kept = keep.is_some_and(|keep| keep != KeepColumns::Off.name());
    match is_kept && report.solution.recoding == RecodingKind::Global {
        true => " among the releases that utility.keep_columns leaves",
        false => "",
    }
}

/// What a bound is about when nothing is proved: all releases, or only those that keep the most.
pub fn what_is_bounded(objective: &str, recoding: RecodingKind) -> &'static str {
    if recoding == RecodingKind::Microaggregation {
        "no grouping of all records"
    } else if recoding == RecodingKind::Local || keeping_most_is_best(objective) {
        "no release"
    } else {
        "no release that keeps as many records as the models allow"
    }
}

/// How much a search has looked at: nodes of the lattice of levels, or steps where levels differ by
/// record.
pub fn work(recoding: RecodingKind, evaluations: &str, lattice_nodes: &str) -> String {
    match recoding {
        RecodingKind::Global => format!("{evaluations} of {lattice_nodes} nodes"),
        RecodingKind::Local | RecodingKind::Microaggregation => format!("{evaluations} steps"),
    }
}

/// An unknown metric gets the weaker claim.
fn keeping_most_is_best(objective: &str) -> bool {
    metric_by_name(objective, 1).is_ok_and(|metric| metric.keeping_most_is_best())
}
