//! Proving or refuting (k, delta)-anonymity of what was written.

use std::collections::BTreeSet;

/// What a release was found to be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CheckedRelease {
    /// Trajectories of the smallest cluster.
    pub smallest: usize,
    /// Different moving objects of the cluster that has the fewest, where it is known whose the
    /// trajectories are.
    pub fewest_objects: Option<usize>,
    /// Largest distance of two members of one cluster at one instant, in metres.
    pub widest: f64,
    /// Number of clusters.
    pub clusters: usize,
}

impl CheckedRelease {
    /// Adds the count of moving objects, given the object of each member of each cluster.
    #[must_use]
    pub fn with_objects(self, clusters: &[Vec<u32>]) -> Self {
        let different = |members: &Vec<u32>| members.iter().collect::<BTreeSet<_>>().len();
        Self { fewest_objects: Some(clusters.iter().map(different).min().unwrap_or(0)), ..self }
    }

    /// The k that is reached: different objects where they are known, else trajectories.
    pub fn k(&self) -> usize {
        self.fewest_objects.unwrap_or(self.smallest)
    }

    /// Whether every cluster has k members that count, all within delta at every instant. A release
    /// without any trajectory exposes nobody and holds.
    pub fn holds(&self, k: usize, delta: f64) -> bool {
        self.clusters == 0 || (self.k() >= k && self.widest <= delta)
    }
}

/// Measures clusters of tracks as written; tracks of a cluster all have the same instants.
///
/// Shares no code with the clustering. Distances of all pairs are compared; clusters of more than
/// a hundred are compared through their convex hulls, on which the farthest pair lies.
pub fn check_release(clusters: &[Vec<&[[f64; 2]]>]) -> CheckedRelease {
    let smallest = clusters.iter().map(Vec::len).min().unwrap_or(0);
    let widest = clusters.iter().map(|members| cluster_width(members)).fold(0.0, f64::max);
    CheckedRelease { smallest, fewest_objects: None, widest, clusters: clusters.len() }
}

fn cluster_width(members: &[&[[f64; 2]]]) -> f64 {
    let instants = members.first().map_or(0, |track| track.len());
    if members.iter().any(|track| track.len() != instants) {
        return f64::INFINITY;
    }
    let at = |instant: usize| diameter(members.iter().map(|track| track[instant]).collect());
    (0..instants).map(at).fold(0.0, f64::max)
}

fn diameter(mut points: Vec<[f64; 2]>) -> f64 {
    if points.iter().any(|point| !point[0].is_finite() || !point[1].is_finite()) {
        return f64::INFINITY;
    }
    if points.len() > 100 {
        points = hull(points);
    }
    let from = |(index, &a): (usize, &[f64; 2])| {
        points[index + 1..].iter().map(|&b| distance(a, b)).fold(0.0, f64::max)
    };
    points.iter().enumerate().map(from).fold(0.0, f64::max)
}

/// In metres. The clustering measures with code of its own.
fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)).sqrt()
}

/// Convex hull by monotone chain (Andrew 1979); points on its edges may stay.
fn hull(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    points.dedup();
    let right_turn = |a: [f64; 2], b: [f64; 2], c: [f64; 2]| {
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) < 0.0
    };
    let chain = |points: &mut dyn Iterator<Item = [f64; 2]>| {
        let mut chain: Vec<[f64; 2]> = Vec::new();
        for point in points {
            while chain.len() >= 2 && right_turn(chain[chain.len() - 2], chain[chain.len() - 1], point) {
                chain.pop();
            }
            chain.push(point);
        }
        chain
    };
    let mut hull = chain(&mut points.iter().copied());
    hull.extend(chain(&mut points.iter().rev().copied()));
    hull
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn two_trips_of_one_object_are_one_of_k() {
        let track: &[[f64; 2]] = &[[0.0, 0.0]];
        let clusters = [vec![track; 3], vec![track; 4]];
        let checked = check_release(&clusters);
        assert!(checked.holds(3, 0.0));
        let checked = checked.with_objects(&[vec![1, 2, 3], vec![1, 1, 2, 2]]);
        assert_eq!((checked.smallest, checked.k()), (3, 2));
        assert!(checked.holds(2, 0.0) && !checked.holds(3, 0.0));
    }

    proptest! {
        #[test]
        fn the_hull_keeps_the_farthest_pair(points in prop::collection::vec(prop::array::uniform2(-50.0f64..50.0), 101..200)) {
            let all = |points: &[[f64; 2]]| {
                points.iter().flat_map(|&a| points.iter().map(move |&b| distance(a, b))).fold(0.0, f64::max)
            };
            prop_assert_eq!(diameter(points.clone()), all(&points));
        }
    }
}
