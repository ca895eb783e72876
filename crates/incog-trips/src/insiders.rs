//! An attack from inside a cluster: all its members but one put their trajectories together.

use super::quantile::quantile;
use super::timed_track::TrackPair;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How closely all other members of a cluster compute the trajectory of the remaining one.
///
/// They know their own trajectories and which published ones are theirs. The anchor of the cluster
/// is the mean of all members, so the remaining one is what the others leave of it. With delta = 0
/// the anchor is published; with delta above 0 it is as far from each moved point as the circle is
/// wide.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InsiderRisk {
    /// Others in the cluster that has the fewest of what k counts: so many have to put their
    /// trajectories together.
    pub colluding: usize,
    /// Published trajectories that the attack was tried on: those whose object has no other in the
    /// cluster.
    pub tried: usize,
    /// Half of all points are computed more closely than this, in metres; null where nothing was
    /// tried.
    pub median_error: Option<f64>,
    /// Share of the points that are computed to within a metre.
    pub within_a_metre: f64,
}

/// The clusters of a release.
pub struct InsiderAttack<'a, U> {
    /// Each trajectory of the set, and what the file has of it.
    pub pairs: &'a [TrackPair<'a>],
    /// The members of each cluster.
    pub members: &'a [Vec<usize>],
    /// What k counts.
    pub unit: U,
    /// How far a moved point is from the anchor of its cluster; 0 where members are equal.
    pub radius: f64,
}

/// An original point and what was published of it.
type PointPair = [[f64; 2]; 2];

impl<U: Fn(usize) -> u32> InsiderAttack<'_, U> {
    /// Tries the attack on every published trajectory.
    pub fn run(&self) -> InsiderRisk {
        let (mut errors, mut tried, mut colluding) = (Vec::new(), 0, usize::MAX);
        for cluster in self.members {
            let (different, alone) = self.alone(cluster);
            colluding = colluding.min(different.saturating_sub(1));
            tried += alone.len();
            self.reconstruct(cluster, &alone, &mut errors);
        }
        let near = errors.iter().filter(|&&error| error <= 1.0).count();
        InsiderRisk {
            colluding: if self.members.is_empty() { 0 } else { colluding },
            tried,
            within_a_metre: near as f64 / errors.len().max(1) as f64,
            median_error: (!errors.is_empty()).then(|| quantile(&mut errors, 0.5)),
        }
    }

    /// How many different objects a cluster has, and the places in it of those with one trajectory.
    fn alone(&self, cluster: &[usize]) -> (usize, Vec<usize>) {
        let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
        let units: Vec<u32> = cluster.iter().map(|&member| (self.unit)(member)).collect();
        units.iter().for_each(|&unit| *counts.entry(unit).or_default() += 1);
        (counts.len(), (0..units.len()).filter(|&place| counts[&units[place]] == 1).collect())
    }

    /// The errors of all points of some members of a cluster, by their places in it.
    fn reconstruct(&self, cluster: &[usize], victims: &[usize], errors: &mut Vec<f64>) {
        let instants = cluster.first().map_or(0, |&member| self.pairs[member].0.positions.len());
        for instant in 0..instants {
            let point = |&member: &usize| {
                let (original, released) = self.pairs[member];
                released.map(|released| [original.positions[instant], released.positions[instant]])
            };
            let points: Vec<PointPair> = cluster.iter().filter_map(point).collect();
            let sum = points.iter().fold([0.0; 2], |sum, [own, _]| add(sum, *own, 1.0));
            let anchors: Vec<([f64; 2], f64)> = points.iter().map(|pair| self.anchor(pair)).collect();
            let weighted = anchors.iter().fold([0.0; 2], |sum, (anchor, weight)| add(sum, *anchor, *weight));
            let weight: f64 = anchors.iter().map(|(_, weight)| weight).sum();
            for &victim in victims.iter().filter(|&&victim| victim < points.len()) {
                let [own, released] = points[victim];
                let (seen, own_weight) = anchors[victim];
                let (others, rest) = (add(weighted, seen, -own_weight), weight - own_weight);
                let count = points.len() as f64;
                let found = if rest > 1e-9 * weight {
                    // The mean, times their number, less all others.
                    add(add(own, sum, -1.0), others, count / rest)
                } else {
                    released
                };
                errors.push((found[0] - own[0]).hypot(found[1] - own[1]));
            }
        }
    }

    /// The anchor as a member computes it, and how much that is worth: nothing where its point
    /// stays.
    fn anchor(&self, [own, released]: &PointPair) -> ([f64; 2], f64) {
        if self.radius <= 0.0 {
            return (*released, 1.0);
        }
        let way = add(*own, *released, -1.0);
        let length = way[0].hypot(way[1]);
        // What writing moves is no way.
        if length < 0.1 { (*released, 0.0) } else { (add(*released, way, -self.radius / length), length) }
    }
}

fn add(a: [f64; 2], b: [f64; 2], times: f64) -> [f64; 2] {
    [a[0] + b[0] * times, a[1] + b[1] * times]
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::timed_track::Timed;
    use super::*;

    fn tried(released: [[f64; 2]; 3], radius: f64) -> InsiderRisk {
        let own = [[[0.0, 0.0]], [[30.0, 0.0]], [[0.0, 60.0]]];
        let timed = |positions| Timed { positions, span: [0.0, 1.0] };
        let released = released.map(|place| [place]);
        let pairs: Vec<TrackPair<'_>> =
            own.iter().zip(&released).map(|(own, released)| (timed(own), Some(timed(released)))).collect();
        InsiderAttack { pairs: &pairs, members: &[vec![0, 1, 2]], unit: |one| one as u32, radius }.run()
    }

    #[test]
    fn all_but_one_compute_the_last() {
        let equal = tried([[10.0, 20.0]; 3], 0.0);
        assert_eq!((equal.colluding, equal.tried, equal.within_a_metre), (2, 3, 1.0));
        assert!(equal.median_error.unwrap() < 1e-9);
        // Each on its own side of a circle of five metres around the mean.
        let own = [[0.0, 0.0], [30.0, 0.0], [0.0, 60.0]];
        let on_circle = own.map(|[x, y]: [f64; 2]| {
            let length = (x - 10.0).hypot(y - 20.0);
            [10.0 + (x - 10.0) * 5.0 / length, 20.0 + (y - 20.0) * 5.0 / length]
        });
        assert!(tried(on_circle, 5.0).median_error.unwrap() < 1e-9);
        // Nothing was moved: what is not theirs is the last one's.
        assert_eq!(tried(own, 100.0).median_error.unwrap(), 0.0);
    }
}
