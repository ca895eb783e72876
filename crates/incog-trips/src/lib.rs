//! (k, delta)-anonymous releases of trajectories: the formats of points, the job, the walk from
//! points to a release, its report, and the verification of that.
//!
//! It knows nothing of the releases of tables: what both have in common stands in `incog-io` and
//! `incog-report`.

mod caveats;
mod city;
mod comparison;
mod danger;
mod describe;
mod dropped_points;
mod equal_members;
mod error;
mod formats;
mod frame;
mod gate;
mod insiders;
mod job;
pub mod limits;
mod linkage;
mod measured_trajectories;
mod medium;
mod memory_release;
mod model;
mod moved_clusters;
mod open_points;
mod own_positions;
mod page;
mod points;
mod projection;
mod proposal;
mod public;
mod quantile;
mod release_file;
mod release_matching;
mod replacement_check;
mod report;
mod run;
mod run_observer;
mod sampling;
mod search;
mod suspect;
#[cfg(test)]
mod tests;
mod time_text;
mod timed_track;
mod utility;
mod verify;

pub use city::{city, city_trips};
pub use danger::{TripDanger, TripDangers, TripFinding};
pub use dropped_points::Dropped;
pub use error::TrajectoryError;
pub use formats::{Layout, PointColumns, PointFormat, are_names_of_points, has_points};
pub use incog_trajectory::ALGORITHMS;
pub use insiders::InsiderRisk;
pub use job::{
    AnchorSpec, ChoiceSpec, Clock, Cut, Privacy, PromiseUnit, ReleaseSpec, Sampling, SearchSpec,
    TrajectoryJob, Trash, Trips,
};
pub use linkage::LinkageRisk;
pub use memory_release::{MemoryTrajectories, SaveTrajectories};
pub use model::MODELS;
pub use open_points::{OpenTrajectories, SearchedTrajectories, SeenTrajectories};
pub use page::MAP_STYLE;
pub use projection::Projection;
pub use proposal::propose_trajectory_job;
pub use report::{
    FileOfPoints, FrontPoint, KDelta, ObjectFacts, PrivacyOfTrajectories, SearchOfClusters, TrajectoryReport,
};
pub use run::{TrajectoryOutcome, front, run, run_with};
pub use run_observer::{Followed, TripEvent, TripReceiver};
pub use sampling::SamplingFacts;
pub use suspect::SuspectPoints;
pub use utility::{METRICS, RangeQueryError, TrajectoryUtility};
pub use verify::{is_report, verify};

pub use points::{Points, TimedPoint, read as read_points, read_around as read_points_around};
pub use sampling::interpolate;
