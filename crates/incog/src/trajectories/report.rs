//! What a run says of itself.

use super::job::TrajectoryJob;
use super::points::{Dropped, Layout};
use super::projection::Projection;
use super::sampling::SamplingFacts;
use super::utility::TrajectoryUtility;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The report of a release of trajectories.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TrajectoryReport {
    /// Version of the program.
    pub incog: String,
    /// What kind of report this is: `trajectories`.
    pub kind: String,
    /// The job as run.
    pub job: TrajectoryJob,
    /// The input.
    pub input: FileOfPoints,
    /// The release.
    pub release: FileOfPoints,
    /// What was not used, and why.
    pub dropped: Dropped,
    /// How trips became trajectories.
    pub sampling: SamplingFacts,
    /// How degrees became metres, if the input has degrees.
    pub projection: Option<Projection>,
    /// The columns of the release.
    pub columns: Layout,
    /// What is promised and was measured on the written release.
    pub privacy: Vec<PrivacyOfTrajectories>,
    /// What this does not protect.
    pub caveats: Vec<String>,
    /// Sizes of the clusters in the order of the release.
    pub clusters: Vec<usize>,
    /// Trajectories left out.
    pub trash: usize,
    /// What is lost.
    pub utility: TrajectoryUtility,
    /// The search.
    pub search: SearchOfClusters,
}

/// A file of points.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FileOfPoints {
    /// Where it is.
    pub path: PathBuf,
    /// Points in it.
    pub points: usize,
    /// Trajectories in it.
    pub trajectories: usize,
    /// SHA-256 of the file.
    pub sha256: String,
}

/// A promise.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PrivacyOfTrajectories {
    /// `(k, delta)-anonymity`.
    pub model: String,
    /// What the job asks for.
    pub required: KDelta,
    /// What was measured.
    pub achieved: KDelta,
    /// Whether it holds.
    pub satisfied: bool,
}

/// k and delta.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct KDelta {
    /// Smallest cluster.
    pub k: usize,
    /// Metres within which members of a cluster are at every instant.
    pub delta: f64,
}

/// The search and all it found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SearchOfClusters {
    /// Its name.
    pub algorithm: String,
    /// The seed.
    pub seed: u64,
    /// Evaluations of an evolutionary search.
    pub evaluations: u64,
    /// Seconds.
    pub seconds: f64,
    /// Why it ended.
    pub stopped: String,
    /// Hypervolume of the front of (privacy degree, utility degree).
    pub hypervolume: f64,
    /// Against this point.
    pub reference: [f64; 2],
    /// Distortion of one cluster a data centre, from which utility is measured, metres.
    pub worst_distortion: f64,
    /// All compromises found, ascending in privacy.
    pub front: Vec<FrontPoint>,
    /// Which of them is released.
    pub chosen: usize,
    /// Evaluations and hypervolume after each generation.
    pub convergence: Vec<(u64, f64)>,
}

/// A compromise.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct FrontPoint {
    /// Privacy degree: size of the smallest cluster.
    pub privacy: usize,
    /// Total translation distortion, metres; with translated times their cost included.
    pub distortion: f64,
    /// Utility degree: metres saved a trajectory.
    pub utility: f64,
}

/// What (k, delta)-anonymity does not protect, said honestly.
pub fn caveats(delta: f64) -> Vec<String> {
    let mut caveats = vec![
        "Clusters are published: that somebody is in a cluster tells whoever knows it what the cluster does."
            .to_owned(),
        "Who was in the data may show: nothing here hides that a trajectory exists.".to_owned(),
    ];
    if delta > 0.0 {
        caveats.push(format!(
            "With delta = {delta} m members of a cluster differ by up to delta, and points within delta/2 of their \
             cluster's mean are published as they were: whoever knows a trajectory closely can often tell which \
             member it is. Only delta = 0 makes the members of a cluster equal."
        ));
    }
    caveats
}
