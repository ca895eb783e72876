//! (k, delta)-anonymous releases of trajectories: the job, the walk from points to a release, and
//! its report.

mod city;
mod error;
mod job;
mod page;
mod points;
mod projection;
mod report;
mod run;
mod sampling;
#[cfg(test)]
mod tests;
mod time_text;
mod utility;
mod verify;
mod written;

pub use city::city_trips;
pub use error::TrajectoryError;
pub use job::{ChoiceSpec, TrajectoryJob};
pub use report::{FrontPoint, TrajectoryReport};
pub use run::{TrajectoryOutcome, run};
pub use verify::{Verdict, verify};

pub(crate) use city::city;
pub(crate) use points::read as read_points;
pub(crate) use sampling::interpolate;
