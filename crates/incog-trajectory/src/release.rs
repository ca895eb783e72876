//! Moving the points of each cluster together.

use crate::trajectory_set::euclidean;
use crate::{Clustering, TRASH, TrajectorySet};

/// The point of a cluster that its members move towards at an instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Anchor {
    /// Their mean, as in NWA and APMA.
    #[default]
    Mean,
    /// The point that leaves the least total shift (Weiszfeld's iteration for the smoothed sum).
    Median,
}

/// How points are moved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ReleaseOptions {
    /// Any two members are within `delta` metres of each other at every instant.
    pub delta: f64,
    /// Largest distance in metres by which writing a released point may displace it; the circle is
    /// made smaller by it, so that the guarantee holds for what is written.
    pub rounding: f64,
    /// What the members move towards.
    pub anchor: Anchor,
}

/// Positions of the published trajectories after the release, in the order of the set; those of
/// trash are `None`.
///
/// A point farther than delta/2 from its cluster's anchor moves to the circle of that radius around
/// it; a nearer point stays. So two members are never more than delta apart.
pub fn release(
    set: &TrajectorySet,
    clustering: &Clustering,
    options: ReleaseOptions,
) -> Vec<Option<Vec<[f64; 2]>>> {
    let anchors: Vec<Vec<[f64; 2]>> =
        clustering.groups().iter().map(|members| anchor_track(set, members, options)).collect();
    let moved = |(trajectory, &cluster): (usize, &u32)| {
        let anchor = (cluster != TRASH).then(|| &anchors[cluster as usize])?;
        let points = set.track(trajectory).iter().zip(anchor);
        Some(points.map(|(&point, &anchor)| towards(point, anchor, options)).collect())
    };
    clustering.clusters().iter().enumerate().map(moved).collect()
}

fn towards(point: [f64; 2], anchor: [f64; 2], options: ReleaseOptions) -> [f64; 2] {
    // A hair for the arithmetic itself, relative to the coordinates' size.
    let hair = 1e-12 * (anchor[0].abs() + anchor[1].abs() + options.delta);
    let radius = options.delta / 2.0 - options.rounding - hair;
    let distance = euclidean(point, anchor);
    if radius <= 0.0 {
        anchor
    } else if distance <= radius {
        point
    } else {
        let share = radius / distance;
        [anchor[0] + (point[0] - anchor[0]) * share, anchor[1] + (point[1] - anchor[1]) * share]
    }
}

fn anchor_track(set: &TrajectorySet, members: &[u32], options: ReleaseOptions) -> Vec<[f64; 2]> {
    let mut track = vec![[0.0; 2]; set.instants()];
    set.mean_track(members, &mut track);
    if options.anchor == Anchor::Median {
        for (instant, anchor) in track.iter_mut().enumerate() {
            let points: Vec<[f64; 2]> = members.iter().map(|&m| set.track(m as usize)[instant]).collect();
            *anchor = least_shift(&points, *anchor, options.delta / 2.0);
        }
    }
    track
}

/// Descends from the mean to a point with less total shift max(0, |p - c| - radius); never ends
/// with more than it started from.
fn least_shift(points: &[[f64; 2]], start: [f64; 2], radius: f64) -> [f64; 2] {
    let total = |c: [f64; 2]| points.iter().map(|&p| (euclidean(p, c) - radius).max(0.0)).sum::<f64>();
    let (mut best, mut least) = (start, total(start));
    let mut current = start;
    for _ in 0..30 {
        // Points inside the circle pull nothing; the others pull with unit force.
        let outside = points.iter().filter(|&&p| euclidean(p, current) > radius.max(1e-9));
        let (mut weight, mut sum) = (0.0, [0.0; 2]);
        for point in outside {
            let pull = 1.0 / euclidean(*point, current);
            weight += pull;
            sum = [sum[0] + pull * (point[0] - current[0]), sum[1] + pull * (point[1] - current[1])];
        }
        if weight == 0.0 {
            break;
        }
        current = [current[0] + sum[0] / weight, current[1] + sum[1] / weight];
        let shift = total(current);
        if shift < least {
            (best, least) = (current, shift);
        }
    }
    best
}
