//! What a release is still good for.

mod card;
mod metrics;
mod origin_destination;
mod range_query;

pub use metrics::METRICS;
pub use origin_destination::origin_destination_error;
pub use range_query::{RangeQueryError, range_query_errors};

use super::quantile::quantile;
use super::timed_track::{Timed, TrackPair};
use incog_report::svg::short_number;
use serde::{Deserialize, Serialize};

/// Utility figures; errors are shares, 0 for nothing lost.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TrajectoryUtility {
    /// Total translation distortion, metres, of the published trajectories.
    pub total_translation_distortion: f64,
    /// Half of all points were moved less than this, metres.
    pub median_shift: f64,
    /// Nine of ten points were moved less than this, metres.
    pub nine_in_ten_shift: f64,
    /// Mean shift of a point, metres.
    pub mean_shift: f64,
    /// Largest shift of a point, metres.
    pub max_shift: f64,
    /// Mean shift of a point in time, seconds.
    pub mean_time_shift: f64,
    /// Share of trajectories left out.
    pub trash_share: f64,
    /// Relative error of counting the trajectories within a distance and a span of time.
    pub range_query_errors: Vec<RangeQueryError>,
    /// Mean relative error of a published trajectory's length.
    pub trip_length_error: f64,
    /// Total variation distance of the origin-destination matrices on a grid of 1 km, left out
    /// trajectories counted as lost.
    pub origin_destination_error: f64,
}

impl TrajectoryUtility {
    /// How far points were moved, in words, the median first.
    pub fn shifts_in_words(&self) -> String {
        format!(
            "half of all points were moved less than {}, nine of ten less than {}, none more than {}",
            distance_in_words(self.median_shift),
            distance_in_words(self.nine_in_ten_shift),
            distance_in_words(self.max_shift)
        )
    }
}

/// Metres or kilometres, with two digits or all whole ones.
pub fn distance_in_words(metres: f64) -> String {
    let told = |value: f64| match value {
        ..10.0 => short_number((value * 10.0).round() / 10.0),
        _ => short_number(value.round()),
    };
    // What rounds to a thousand metres is told as a kilometre.
    if metres < 999.5 { format!("{} m", told(metres)) } else { format!("{} km", told(metres / 1000.0)) }
}

/// Measures a release against the original.
pub fn measure(pairs: &[TrackPair<'_>], seed: u64) -> TrajectoryUtility {
    let published: Vec<(Timed<'_>, Timed<'_>)> =
        pairs.iter().filter_map(|(a, b)| Some((*a, (*b)?))).collect();
    let shift = incog_trajectory::shift(published.iter().map(|(a, b)| (a.positions, b.positions)));
    let points = published.iter().flat_map(|(a, b)| a.positions.iter().zip(b.positions));
    let mut shifts: Vec<f64> = points.map(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1])).collect();
    let time_shift: f64 = published.iter().map(|(a, b)| mean_time_shift(a.span, b.span)).sum();
    let originals: Vec<Timed<'_>> = pairs.iter().map(|(original, _)| *original).collect();
    let released: Vec<Timed<'_>> = published.iter().map(|(_, released)| *released).collect();
    let share = |part: f64, all: usize| if all == 0 { 0.0 } else { part / all as f64 };
    let errors = published.iter().map(|(a, b)| length_error(a.positions, b.positions)).sum::<f64>();
    TrajectoryUtility {
        total_translation_distortion: shift.total,
        median_shift: quantile(&mut shifts, 0.5),
        nine_in_ten_shift: quantile(&mut shifts, 0.9),
        mean_shift: shift.mean(),
        max_shift: shift.max,
        mean_time_shift: share(time_shift, published.len()),
        trash_share: share((pairs.len() - published.len()) as f64, pairs.len()),
        range_query_errors: range_query_errors(&originals, &released, seed),
        trip_length_error: share(errors, published.len()),
        origin_destination_error: origin_destination_error(&originals, &released),
    }
}

/// Mean over the instants of |time - time'|, which changes linearly from start to end.
fn mean_time_shift(a: [f64; 2], b: [f64; 2]) -> f64 {
    let (start, end) = (b[0] - a[0], b[1] - a[1]);
    if start * end >= 0.0 {
        return (start + end).abs() / 2.0;
    }
    (start * start + end * end) / (2.0 * (start.abs() + end.abs()))
}

fn length(track: &[[f64; 2]]) -> f64 {
    track.windows(2).map(|step| (step[1][0] - step[0][0]).hypot(step[1][1] - step[0][1])).sum()
}

fn length_error(original: &[[f64; 2]], released: &[[f64; 2]]) -> f64 {
    let (original, released) = (length(original), length(released));
    if original.max(released) == 0.0 { 0.0 } else { (original - released).abs() / original.max(released) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_changed_is_nothing_lost_and_a_shift_is_counted() {
        let track = [[0.0, 0.0], [300.0, 400.0], [300.0, 1400.0]];
        let moved = track.map(|[x, y]| [x + 30.0, y + 40.0]);
        let at = |positions| Timed { positions, span: [0.0, 600.0] };
        let same = measure(&[(at(&track), Some(at(&track)))], 1);
        assert_eq!((same.mean_shift, same.origin_destination_error, same.trip_length_error), (0.0, 0.0, 0.0));
        assert!(same.range_query_errors.iter().all(|query| query.error == 0.0));
        let shifted = measure(
            &[(at(&track), Some(Timed { positions: &moved, span: [60.0, 660.0] })), (at(&track), None)],
            1,
        );
        assert!(
            (shifted.mean_shift - 50.0).abs() < 1e-12
                && (shifted.total_translation_distortion - 150.0).abs() < 1e-9
        );
        assert_eq!((shifted.mean_time_shift, shifted.trash_share), (60.0, 0.5));
        let moved =
            "half of all points were moved less than 50 m, nine of ten less than 50 m, none more than 50 m";
        assert_eq!(shifted.shifts_in_words(), moved);
        let words = [0.0, 3.12, 312.4, 999.6, 1240.0, 8_618_000.0].map(distance_in_words);
        assert_eq!(words, ["0 m", "3.1 m", "312 m", "1 km", "1.2 km", "8,618 km"]);
        assert_eq!(mean_time_shift([0.0, 10.0], [-5.0, 15.0]), 2.5);
    }
}
