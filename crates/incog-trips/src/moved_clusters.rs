//! The clusters of a clustering, with their points moved together.

use super::TrajectoryJob;
use super::formats::Layout;
use super::projection::Projection;
use super::release_file::{Member, ReleasedCluster, rounding, sort};
use super::sampling::Sampled;
use incog_card::is_planted;
use incog_trajectory::{Anchor, Clustering, TrajectoryReleaseOptions, release};

/// How the points of the clusters are moved.
pub fn release_options(job: &TrajectoryJob, layout: &Layout) -> TrajectoryReleaseOptions {
    TrajectoryReleaseOptions { delta: job.privacy.delta, rounding: rounding(layout), anchor: job.anchor() }
}

/// Whether delta is so small that all members of a cluster are published as equal.
pub fn makes_equal(delta: f64, rounding: f64) -> bool {
    TrajectoryReleaseOptions { delta, rounding, anchor: Anchor::Mean }.makes_equal()
}

/// The clusters of a clustering, their points moved together, in the order in which they are
/// written.
pub fn moved_together(
    job: &TrajectoryJob,
    sampled: &Sampled,
    layout: &Layout,
    projection: Option<Projection>,
    clustering: &Clustering,
) -> Vec<ReleasedCluster> {
    let set = &sampled.set;
    let mut moved = release(set, clustering, release_options(job, layout));
    let mut clusters = Vec::with_capacity(clustering.count());
    for members in clustering.groups() {
        let span = common_span(&members, &sampled.spans, set.instants());
        let member = |&number: &u32| {
            let trajectory = number as usize;
            moved[trajectory].take().map(|track| Member { trajectory, track })
        };
        clusters.push(ReleasedCluster { span, members: members.iter().filter_map(member).collect() });
    }
    let frame = ReleasedCluster::frame(&clusters, layout, projection);
    sort(&mut clusters, frame);
    clusters
}

/// The mean start and end of the members in whole seconds, instants at least a second apart.
fn common_span(members: &[u32], spans: &[[f64; 2]], instants: usize) -> [i64; 2] {
    let members = if is_planted("one member's own times") { &members[..1] } else { members };
    let mean =
        |end: usize| members.iter().map(|&m| spans[m as usize][end]).sum::<f64>() / members.len() as f64;
    let start = mean(0).round() as i64;
    [start, (mean(1).round() as i64).max(start + instants as i64 - 1)]
}
