//! The matrix of origins and destinations.

use super::super::timed_track::Timed;
use super::card::{DP_STAR_PAPER, metric};
use incog_card::Card;
use std::collections::BTreeMap;

/// Its card.
pub(super) static CARD: Card = metric(
    "origin_destination_error",
    "trajectories: total variation distance of the origin-destination matrices on a grid of 1 km",
    DP_STAR_PAPER,
);

/// Total variation distance of the matrices of the originals and of the release on a grid of 1 km:
/// half the sum of the differences of their counts, a share of the mean number of trajectories. The
/// grid begins at the south-western corner of where the released ones begin and end, so that it
/// follows from the release.
pub fn origin_destination_error(originals: &[Timed<'_>], released: &[Timed<'_>]) -> f64 {
    let ends =
        released.iter().flat_map(|track| track.positions.first().into_iter().chain(track.positions.last()));
    let corner = ends.fold([f64::INFINITY; 2], |[x, y], end| [x.min(end[0]), y.min(end[1])]);
    let of = |place: f64, from: f64| ((place - from) / 1000.0).floor() as i64;
    let cell = |[x, y]: [f64; 2]| (of(x, corner[0]), of(y, corner[1]));
    let mut matrix = BTreeMap::new();
    let mut add = |tracks: &[Timed<'_>], sign: i64| {
        for track in tracks {
            if let (Some(&from), Some(&to)) = (track.positions.first(), track.positions.last()) {
                *matrix.entry((cell(from), cell(to))).or_insert(0) += sign;
            }
        }
    };
    add(originals, 1);
    add(released, -1);
    let differences: i64 = matrix.values().map(|difference: &i64| difference.abs()).sum();
    let all = originals.len() + released.len();
    if all == 0 { 0.0 } else { differences as f64 / all as f64 }
}
