//! What can go wrong on the way from points to counts.

use incog_io::{Aborted, FileFault, JobTextError, ReadError, WriteError};
use incog_report::verification::reach::OutsideReport;
use incog_trips::TrajectoryError;
use std::path::PathBuf;
use thiserror::Error;

/// Why there are no counts.
#[derive(Debug, Error)]
pub enum FlowsError {
    /// A value of the job is out of range.
    #[error("{key} is {found}; expected {expected}")]
    Value {
        /// Its key.
        key: &'static str,
        /// What stands there.
        found: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// Nothing may be published.
    #[error(
        "no count of the requested tables may be published at k = {k}; use more data, longer bands \
         (--minutes, flows.minutes), more tables (flows.tables) or a smaller k"
    )]
    Nothing {
        /// The promise.
        k: usize,
    },
    /// The written counts are not those that were decided: a defect of the program.
    #[error("the written counts break the promise, and nothing was published: {claim}: {detail}")]
    Broken {
        /// What does not hold.
        claim: String,
        /// What was found.
        detail: String,
    },
    /// The text of a report is none.
    #[error("{}: cannot read this report: {what}", path.display())]
    NoReport {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// Points cannot be read.
    #[error(transparent)]
    Points(Box<TrajectoryError>),
    /// The text of a job is none.
    #[error(transparent)]
    JobText(#[from] JobTextError),
    /// A table cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A report names a file outside of its folder, and nobody else does.
    #[error(transparent)]
    OutsideReport(#[from] OutsideReport),
    /// The user asked to stop.
    #[error(transparent)]
    Aborted(#[from] Aborted),
    /// A report cannot be written.
    #[error("cannot write the report: {0}")]
    Json(#[from] serde_json::Error),
    /// A job cannot be shown.
    #[error("cannot write the job as TOML: {0}")]
    Toml(#[from] toml::ser::Error),
    /// A page cannot be made.
    #[error("cannot make the page: {0}")]
    Page(#[from] minijinja::Error),
}

impl From<TrajectoryError> for FlowsError {
    fn from(error: TrajectoryError) -> Self {
        Self::Points(Box::new(error))
    }
}

impl FlowsError {
    /// The exit code of the command: 3 where nothing may be published, 4 where it is not known whom
    /// to protect, 130 after an interrupt, else 1.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Nothing { .. } => 3,
            Self::Points(error) if error.is_unsafe() => 4,
            Self::Aborted(_) => 130,
            Self::Points(error) if error.is_aborted() => 130,
            _ => 1,
        }
    }

    /// The file that is not there, if that is the reason.
    ///
    /// # Errors
    /// The error itself, if it has another reason.
    pub fn without_file(self) -> Result<PathBuf, Self> {
        match self {
            Self::Points(error) => error.without_file().map_err(Self::from),
            Self::Read(ReadError::File { path, fault: FileFault::NotFound }) => Ok(path),
            other => Err(other),
        }
    }
}
