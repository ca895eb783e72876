//! What a proof says, in one sentence.

use incog_utility::metric_by_name;

/// What was proved of a release that was optimized for `objective`, when its search ended with a proof.
///
/// A search that proves looks at all levels, of every class keeping the most that the models allow. Whether that
/// is all there is to look at is a fact of the metric:
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

/// Of what a bound speaks, when nothing is proved: of all releases, or of those that keep the most.
pub fn what_is_bounded(objective: &str) -> &'static str {
    if keeping_most_is_best(objective) {
        "no release"
    } else {
        "no release that keeps the most that the models allow"
    }
}

/// The weaker claim for a metric that nobody knows.
fn keeping_most_is_best(objective: &str) -> bool {
    metric_by_name(objective, 1).is_ok_and(|metric| metric.keeping_most_is_best())
}
