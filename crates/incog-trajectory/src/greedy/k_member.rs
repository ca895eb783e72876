//! Greedy k-member clustering.

use super::GreedyError;
use super::bisection::halves;
use super::by_center::by_center;
use super::free_set::FreeSet;
use crate::box_tree::{PlanePoints, number_of};
use crate::join::join;
use crate::{Clustering, ClusteringWatch, TrajectorySet};
use std::ops::Range;

/// Greedy k-member clustering (Byun et al. 2007, doi:10.1007/978-3-540-71703-4_18): each cluster
/// starts with the trajectory farthest from the last start and takes, k - 1 times, the free
/// trajectory nearest to its mean; what is left joins the cluster with the nearest mean.
///
/// Each takes trajectories of k different objects. When the watch is over, what is left is cut in
/// half.
pub fn k_member(
    set: &TrajectorySet,
    k: usize,
    watch: &ClusteringWatch<'_>,
) -> Result<Clustering, GreedyError> {
    by_center(set, k, |range| groups(set, range, k, watch))
}

fn groups(set: &TrajectorySet, range: Range<usize>, k: usize, watch: &ClusteringWatch<'_>) -> Vec<Vec<u32>> {
    let mut free = FreeSet::new(set, range);
    let mut last = free.mean();
    let mut groups = Vec::new();
    while free.objects() >= k {
        if watch.is_over() {
            groups.extend(halves(set, free.trajectories(), k));
            return groups;
        }
        let Some(start) = free.farthest(&last) else { break };
        last = free.place(start);
        let mut mean = last.clone();
        let mut members = vec![start];
        free.take(start);
        while members.len() < k {
            let near = match set.objects() {
                0 => free.nearest(&mean, 1).first().copied(),
                _ => free.nearest_objects(&mean, 1, &members).first().copied(),
            };
            let Some(next) = near.map(number_of) else { break };
            include(&mut mean, &free.place(next), members.len());
            free.take(next);
            members.push(next);
        }
        groups.push(members);
    }
    let rest = free.trajectories();
    if rest.is_empty() { groups } else { join(set, groups, rest, k) }
}

fn include(mean: &mut PlanePoints, place: &PlanePoints, members: usize) {
    for (mean, point) in mean.iter_mut().zip(place) {
        *mean = [0, 1].map(|axis| mean[axis] + (point[axis] - mean[axis]) / (members + 1) as f32);
    }
}
