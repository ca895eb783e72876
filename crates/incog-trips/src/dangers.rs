//! What keeps a release of trajectories from being published, unless somebody answers for it.

use super::TrajectoryJob;
use super::suspect::Reach;
use super::written::ReadAgain;
use incog_trajectory::TrajectorySet;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;

/// A danger to the people behind a release.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TripDanger {
    /// The key under which a waiver answers for it.
    pub finding: String,
    /// How many published trajectories it is about.
    pub trajectories: usize,
}

/// The keys of `[waivers]`.
pub const AS_THEY_ARE: &str = "trajectories: published as they are";
/// See [`AS_THEY_ARE`].
pub const FAR_FROM_ALL: &str = "objects: far from everybody";

impl TripDanger {
    /// What it means for people.
    pub fn meaning(&self) -> &'static str {
        match self.finding.as_str() {
            AS_THEY_ARE => {
                "every point of theirs is published where it was, and fewer than k have the same track: delta is so wide \
                 that they need not be moved; delta = 0 moves all members of a cluster onto one track"
            }
            FAR_FROM_ALL => {
                "at some instant they are far from the other objects of their cluster, farther than the data reaches, so that \
                 the way in which they pull the cluster shows where they were; leave out such points with \
                 trips.bounds and trips.max_speed_kmh, or such trajectories with suppression.limit"
            }
            _ => "",
        }
    }
}

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
    let bulk = Reach::of((0..set.len()).flat_map(|one| set.track(one)).copied().collect());
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
    let found = [(AS_THEY_ARE, as_they_are), (FAR_FROM_ALL, far_from_all)];
    found
        .into_iter()
        .filter(|(_, trajectories)| *trajectories > 0)
        .map(|(finding, trajectories)| TripDanger { finding: finding.to_owned(), trajectories })
        .collect()
}

/// How many members of a cluster are at some instant far from the mean of all members of other objects.
fn alone(set: &TrajectorySet, cluster: &[usize], objects: &[u32], bulk: Reach) -> usize {
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

/// Dangers for which nobody answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TripDangers(pub Vec<TripDanger>);

impl TripDangers {
    /// Those of some dangers that no waiver of the job answers for; nothing when there are none.
    pub fn open(job: &TrajectoryJob, dangers: &[TripDanger]) -> Option<Self> {
        let is_open = |danger: &&TripDanger| !job.waivers.contains_key(&danger.finding);
        let open: Vec<TripDanger> = dangers.iter().filter(is_open).cloned().collect();
        (!open.is_empty()).then_some(Self(open))
    }
}

impl fmt::Display for TripDangers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "nothing was published, since people would be in danger:")?;
        for danger in &self.0 {
            writeln!(f, "  {} ({}): {}", danger.finding, danger.trajectories, danger.meaning())?;
        }
        f.write_str("who knows better answers for each of them in the job:\n[waivers]")?;
        let keys = self.0.iter().map(|danger| toml::Value::String(danger.finding.clone()));
        keys.into_iter().try_for_each(|key| write!(f, "\n{key} = \"why, and who says so\""))
    }
}
