//! The points that the members of a cluster move towards.

use crate::TrajectorySet;
use crate::release_options::{Anchor, TrajectoryReleaseOptions};
use crate::trajectory_set::euclidean;

/// Members within this many metres of each other are in the same place.
const SAME_PLACE: f64 = 1.0;

/// How far from every member an anchor stands, as a share of the cluster's spread per root of its
/// members: about one anchor in a hundred is nearer to a member by chance.
const CLEAR: f64 = 0.05;

/// How far an anchor steps aside, in multiples of that distance, and in how many directions.
const STEPS: [f64; 3] = [2.0, 3.0, 4.0];
const DIRECTIONS: u32 = 8;

/// Metres of shift that a step of the median has to save: less is noise of the computer's numbers.
const LEAST_GAIN: f64 = 1e-6;

/// The anchor of some trajectories at each instant.
pub fn anchor_track(
    set: &TrajectorySet,
    members: &[u32],
    options: TrajectoryReleaseOptions,
) -> Vec<[f64; 2]> {
    let mut track = vec![[0.0; 2]; set.instants()];
    set.mean_track(members, &mut track);
    for (instant, anchor) in track.iter_mut().enumerate() {
        let points: Vec<[f64; 2]> = members.iter().map(|&m| set.track(m as usize)[instant]).collect();
        if options.anchor == Anchor::Median {
            *anchor = least_shift(&points, *anchor, options.delta / 2.0);
        }
        *anchor = clear_of_members(&points, *anchor, options);
    }
    track
}

/// Descends from the mean to a point with less total shift max(0, |p - c| - radius); never ends
/// with more than it started from.
fn least_shift(points: &[[f64; 2]], start: [f64; 2], radius: f64) -> [f64; 2] {
    let total = |c: [f64; 2]| points.iter().map(|&p| (euclidean(p, c) - radius).max(0.0)).sum::<f64>();
    let squares: f64 = points.iter().map(|&p| euclidean(p, start).powi(2)).sum();
    let smoothing = squares / points.len().max(1) as f64;
    let (mut best, mut least) = (start, total(start));
    let mut current = start;
    for _ in 0..30 {
        // Points inside the circle pull nothing; of the others none pulls so hard that it wins.
        let outside = points.iter().filter(|&&p| euclidean(p, current) > radius.max(1e-9));
        let (mut weight, mut sum) = (0.0, [0.0; 2]);
        for point in outside {
            let pull = 1.0 / (euclidean(*point, current).powi(2) + smoothing).sqrt();
            weight += pull;
            sum = [sum[0] + pull * (point[0] - current[0]), sum[1] + pull * (point[1] - current[1])];
        }
        if weight == 0.0 {
            break;
        }
        current = [current[0] + sum[0] / weight, current[1] + sum[1] / weight];
        let shift = total(current);
        if shift < least - LEAST_GAIN {
            (best, least) = (current, shift);
        }
    }
    best
}

/// An anchor that is no member's own position: one that stands on a member steps aside, first
/// towards the member farthest from it. It stays where all members are in the same place.
/// So it does where the circle is wider than the step, and members in it stay where they are.
fn clear_of_members(points: &[[f64; 2]], anchor: [f64; 2], options: TrajectoryReleaseOptions) -> [f64; 2] {
    let from_anchor = |point: &&[f64; 2]| euclidean(**point, anchor);
    let farthest = points.iter().max_by(|a, b| from_anchor(a).total_cmp(&from_anchor(b)));
    let Some(&farthest) = farthest else { return anchor };
    if euclidean(farthest, anchor) <= SAME_PLACE {
        return anchor;
    }
    let count = points.len() as f64;
    let squares: f64 = points.iter().map(|point| from_anchor(&point).powi(2)).sum();
    // So many metres tell two places apart in the file.
    let written = 4.0 * options.rounding;
    let clear = (CLEAR * (squares / count).sqrt() / count.sqrt()).max(written);
    if options.delta / 2.0 > clear {
        return anchor;
    }
    let clearance =
        |place: [f64; 2]| points.iter().map(|&point| euclidean(point, place)).fold(f64::INFINITY, f64::min);
    let mut best = (clearance(anchor), anchor);
    let mut places = aside(anchor, farthest, clear);
    while best.0 <= clear {
        let Some(place) = places.next() else { break };
        let found = clearance(place);
        if found > best.0 {
            best = (found, place);
        }
    }
    best.1
}

/// Places around an anchor, the nearest first, beginning on the way to `farthest`.
fn aside(anchor: [f64; 2], farthest: [f64; 2], clear: f64) -> impl Iterator<Item = [f64; 2]> {
    let ahead = (farthest[1] - anchor[1]).atan2(farthest[0] - anchor[0]);
    let place = move |step: f64, direction: u32| {
        let angle = ahead + f64::from(direction) * std::f64::consts::TAU / f64::from(DIRECTIONS);
        [anchor[0] + step * clear * angle.cos(), anchor[1] + step * clear * angle.sin()]
    };
    STEPS.into_iter().flat_map(move |step| (0..DIRECTIONS).map(move |direction| place(step, direction)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn anchors(points: &[[f64; 2]], anchor: Anchor) -> Vec<[f64; 2]> {
        let set = TrajectorySet::new(points, 1, None, &[]).unwrap();
        let members: Vec<u32> = (0..points.len() as u32).collect();
        anchor_track(&set, &members, TrajectoryReleaseOptions { delta: 0.0, rounding: 0.008, anchor })
    }

    fn nearest(points: &[[f64; 2]], place: [f64; 2]) -> f64 {
        points.iter().map(|&point| euclidean(point, place)).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn the_member_in_the_middle_does_not_become_the_anchor() {
        let line = [[0.0, 0.0], [100.0, 0.0], [200.0, 0.0]];
        // The median of these is the first.
        let star = [[0.0, 0.0], [500.0, 0.0], [-500.0, 1.0], [1.0, 500.0], [0.0, -500.0]];
        for anchor in [Anchor::Mean, Anchor::Median] {
            for points in [&line[..], &star] {
                let place = anchors(points, anchor)[0];
                assert!(nearest(points, place) >= 1.0, "{anchor:?} {place:?}");
            }
        }
    }

    #[test]
    fn members_in_one_place_stay_there() {
        for anchor in [Anchor::Mean, Anchor::Median] {
            assert_eq!(anchors(&[[7.0, 8.0]; 5], anchor), [[7.0, 8.0]]);
        }
    }

    proptest! {
        /// On a grid the mean of some points is often one of them.
        #[test]
        fn no_anchor_is_a_point_of_a_grid(
            cells in prop::collection::vec(prop::array::uniform2(0u32..4), 2..8), median in any::<bool>(),
        ) {
            let points: Vec<[f64; 2]> = cells.iter().map(|cell| cell.map(|at| f64::from(at) * 50.0)).collect();
            let place = anchors(&points, if median { Anchor::Median } else { Anchor::Mean })[0];
            let is_one_place = points.iter().all(|point| *point == points[0]);
            prop_assert!(is_one_place || nearest(&points, place) > 0.1, "{place:?}");
        }
    }
}
