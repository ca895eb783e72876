//! Spatio-temporal range queries: how many trajectories were near a place at some time.
//!
//! Abul, Bonchi, Nanni 2010, doi:10.1016/j.is.2010.05.003, section 6.

use super::super::timed_track::{Timed, at};
use super::card::{W4M_PAPER, metric};
use incog_card::Card;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Its card.
pub(super) static CARD: Card = metric(
    "range_query_errors",
    "trajectories: mean relative error of 500 random range queries (who was near a place at a time)",
    W4M_PAPER,
);

/// Error of one kind of query: |original - released| / max(original, released), the mean over
/// random queries around points of the original.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct RangeQueryError {
    /// Radius in metres.
    pub metres: f64,
    /// Length of the time span in minutes.
    pub minutes: f64,
    /// The error.
    pub error: f64,
}

const QUERIES: usize = 500;
/// Radius in metres and time span in minutes.
const KINDS: [(f64, f64); 3] = [(500.0, 15.0), (1000.0, 30.0), (2000.0, 60.0)];

/// The errors of three kinds of queries; the seed draws them.
pub fn range_query_errors(
    originals: &[Timed<'_>],
    released: &[Timed<'_>],
    seed: u64,
) -> Vec<RangeQueryError> {
    let error = |(metres, minutes): (f64, f64)| RangeQueryError {
        metres,
        minutes,
        error: range_query_error(originals, released, metres, minutes * 60.0, seed),
    };
    KINDS.into_iter().map(error).collect()
}

fn range_query_error(
    originals: &[Timed<'_>],
    released: &[Timed<'_>],
    metres: f64,
    seconds: f64,
    seed: u64,
) -> f64 {
    if originals.is_empty() {
        return 0.0;
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let queries: Vec<([f64; 2], f64)> = (0..QUERIES)
        .map(|_| {
            let track = originals[rng.random_range(0..originals.len())];
            let instant = rng.random_range(0..track.positions.len());
            (track.positions[instant], at(track.span, instant, track.positions.len()))
        })
        .collect();
    let error = |&(centre, time): &([f64; 2], f64)| {
        let window = [time - seconds / 2.0, time + seconds / 2.0];
        let count =
            |tracks: &[Timed<'_>]| tracks.iter().filter(|track| meets(track, centre, metres, window)).count();
        let (before, after) = (count(originals) as f64, count(released) as f64);
        (before - after).abs() / before.max(after).max(1.0)
    };
    // Summed in order, so that the number of threads does not show in the last digit.
    let errors: Vec<f64> = queries.par_iter().map(error).collect();
    errors.iter().sum::<f64>() / QUERIES as f64
}

fn meets(track: &Timed<'_>, centre: [f64; 2], metres: f64, window: [f64; 2]) -> bool {
    if track.span[1] < window[0] || track.span[0] > window[1] {
        return false;
    }
    track.positions.iter().enumerate().any(|(instant, position)| {
        let time = at(track.span, instant, track.positions.len());
        let (dx, dy) = (position[0] - centre[0], position[1] - centre[1]);
        (window[0]..=window[1]).contains(&time) && dx * dx + dy * dy <= metres * metres
    })
}
