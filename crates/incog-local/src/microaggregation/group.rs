//! A group of points, and all groups.

use super::points::{NumericPoints, squared};
use std::collections::BTreeSet;

/// A group of points.
#[derive(Debug, Clone)]
pub(super) struct Group {
    /// Ascending.
    pub members: Vec<u32>,
    /// Their mean.
    pub centroid: Vec<f64>,
    /// The sum of their squared distances to it.
    pub error: f64,
}

impl Group {
    pub fn new(points: &NumericPoints, mut members: Vec<u32>) -> Self {
        members.sort_unstable();
        let centroid = points.centroid(&members);
        let error = members.iter().map(|&member| squared(points.at(member), &centroid)).sum();
        Self { members, centroid, error }
    }

    /// By how much the error rises when a point at this place joins: n / (n + 1) times its squared
    /// distance to the mean.
    pub fn joining(&self, place: &[f64]) -> f64 {
        let n = self.members.len() as f64;
        squared(place, &self.centroid) * n / (n + 1.0)
    }

    /// By how much the error falls when a member leaves: n / (n - 1) times its squared distance to
    /// the mean.
    pub fn leaving(&self, place: &[f64]) -> f64 {
        let n = self.members.len() as f64;
        squared(place, &self.centroid) * n / (n - 1.0).max(1.0)
    }

    /// How the error changes when a member at one place is exchanged for a point at another.
    pub fn exchanging(&self, member: &[f64], other: &[f64]) -> f64 {
        let n = self.members.len() as f64;
        squared(other, &self.centroid) - squared(member, &self.centroid) - squared(other, member) / n
    }

    /// The members without one, and with another.
    pub fn changed(&self, without: Option<u32>, with: Option<u32>) -> Vec<u32> {
        let left = self.members.iter().copied().filter(|member| Some(*member) != without);
        left.chain(with).collect()
    }
}

/// Whether these points are of at least k units.
pub(super) fn are_enough(points: &NumericPoints, members: &[u32], k: usize) -> bool {
    members.len() >= k && {
        let units: BTreeSet<u32> = members.iter().map(|&member| points.unit(member)).collect();
        units.len() >= k
    }
}

/// Puts each of the points that are left into the group with the nearest centroid; into one group
/// where there is none.
pub(super) fn join_nearest(points: &NumericPoints, mut groups: Vec<Vec<u32>>, left: &[u32]) -> Vec<Vec<u32>> {
    if groups.is_empty() {
        return vec![left.to_vec()];
    }
    let centroids: Vec<Vec<f64>> = groups.iter().map(|group| points.centroid(group)).collect();
    for &point in left {
        let distance = |group: &usize| squared(points.at(point), &centroids[*group]);
        let nearest = (0..centroids.len()).min_by(|a, b| distance(a).total_cmp(&distance(b)).then(a.cmp(b)));
        groups[nearest.unwrap_or(0)].push(point);
    }
    groups
}
