//! What no grouping can lose less than.

use super::points::Points;

/// How much is left of a sum that is to be a bound: it is computed in floating-point numbers.
const ROUNDING: f64 = 1.0 - 1e-9;

/// Of more records not all pairs are looked at.
const MOST_RECORDS: usize = 50_000;

/// A squared error that no grouping of all records into groups of at least k records (or people) is below.
///
/// **Proof.** The squared error of a group G of g records is the sum of the squared distances of all its ordered pairs,
/// divided by 2g; so the share of record i is `1/(2g)` times the sum of its squared distances to the other g - 1. That sum is at
/// least `S(g - 1)`, the sum of its g - 1 least squared distances to any records. And `S(m) / (m + 1)` never falls as m grows:
/// `m S(m) >= (m + 1) S(m - 1)` says no more than `m d >= S(m - 1)` for the m-th least distance d, which is at least each of the
/// m - 1 terms of the sum. A group has g >= k records, as k people have at least k records; so the share of record i is at least
/// `S(k - 1) / (2k)`. Add up over all records.
///
/// Fewer than 2k records are one group, whose error is known. The distances of all pairs of more records are looked at: of
/// more than 50,000 records the bound is 0, which says nothing.
pub fn least_error(points: &Points, k: usize) -> f64 {
    if points.len() < 2 * k {
        return points.total_error();
    }
    if points.len() > MOST_RECORDS {
        return 0.0;
    }
    let nearest = k.saturating_sub(1).min(points.len().saturating_sub(1));
    if nearest == 0 {
        return 0.0;
    }
    let all = 0..points.len() as u32;
    let share = |point: u32| {
        let others = all.clone().filter(|other| *other != point);
        let mut distances: Vec<f64> = others.map(|other| points.apart(point, other)).collect();
        distances.select_nth_unstable_by(nearest - 1, f64::total_cmp);
        let near = &mut distances[..nearest];
        // In their order, so that the sum is the same whatever the selection left.
        near.sort_unstable_by(f64::total_cmp);
        near.iter().sum::<f64>() / (2 * k) as f64
    };
    all.clone().map(share).sum::<f64>() * ROUNDING
}
