//! What can go wrong on the way from points to a release.

use incog_trajectory::SetError;
use incog_trajectory::evolutionary::LayoutError;
use std::path::PathBuf;
use thiserror::Error;

/// Why there is no release of trajectories.
#[derive(Debug, Error)]
pub enum TrajectoryError {
    /// A column that is needed was not found.
    #[error(
        "{}: no column for the {what} was found among {found:?}; name it with points.{what} in the job", path.display()
    )]
    NoColumn {
        /// The file.
        path: PathBuf,
        /// What it holds.
        what: &'static str,
        /// The columns there are.
        found: Vec<String>,
    },
    /// A column named in the job does not exist.
    #[error("{}: points.{what} names the column {name:?}, which the file does not have", path.display())]
    UnknownColumn {
        /// The file.
        path: PathBuf,
        /// The key in the job.
        what: &'static str,
        /// The name given there.
        name: String,
    },
    /// Nothing is left to publish.
    #[error(
        "{}: no trajectory is left of {points} points: {bad_coordinates} had no readable position, {bad_times} no \
         readable time, {outside} were outside trips.bounds, and {short} trips had fewer than {least} points", path.display()
    )]
    Nothing {
        /// The file.
        path: PathBuf,
        /// Points read.
        points: usize,
        /// Points without a position.
        bad_coordinates: usize,
        /// Points without a time.
        bad_times: usize,
        /// Points outside the bounds.
        outside: usize,
        /// Trips that are too short.
        short: usize,
        /// Points a trip needs.
        least: usize,
    },
    /// A value in the job is out of its range.
    #[error("{key} is {found}; it must be {expected}")]
    Value {
        /// The key.
        key: &'static str,
        /// What the job says.
        found: String,
        /// What it may say.
        expected: &'static str,
    },
    /// The positions make no set.
    #[error(transparent)]
    Set(#[from] SetError),
    /// There are too few trajectories for k.
    #[error("(k, delta)-anonymity cannot be met: {0}")]
    Infeasible(#[from] LayoutError),
    /// No compromise of the front is what release.choose asks for.
    #[error(
        "no compromise found is what release.choose asks for; the front reaches from privacy {least} with distortion \
         {least_distortion:.0} m to privacy {most}"
    )]
    NoChoice {
        /// Smallest privacy degree of the front.
        least: usize,
        /// Its distortion.
        least_distortion: f64,
        /// Largest privacy degree.
        most: usize,
    },
    /// The written release does not hold what it promises.
    #[error(
        "the release was not published: read again, its smallest cluster has {smallest} trajectories and its widest \
         {widest} m; this is a defect of incog, please report it"
    )]
    Refuted {
        /// Smallest cluster.
        smallest: usize,
        /// Largest distance within a cluster.
        widest: f64,
    },
    /// A release cannot be read again.
    #[error("{}: {what}", path.display())]
    Release {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: &'static str,
    },
    /// A report is no report.
    #[error("{}: not a report of incog trajectories: {source}", path.display())]
    Report {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// The report page cannot be made.
    #[error("the report cannot be made: {0}")]
    Json(#[from] serde_json::Error),
}

impl TrajectoryError {
    /// Whether the reason is that no release meets the privacy model.
    pub fn is_infeasible(&self) -> bool {
        matches!(self, Self::Infeasible(_) | Self::NoChoice { .. })
    }
}

impl From<TrajectoryError> for crate::IncogError {
    fn from(error: TrajectoryError) -> Self {
        Self::Trajectories(Box::new(error))
    }
}
