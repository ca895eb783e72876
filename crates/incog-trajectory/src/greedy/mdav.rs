//! Maximum distance to average vector.

use super::GreedyError;
use super::bisection::halves;
use super::by_center::by_center;
use super::free_set::FreeSet;
use crate::join::join;
use crate::{Clustering, ClusteringWatch, TrajectorySet};

/// MDAV micro-aggregation (Domingo-Ferrer and Torra 2005, doi:10.1007/s10618-005-0007-5): the
/// trajectory farthest from the mean of the free ones takes its k - 1 nearest, then the one
/// farthest from that does; until fewer than 3k are left.
///
/// Each takes the nearest trajectories of k different objects. When too few objects are left for a
/// cluster, their trajectories join the nearest one. When the watch is over, what is left is cut in
/// half.
pub fn mdav(set: &TrajectorySet, k: usize, watch: &ClusteringWatch<'_>) -> Result<Clustering, GreedyError> {
    by_center(set, k, |range| groups(set, FreeSet::new(set, range), k, watch))
}

pub(super) fn groups(
    set: &TrajectorySet,
    mut free: FreeSet<'_>,
    k: usize,
    watch: &ClusteringWatch<'_>,
) -> Vec<Vec<u32>> {
    let mut groups = Vec::new();
    while free.len() >= 3 * k && free.objects() >= k {
        if watch.is_over() {
            groups.extend(halves(set, free.trajectories(), k));
            return groups;
        }
        let Some(first) = free.farthest(&free.mean()).map(|first| free.place(first)) else { break };
        let second = free.farthest(&first).map(|second| free.place(second));
        groups.push(free.take_nearest(&first, k));
        if free.objects() >= k {
            groups.extend(second.map(|second| free.take_nearest(&second, k)));
        }
    }
    if free.len() >= 2 * k && free.objects() >= k {
        let outer = free.farthest(&free.mean()).map(|outer| free.place(outer));
        groups.extend(outer.map(|outer| free.take_nearest(&outer, k)));
    }
    let rest = free.trajectories();
    if free.objects() >= k {
        groups.push(rest);
        return groups;
    }
    if rest.is_empty() { groups } else { join(set, groups, rest, k) }
}
