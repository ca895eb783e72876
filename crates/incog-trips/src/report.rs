//! What a run says of itself.

use super::danger::TripDanger;
use super::dropped_points::Dropped;
use super::formats::{Layout, PointFormat};
use super::insiders::InsiderRisk;
use super::job::TrajectoryJob;
use super::linkage::LinkageRisk;
use super::points::Points;
use super::projection::Projection;
use super::release_file::ReadAgain;
use super::sampling::SamplingFacts;
use super::suspect::SuspectPoints;
use super::utility::TrajectoryUtility;
use incog_io::path_from;
use incog_report::{Audience, PageFacts};
use incog_trajectory::{CheckedRelease, Compromise};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The `kind` of a report of trajectories.
pub const KIND: &str = incog_report::TRAJECTORIES;

/// The report of a release of trajectories. Paths in it are relative to the folder it stands in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrajectoryReport {
    /// Version of the program.
    pub incog: String,
    /// What kind of report this is: `trajectories`.
    pub kind: String,
    /// Whom it is made for.
    pub audience: Audience,
    /// The job as run.
    pub job: TrajectoryJob,
    /// The input.
    pub input: FileOfPoints,
    /// The release.
    pub release: FileOfPoints,
    /// What was not used, and why; like all that is counted among points of the input, only in
    /// internal reports, as it tells of trajectories that are left out.
    pub dropped: Option<Dropped>,
    /// Points that cannot be right and were used; only in internal reports.
    pub suspect: Option<SuspectPoints>,
    /// Points that stood before an earlier one of the same trip; they were put in order and used.
    /// Only in internal reports.
    pub out_of_order: Option<usize>,
    /// How trips became trajectories.
    pub sampling: SamplingFacts,
    /// The projection around the published points, if the input has degrees: what metres of a
    /// release are in, where it has metres.
    pub projection: Option<Projection>,
    /// How the release stands in its file.
    pub layout: Layout,
    /// What is promised and was measured on the written release.
    pub privacy: Vec<PrivacyOfTrajectories>,
    /// What this does not protect.
    pub caveats: Vec<String>,
    /// Dangers that were found; somebody answers for each of them in the job.
    pub dangers: Vec<TripDanger>,
    /// What may make the release useless; none in public reports, as they count points of the
    /// input.
    pub warnings: Vec<String>,
    /// Sizes of the clusters in the order of the release.
    pub clusters: Vec<usize>,
    /// Whose trajectories the clusters hold.
    pub objects: ObjectFacts,
    /// How often an attack on the release succeeds.
    pub linkage: LinkageRisk,
    /// What the members of a cluster compute together.
    pub insiders: InsiderRisk,
    /// Trajectories left out.
    pub trash: usize,
    /// What is lost.
    pub utility: TrajectoryUtility,
    /// The search.
    pub search: SearchOfClusters,
    /// Which trajectory of the input each published one was made of, in the order of the release:
    /// its number in the order of a set of trajectories, from 0. Only in internal reports.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub made_of: Option<Vec<usize>>,
    /// The page for people that belongs to this report.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub page: Option<PageFacts>,
}

/// The moving objects behind the trajectories: an object may have many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectFacts {
    /// Moving objects whose trajectories were sampled; in public reports, whose trajectories are
    /// published.
    pub objects: usize,
    /// Different objects in the cluster that has the fewest of them.
    pub fewest_in_a_cluster: usize,
    /// Clusters that have no more.
    pub weakest_clusters: usize,
    /// Clusters with fewer than k different objects; there are some only where trips count.
    pub clusters_below_k: usize,
    /// Objects with trajectories in more than one cluster.
    pub in_several_clusters: usize,
}

/// A file of points.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileOfPoints {
    /// Where it is.
    pub path: PathBuf,
    /// How points stand in it.
    pub format: PointFormat,
    /// Points in it; of the input null in public reports.
    pub points: Option<usize>,
    /// Trajectories in it.
    pub trajectories: usize,
    /// SHA-256 of the file; of the input null in public reports, as it would confirm guesses of
    /// single points.
    pub sha256: Option<String>,
}

impl FileOfPoints {
    /// The input of a job; its path from `folder`.
    pub(super) fn of_input(job: &TrajectoryJob, points: &Points, folder: &Path) -> Self {
        Self {
            path: PathBuf::from(path_from(&job.input, folder)),
            format: points.format,
            points: Some(points.points),
            trajectories: points.trips.len(),
            sha256: Some(points.sha256.clone()).filter(|digest| !digest.is_empty()),
        }
    }

    /// The release of a job as it was read again; its path from `folder`.
    pub(super) fn of_release(
        job: &TrajectoryJob,
        again: &ReadAgain,
        format: PointFormat,
        folder: &Path,
    ) -> Self {
        Self {
            path: PathBuf::from(path_from(&job.output, folder)),
            format,
            points: Some(again.points),
            trajectories: again.tracks.len(),
            sha256: Some(again.sha256.clone()),
        }
    }
}

/// A promise.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrivacyOfTrajectories {
    /// `(k, delta)-anonymity`.
    pub model: String,
    /// What the job asks for.
    pub required: KDelta,
    /// What was measured.
    pub achieved: KDelta,
    /// Whether it holds.
    pub satisfied: bool,
    /// Share of the published points that stand, as written, exactly where somebody was. With delta
    /// = 0 these are points at which a member of the cluster was, and fewer than k within a metre;
    /// with delta above 0, points that were not moved.
    pub own_positions: f64,
}

impl PrivacyOfTrajectories {
    /// What a job asks for, and what was measured of it on a release.
    pub(super) fn new(job: &TrajectoryJob, checked: &CheckedRelease, own_positions: f64) -> Self {
        let (k, delta) = (job.privacy.k, job.privacy.delta);
        Self {
            model: "(k, delta)-anonymity".to_owned(),
            required: KDelta { k, delta },
            achieved: KDelta { k: checked.k(), delta: checked.widest },
            satisfied: checked.holds(k, delta),
            own_positions,
        }
    }
}

/// k and delta.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KDelta {
    /// The least of what counts, objects or trips, in a cluster.
    pub k: usize,
    /// Members of a cluster are within this many metres of each other at every instant.
    pub delta: f64,
}

/// The search and all it found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
    /// Hypervolume of the front of (privacy degree, utility degree); like all that is measured from
    /// the worst distortion, no public report has it where trajectories are left out.
    pub hypervolume: Option<f64>,
    /// Against this point.
    pub reference: [f64; 2],
    /// Distortion of one cluster per data centre, in metres: what utility is measured from. It is
    /// of all trajectories, so it would tell how far away those are that are left out.
    pub worst_distortion: Option<f64>,
    /// All trade-offs found, ascending in privacy.
    pub front: Vec<FrontPoint>,
    /// Which of them is released.
    pub chosen: usize,
    /// Evaluations and hypervolume after each generation.
    pub convergence: Vec<(u64, f64)>,
}

/// A compromise.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FrontPoint {
    /// Privacy degree: the least of what counts, objects or trips, in a cluster.
    pub privacy: usize,
    /// Total translation distortion, metres; with translated times their cost included.
    pub distortion: f64,
    /// Utility degree: metres saved per trajectory.
    pub utility: Option<f64>,
}

impl FrontPoint {
    /// The figures of a compromise.
    pub(super) fn from_compromise(compromise: &Compromise) -> Self {
        let Compromise { privacy, distortion, utility, .. } = *compromise;
        Self { privacy, distortion, utility: Some(utility) }
    }
}
