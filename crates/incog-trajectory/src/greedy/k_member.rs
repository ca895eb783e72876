//! Greedy k-member clustering.

use super::GreedyError;
use super::by_center::by_center;
use super::free_set::{FreeSet, Place};
use crate::{Clustering, TrajectorySet};
use std::ops::Range;

/// Greedy k-member clustering (Byun et al. 2007, doi:10.1007/978-3-540-71703-4_18): each cluster
/// starts with the trajectory farthest from the last start and takes, k - 1 times, the free
/// trajectory nearest to its mean; what is left joins the cluster with the nearest mean.
///
/// O(n^2) distances.
pub fn k_member(set: &TrajectorySet, k: usize) -> Result<Clustering, GreedyError> {
    by_center(set, k, |range| groups(set, range, k))
}

fn groups(set: &TrajectorySet, range: Range<usize>, k: usize) -> Vec<Vec<u32>> {
    let mut free = FreeSet::new(set, range);
    let mut last = free.mean();
    let (mut groups, mut means) = (Vec::new(), Vec::new());
    while free.len() >= k {
        let Some(start) = free.farthest(&last) else { break };
        last = free.place(start);
        let mut mean = last.clone();
        let mut members = vec![free.take(start)];
        while members.len() < k {
            free.measure(&mean);
            let Some(next) = (0..free.len()).min_by_key(|&position| free.key(position)) else { break };
            include(&mut mean, &free.place(next), members.len());
            members.push(free.take(next));
        }
        groups.push(members);
        means.push(mean);
    }
    while free.len() > 0 {
        let place = free.place(0);
        let trajectory = free.take(0);
        let nearest = (0..means.len())
            .min_by(|&a, &b| between(&means[a], &place).total_cmp(&between(&means[b], &place)));
        groups[nearest.unwrap_or(0)].push(trajectory);
    }
    groups
}

fn include(mean: &mut Place, place: &Place, members: usize) {
    for (mean, point) in mean.iter_mut().zip(place) {
        *mean = [0, 1].map(|axis| mean[axis] + (point[axis] - mean[axis]) / (members + 1) as f32);
    }
}

fn between(a: &Place, b: &Place) -> f32 {
    a.iter().zip(b).map(|(a, b)| ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)).sqrt()).sum()
}
