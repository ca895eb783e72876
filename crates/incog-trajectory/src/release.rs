//! Moving the points of each cluster together.

use crate::anchor::anchor_track;
use crate::release_options::TrajectoryReleaseOptions;
use crate::trajectory_set::euclidean;
use crate::{Clustering, TRASH, TrajectorySet};
use incog_card::is_planted;

/// Positions of the published trajectories after the release, in the order of the set; those of
/// trash are `None`.
///
/// A point farther than delta/2 from its cluster's anchor moves to the circle of that radius around
/// it; a nearer point stays. So two members are never more than delta apart.
pub fn release(
    set: &TrajectorySet,
    clustering: &Clustering,
    options: TrajectoryReleaseOptions,
) -> Vec<Option<Vec<[f64; 2]>>> {
    let most = if is_planted("one member's own positions") { 1 } else { usize::MAX };
    let anchored = |members: &Vec<u32>| anchor_track(set, &members[..members.len().min(most)], options);
    let anchors: Vec<Vec<[f64; 2]>> = clustering.groups().iter().map(anchored).collect();
    let moved = |(trajectory, &cluster): (usize, &u32)| {
        let anchor = (cluster != TRASH).then(|| &anchors[cluster as usize])?;
        let points = set.track(trajectory).iter().zip(anchor);
        Some(points.map(|(&point, &anchor)| towards(point, anchor, options)).collect())
    };
    clustering.clusters().iter().enumerate().map(moved).collect()
}

fn towards(point: [f64; 2], anchor: [f64; 2], options: TrajectoryReleaseOptions) -> [f64; 2] {
    // A hair for the arithmetic itself, relative to the coordinates' size.
    let hair = 1e-12 * (anchor[0].abs() + anchor[1].abs() + options.delta);
    let radius = options.delta / 2.0 - options.rounding - hair;
    let distance = if is_planted("points are not moved") { 0.0 } else { euclidean(point, anchor) };
    if radius <= 0.0 {
        anchor
    } else if distance <= radius {
        point
    } else {
        let share = radius / distance;
        [anchor[0] + (point[0] - anchor[0]) * share, anchor[1] + (point[1] - anchor[1]) * share]
    }
}
