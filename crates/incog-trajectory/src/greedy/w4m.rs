//! Clusters around pivots within a radius that grows until little is left out.

use super::GreedyError;
use super::bisection::halves;
use super::by_center::by_center;
use super::free_set::FreeSet;
use crate::box_tree::{PlanePoints, distance_of};
use crate::join::distance;
use crate::{Clustering, ClusteringWatch, TrajectorySet};
use std::ops::Range;

/// Greedy clustering in the style of NWA and W4M (Abul, Bonchi, Nanni 2010,
/// doi:10.1016/j.is.2010.05.003): pivots far from each other take their k - 1 nearest free
/// trajectories if those are within a radius; the others join the nearest pivot within it or are
/// trash; while there is more trash than the share `trash`, the radius grows by half.
///
/// Our own wording of the method: not the published program. When the watch is over, all
/// trajectories are cut in half.
pub fn w4m(
    set: &TrajectorySet,
    k: usize,
    trash: f64,
    watch: &ClusteringWatch<'_>,
) -> Result<Clustering, GreedyError> {
    by_center(set, k, |range| {
        let limit = (trash.clamp(0.0, 1.0) * range.len() as f64).floor() as usize;
        let mut radius = first_radius(set, range.clone(), k);
        loop {
            let Some((groups, left)) = attempt(set, range.clone(), k, radius, watch) else {
                return halves(set, (range.start as u32..range.end as u32).collect(), k);
            };
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
    let reach = free.nearest(&mean, k).last().map_or(0.0, |&key| distance_of(key));
    (reach / 2.0).max(1.0)
}

/// The groups, and how many trajectories are in none; nothing when the watch is over.
fn attempt(
    set: &TrajectorySet,
    range: Range<usize>,
    k: usize,
    radius: f32,
    watch: &ClusteringWatch<'_>,
) -> Option<(Vec<Vec<u32>>, usize)> {
    // A trajectory that makes no cluster around itself may still become a member of another one.
    let mut active = FreeSet::new(set, range.clone());
    let mut free = FreeSet::new(set, range);
    let mut last = active.mean();
    let (mut groups, mut pivots): (Vec<Vec<u32>>, Vec<PlanePoints>) = (Vec::new(), Vec::new());
    while let Some(pivot) = active.farthest(&last) {
        if watch.is_over() {
            return None;
        }
        last = active.place(pivot);
        let nearest = match set.objects() {
            0 => free.nearest(&last, k).to_vec(),
            _ => free.nearest_objects(&last, k, &[]),
        };
        if nearest.len() == k && nearest.last().is_some_and(|&key| distance_of(key) <= radius) {
            let group = free.take_nearest(&last, k);
            for &member in &group {
                if active.has(member) {
                    active.take(member);
                }
            }
            groups.push(group);
            pivots.push(last.clone());
        }
        if active.has(pivot) {
            active.take(pivot);
        }
    }
    let mut left = 0;
    for trajectory in free.trajectories() {
        let place = free.place(trajectory);
        let to = |pivot: usize| distance(&pivots[pivot], &place);
        let nearest = (0..pivots.len()).min_by(|&a, &b| to(a).total_cmp(&to(b)));
        match nearest.filter(|&pivot| to(pivot) <= radius) {
            Some(pivot) => groups[pivot].push(trajectory),
            None => left += 1,
        }
    }
    Some((groups, left))
}
