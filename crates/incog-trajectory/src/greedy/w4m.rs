//! Clusters around pivots within a radius that grows until little is left over.

use super::GreedyError;
use super::by_center::by_center;
use super::free_set::{FreeSet, Place};
use crate::{Clustering, TrajectorySet};
use std::ops::Range;

/// Greedy clustering in the style of NWA and W4M (Abul, Bonchi, Nanni 2010,
/// doi:10.1016/j.is.2010.05.003): pivots far from each other take their k - 1 nearest free
/// trajectories if those are within a radius; the others join the nearest pivot within it or are
/// trash; while there is more trash than the share `trash`, the radius grows by half.
///
/// Our own wording of the method: not the published program.
pub fn w4m(set: &TrajectorySet, k: usize, trash: f64) -> Result<Clustering, GreedyError> {
    by_center(set, k, |range| {
        let limit = (trash.clamp(0.0, 1.0) * range.len() as f64).floor() as usize;
        let mut radius = first_radius(set, range.clone(), k);
        loop {
            let (groups, left) = attempt(set, range.clone(), k, radius);
            if left <= limit || !radius.is_finite() {
                return groups;
            }
            radius *= 1.5;
        }
    })
}

/// Half the distance from the mean to the k-th nearest: small enough to begin with.
fn first_radius(set: &TrajectorySet, range: Range<usize>, k: usize) -> f32 {
    let mut free = FreeSet::new(set, range);
    let mean = free.mean();
    let mut distances = free.measure(&mean).to_vec();
    distances.select_nth_unstable_by(k - 1, f32::total_cmp);
    (distances[k - 1] / 2.0).max(1.0)
}

fn attempt(set: &TrajectorySet, range: Range<usize>, k: usize, radius: f32) -> (Vec<Vec<u32>>, usize) {
    let mut free = FreeSet::new(set, range);
    let mut last = free.mean();
    let (mut groups, mut pivots): (Vec<Vec<u32>>, Vec<Place>) = (Vec::new(), Vec::new());
    let mut alone = Vec::new();
    while let Some(pivot) = free.farthest(&last) {
        last = free.place(pivot);
        let mut distances = free.measure(&last).to_vec();
        let enough =
            distances.len() >= k && *distances.select_nth_unstable_by(k - 1, f32::total_cmp).1 <= radius;
        if enough {
            groups.push(free.take_nearest(&last, k));
            pivots.push(last.clone());
        } else {
            alone.push((free.take(pivot), last.clone()));
        }
    }
    let mut left = 0;
    for (trajectory, place) in alone {
        let to = |pivot: usize| distance(&pivots[pivot], &place);
        let nearest = (0..pivots.len()).min_by(|&a, &b| to(a).total_cmp(&to(b)));
        match nearest.filter(|&pivot| to(pivot) <= radius) {
            Some(pivot) => groups[pivot].push(trajectory),
            None => left += 1,
        }
    }
    (groups, left)
}

fn distance(a: &Place, b: &Place) -> f32 {
    a.iter().zip(b).map(|(a, b)| ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)).sqrt()).sum()
}
