//! (k, delta)-anonymous releases of trajectories: the job, the walk from points to a release, and
//! its report.

mod caveats;
mod city;
mod describe;
mod error;
mod formats;
mod job;
mod linkage;
mod page;
mod points;
mod projection;
mod public;
mod report;
mod run;
mod sampling;
#[cfg(test)]
mod tests;
mod time_text;
mod utility;
mod verify;
mod written;

pub use city::{city, city_trips};
pub use error::TrajectoryError;
pub use formats::{Layout, PointFormat};
pub use job::{
    AnchorSpec, ChoiceSpec, Clock, Cut, PointColumns, Privacy, ReleaseSpec, Sampling, SearchSpec,
    TrajectoryJob, Trash, Trips,
};
pub use linkage::LinkageRisk;
pub use points::Dropped;
pub use projection::Projection;
pub use report::{
    FileOfPoints, FrontPoint, KDelta, ObjectFacts, PrivacyOfTrajectories, SearchOfClusters, TrajectoryReport,
};
pub use run::{TrajectoryOutcome, front, run};
pub use sampling::SamplingFacts;
pub use utility::{RangeQueryError, TrajectoryUtility};
pub(crate) use verify::{is_report, verify};

pub use points::{Points, TimedPoint, read as read_points};
pub use sampling::interpolate;
