//! What can go wrong on the way from points to a release.

use super::danger::TripDangers;
use super::dropped_points::Dropped;
use incog_io::{Aborted, FileFault, JobTextError, ReadError, WriteError, without_found_values};
use incog_report::verification::reach::OutsideReport;
use incog_trajectory::SetError;
use incog_trajectory::evolutionary::LayoutError;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why there is no release of trajectories.
#[derive(Debug, Error)]
pub enum TrajectoryError {
    /// A column that is needed was not found.
    #[error(
        "{}: no column for the {what} was found; the columns are {}; name the right one with points.{what}",
        path.display(), found.join(", ")
    )]
    NoColumn {
        /// The file.
        path: PathBuf,
        /// What it holds.
        what: &'static str,
        /// The columns there are.
        found: Vec<String>,
    },
    /// A report names a file outside of its folder, and nobody else does.
    #[error(transparent)]
    OutsideReport(#[from] OutsideReport),
    /// Objects count, and the input names none.
    #[error(
        "{}: no column names the moving object (person or vehicle) of a trip, so k different objects \
         cannot be counted, and nothing was published; name the column with points.id, or count every trip \
         by itself with privacy.unit = \"trip\"", path.display()
    )]
    NoObject {
        /// The file.
        path: PathBuf,
    },
    /// People would be in danger, and nobody answers for it.
    #[error("{dangers}{}", advice.as_ref().map_or(String::new(), |advice| format!("\n{advice}")))]
    Unsafe {
        /// The dangers.
        dangers: TripDangers,
        /// What else would help, for whoever runs the job.
        advice: Option<String>,
    },
    /// A column named in the job does not exist.
    #[error("{}: the file has no column {name:?}, which points.{what} names", path.display())]
    UnknownColumn {
        /// The file.
        path: PathBuf,
        /// The key in the job.
        what: &'static str,
        /// The name given there.
        name: String,
    },
    /// A file is not what its name says.
    #[error("{}: cannot read this {format}: {what}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What it should be.
        format: &'static str,
        /// What is wrong.
        what: String,
    },
    /// The format of the release needs degrees.
    #[error(
        "{}: PLT, GPX and GeoJSON need longitude and latitude, and the input has metres; write a table or \
         W4M text instead, such as .csv or .txt", path.display()
    )]
    NeedsDegrees {
        /// The release.
        path: PathBuf,
    },
    /// The text of a job file is none of a job.
    #[error(transparent)]
    JobText(#[from] JobTextError),
    /// The points cannot be read.
    #[error(transparent)]
    Read(Box<ReadError>),
    /// The release or a report cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Whoever should get the release did not take all of it.
    #[error("cannot send the release: {source}; what was sent is incomplete, and no report was written")]
    NotHandedOn {
        /// What the system said.
        source: std::io::Error,
    },
    /// Nothing is left to publish.
    #[error(
        "{}: none of the {points} points is left in a trajectory: {} had no readable position, {} no \
         readable time, \
         {} were outside trips.bounds, {} faster than trips.max_speed_kmh, and {} trips had fewer than \
         {least} points",
        path.display(), dropped.bad_coordinates, dropped.bad_times, dropped.outside_bounds, dropped.too_fast,
        dropped.short_trips
    )]
    Nothing {
        /// The file.
        path: PathBuf,
        /// Points read.
        points: usize,
        /// What was not used.
        dropped: Dropped,
        /// Points a trip needs.
        least: usize,
    },
    /// A value in the job is out of its range.
    #[error("{key} is {found}; expected {expected}")]
    Value {
        /// The key.
        key: &'static str,
        /// What the job says.
        found: String,
        /// What it may say.
        expected: Cow<'static, str>,
    },
    /// The positions make no set.
    #[error(transparent)]
    Set(#[from] SetError),
    /// There are too few trajectories for k.
    #[error("(k, delta)-anonymity cannot be met: {0}")]
    Infeasible(#[from] LayoutError),
    /// No compromise of the front is what release.choose asks for.
    #[error(
        "no point of the Pareto front fits release.choose: the smallest cluster has {least} to {most} \
         counted members, and the mean shift is at least {least_mean_shift:.1} m"
    )]
    NoChoice {
        /// Smallest privacy degree of the front.
        least: usize,
        /// Largest privacy degree.
        most: usize,
        /// Mean shift of a point in the compromise with the least distortion, metres.
        least_mean_shift: f64,
    },
    /// The release in place loses less.
    #[error(
        "nothing was written: the existing release is better ({figure} {before}, the new one {value}); to \
         replace it anyway, add --replace-better"
    )]
    Worse {
        /// What was compared.
        figure: &'static str,
        /// That of the new release.
        value: f64,
        /// That of the release in place.
        before: f64,
    },
    /// The written release breaks its promise.
    #[error(
        "the release was not published: measured again, its smallest cluster has {smallest} counted members, \
         and its widest cluster is {widest} m wide; this is a defect of incog, please report it"
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
    /// A file is not a report.
    #[error("{}: this is not a report of incog: {what}", path.display())]
    NoReport {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, without any text of the file.
        what: String,
    },
    /// There is no place for what has to be written for a moment.
    #[error("cannot create a temporary folder: {source}; check that the disk is not full")]
    TemporaryFolder {
        /// What the system said.
        source: std::io::Error,
    },
    /// The user asked to end at once; nothing is left behind.
    #[error(transparent)]
    Aborted(#[from] Aborted),
    /// The report cannot be made.
    #[error("cannot write the report: {0}")]
    Json(#[from] serde_json::Error),
    /// The report page cannot be made.
    #[error("cannot write the page of the report: {0}")]
    Page(#[from] minijinja::Error),
    /// The job cannot be shown in the page.
    #[error("cannot write the job as TOML: {0}")]
    Job(#[from] toml::ser::Error),
}

impl From<ReadError> for TrajectoryError {
    fn from(error: ReadError) -> Self {
        Self::Read(Box::new(error))
    }
}

impl TrajectoryError {
    /// A file is not a report.
    pub(crate) fn no_report(path: &Path, error: &serde_json::Error) -> Self {
        Self::NoReport { path: path.to_owned(), what: without_found_values(&error.to_string()) }
    }

    /// The error about points that messages call by another name than the file that was read.
    pub(crate) fn called(self, name: &Path) -> Self {
        let path = name.to_owned();
        match self {
            Self::Read(error) => (*error).called(name).into(),
            Self::NoColumn { what, found, .. } => Self::NoColumn { path, what, found },
            Self::UnknownColumn { what, name, .. } => Self::UnknownColumn { path, what, name },
            Self::Malformed { format, what, .. } => Self::Malformed { path, format, what },
            other => other,
        }
    }

    /// The file that is not there, if that is the reason.
    ///
    /// # Errors
    /// The error itself, if it has another reason.
    pub fn without_file(self) -> Result<PathBuf, Self> {
        match self {
            Self::Read(error) => match *error {
                ReadError::File { path, fault: FileFault::NotFound } => Ok(path),
                other => Err(Self::Read(Box::new(other))),
            },
            other => Err(other),
        }
    }

    /// Whether the reason is that no release meets the privacy model.
    pub fn is_infeasible(&self) -> bool {
        matches!(self, Self::Infeasible(_))
    }

    /// Whether people would be in danger, or it is not known whom to protect.
    pub fn is_unsafe(&self) -> bool {
        matches!(self, Self::Unsafe { .. } | Self::NoObject { .. })
    }

    /// Whether a search found nothing that was asked for, or nothing better than what is there,
    /// although there may be something.
    pub fn is_nothing_found(&self) -> bool {
        matches!(self, Self::NoChoice { .. } | Self::Worse { .. })
    }

    /// Whether the user asked to end at once.
    pub fn is_aborted(&self) -> bool {
        matches!(self, Self::Aborted(_))
    }
}
