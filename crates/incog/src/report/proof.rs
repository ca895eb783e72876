//! What a proof says, in one sentence.

use incog_utility::metric_by_name;

/// What was proved about a release that was optimized for `objective`, when its search ended with a proof.
///
/// An exact search covers all choices of levels, with every class keeping the most that the models allow. Whether that
/// covers every release that could be better depends on the metric:
/// [`keeping_most_is_best`](incog_utility::Metric::keeping_most_is_best).
///
/// ```
/// use incog::report::what_was_proved;
/// assert_eq!(what_was_proved("loss"), "no other choice of levels, whatever is suppressed with it, does better");
/// assert!(what_was_proved("class-size").contains("with every class keeping the most that the models allow"));
/// ```
pub fn what_was_proved(objective: &str) -> &'static str {
    if keeping_most_is_best(objective) {
        "no other choice of levels, whatever is suppressed with it, does better"
    } else {
        "no other choice of levels, with every class keeping the most that the models allow, does better \
         (suppressing more than they demand could)"
    }
}

/// What a bound is about when nothing is proved: all releases, or only those that keep the most.
pub fn what_is_bounded(objective: &str) -> &'static str {
    if keeping_most_is_best(objective) {
        "no release"
    } else {
        "no release that keeps the most that the models allow"
    }
}

/// An unknown metric gets the weaker claim.
fn keeping_most_is_best(objective: &str) -> bool {
    metric_by_name(objective, 1).is_ok_and(|metric| metric.keeping_most_is_best())
}
