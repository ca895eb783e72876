//! Looking for dangers to the people behind a release.

use super::TrajectoryJob;
use super::danger::{TripDanger, TripFinding};
use super::release_file::ReadAgain;
use super::suspect::PointSpread;
use incog_trajectory::TrajectorySet;
use std::collections::BTreeSet;

/// The members of each cluster in the order of the file, by their numbers in the set.
pub type Members<'a> = &'a [Vec<usize>];

/// The dangers of a release as written. `object` says whose a trajectory is.
pub fn dangers(
    job: &TrajectoryJob,
    set: &TrajectorySet,
    members: Members<'_>,
    again: &ReadAgain,
    rounding: f64,
    object: impl Fn(usize) -> u32,
) -> Vec<TripDanger> {
    let mut tracks = again.tracks.iter().map(|track| track.positions.as_slice());
    // Of what is published: how far the others reach would tell of them.
    let bulk = PointSpread::new(members.iter().flatten().flat_map(|&one| set.track(one)).copied().collect());
    let (mut as_they_are, mut far_from_all) = (0, 0);
    for cluster in members {
        let released: Vec<&[[f64; 2]]> = tracks.by_ref().take(cluster.len()).collect();
        let objects: Vec<u32> = cluster.iter().map(|&member| object(member)).collect();
        for (place, &member) in cluster.iter().enumerate().take(released.len()) {
            let stayed = |(a, b): (&[f64; 2], &[f64; 2])| (a[0] - b[0]).hypot(a[1] - b[1]) <= 2.0 * rounding;
            if set.track(member).iter().zip(released[place]).all(stayed) {
                let alike = released.iter().zip(&objects).filter(|(track, _)| **track == released[place]);
                let different: BTreeSet<u32> = alike.map(|(_, object)| *object).collect();
                as_they_are += usize::from(different.len() < job.privacy.k);
            }
        }
        far_from_all += alone(set, cluster, &objects, bulk);
    }
    let found = [(TripFinding::AsTheyAre, as_they_are), (TripFinding::FarFromAll, far_from_all)];
    let found = found.into_iter().filter(|(_, trajectories)| *trajectories > 0);
    found.map(|(finding, trajectories)| TripDanger { finding, trajectories }).collect()
}

/// How many members of a cluster are at some instant far from the mean of all members of other
/// objects.
fn alone(set: &TrajectorySet, cluster: &[usize], objects: &[u32], bulk: PointSpread) -> usize {
    let mut own: Vec<u32> = objects.to_vec();
    own.sort_unstable();
    own.dedup();
    let index: Vec<usize> =
        objects.iter().map(|object| own.binary_search(object).unwrap_or_default()).collect();
    let mut is_alone = vec![false; cluster.len()];
    for instant in 0..set.instants() {
        // Sums by object, so that each can be taken out of the whole.
        let mut sums = vec![([0.0; 2], 0.0); own.len()];
        let mut all = ([0.0; 2], 0.0);
        for (&member, &object) in cluster.iter().zip(&index) {
            let [x, y] = set.track(member)[instant];
            for (sum, count) in [&mut sums[object], &mut all] {
                *sum = [sum[0] + x, sum[1] + y];
                *count += 1.0;
            }
        }
        for ((&member, &object), alone) in cluster.iter().zip(&index).zip(&mut is_alone) {
            let count = all.1 - sums[object].1;
            let mean = [0, 1].map(|axis| (all.0[axis] - sums[object].0[axis]) / count);
            *alone |= count > 0.0 && bulk.is_far_apart(set.track(member)[instant], mean);
        }
    }
    is_alone.into_iter().filter(|&alone| alone).count()
}
