//! All figures of what a release of trajectories is still good for.

use super::card::{APMA_PAPER, DP_STAR_PAPER, W4M_PAPER, metric};
use super::{origin_destination, range_query};
use incog_card::Card;

/// The figures of utility in a report, in its order, and the size of the front; the search lowers
/// the first.
pub static METRICS: &[&Card] = &[
    &TOTAL_TRANSLATION_DISTORTION,
    &MEDIAN_SHIFT,
    &NINE_IN_TEN_SHIFT,
    &MEAN_SHIFT,
    &MAX_SHIFT,
    &MEAN_TIME_SHIFT,
    &TRASH_SHARE,
    &range_query::CARD,
    &TRIP_LENGTH_ERROR,
    &origin_destination::CARD,
    &HYPERVOLUME,
];

static TOTAL_TRANSLATION_DISTORTION: Card = metric(
    "total_translation_distortion",
    "trajectories: TTD, total shift of all points, metres",
    APMA_PAPER,
);
static MEDIAN_SHIFT: Card =
    metric("median_shift", "trajectories: median shift of a published point, metres", W4M_PAPER);
static NINE_IN_TEN_SHIFT: Card = metric(
    "nine_in_ten_shift",
    "trajectories: 90 % quantile of the shift of a published point, metres",
    W4M_PAPER,
);
static MEAN_SHIFT: Card =
    metric("mean_shift", "trajectories: mean shift of a published point (TTD / points), metres", W4M_PAPER);
static MAX_SHIFT: Card = metric("max_shift", "trajectories: largest shift of a point, metres", W4M_PAPER);
static MEAN_TIME_SHIFT: Card =
    metric("mean_time_shift", "trajectories: mean shift of a point in time, seconds", W4M_PAPER);
static TRASH_SHARE: Card = metric("trash_share", "trajectories: share of suppressed trajectories", W4M_PAPER);
static TRIP_LENGTH_ERROR: Card =
    metric("trip_length_error", "trajectories: mean relative error of a trajectory's length", DP_STAR_PAPER);
static HYPERVOLUME: Card = metric(
    "hypervolume",
    "trajectories: area under the front of (privacy degree, utility degree) against (0, 0)",
    APMA_PAPER,
);

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_of_a_report_has_its_card() {
        let figures = serde_json::to_value(super::super::measure(&[], 1)).unwrap();
        let figures = figures.as_object().unwrap().keys().map(String::as_str);
        // The front is a figure of the search.
        assert!(figures.chain([HYPERVOLUME.name]).eq(METRICS.iter().map(|card| card.name)));
    }
}
