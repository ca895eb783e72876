//! Maximum distance to average vector.

use super::GreedyError;
use super::by_center::by_center;
use super::free_set::FreeSet;
use crate::{Clustering, TrajectorySet};
use std::ops::Range;

/// MDAV micro-aggregation (Domingo-Ferrer and Torra 2005, doi:10.1007/s10618-005-0007-5): the
/// trajectory farthest from the mean of the free ones takes its k - 1 nearest, then the one
/// farthest from that does; until fewer than 3k are left.
pub fn mdav(set: &TrajectorySet, k: usize) -> Result<Clustering, GreedyError> {
    by_center(set, k, |range| groups(set, range, k))
}

fn groups(set: &TrajectorySet, range: Range<usize>, k: usize) -> Vec<Vec<u32>> {
    let mut free = FreeSet::new(set, range);
    let mut groups = Vec::new();
    while free.len() >= 3 * k {
        let mean = free.mean();
        let Some(first) = free.farthest(&mean).map(|position| free.place(position)) else { break };
        let second = free.farthest(&first).map(|position| free.place(position));
        groups.push(free.take_nearest(&first, k));
        groups.extend(second.map(|second| free.take_nearest(&second, k)));
    }
    if free.len() >= 2 * k {
        let mean = free.mean();
        let outer = free.farthest(&mean).map(|position| free.place(position));
        groups.extend(outer.map(|outer| free.take_nearest(&outer, k)));
    }
    let rest = free.mean();
    groups.push(free.take_nearest(&rest, usize::MAX));
    groups
}
