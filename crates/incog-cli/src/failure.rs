//! Why a command fails.

use incog::engine::AddressError;
use incog::python::{Notation, job_message};
use incog::roles::HeaderOfData;
use incog::search::Stop;
use incog::trajectories::TrajectoryError;
use incog::{DisclosureError, IncogError, JobError};
use std::path::PathBuf;
use thiserror::Error;

/// Why a command fails.
#[derive(Debug, Error)]
pub enum Failure {
    /// The library says no.
    #[error(transparent)]
    Incog(#[from] IncogError),
    /// There is no laboratory.
    #[error(
        "the program incog-lab was not found beside incog or in PATH; build it from the sources of incog: \
         cargo install --locked --path crates/incog-lab"
    )]
    NoLaboratory,
    /// The laboratory cannot be started.
    #[error("{}: cannot start: {source}", path.display())]
    Laboratory {
        /// The program.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Standard input cannot be read.
    #[error(
        "standard input: cannot read it or store it in the temporary folder: {source}; TMPDIR sets the \
        folder"
    )]
    StandardInput {
        /// What the system said.
        source: std::io::Error,
    },
    /// A release for standard output cannot be made.
    #[error("standard output: {source}")]
    StandardOutput {
        /// What the system said.
        source: std::io::Error,
    },
    /// The flags contradict each other; exit code 2.
    #[error("{0}; see incog --help")]
    Usage(&'static str),
    /// A column is named by flags of two roles.
    #[error("column {column:?} is named with two roles; name it once")]
    TwoRoles {
        /// The column.
        column: String,
    },
    /// The flags make no job.
    #[error("{}", job_message(.0, Notation::Flags))]
    Flags(JobError),
    /// The address of a database may have a secret, or is none. It is not shown.
    #[error("--uri: {why}")]
    Address {
        /// Why it is refused.
        why: AddressError,
    },
    /// A table stands where a job file is expected.
    #[error("{table}: expected a job file (.toml), found a table; write a job file for it with: incog init \
        {table}", table = path.display())]
    NotAJob {
        /// The table.
        path: PathBuf,
    },
    /// A table stands where a job file of trajectories is expected.
    #[error("{table}: expected a job file (.toml), found a table; write a job file for it with: incog init \
        --trajectories {table}", table = path.display())]
    NotATripJob {
        /// The table.
        path: PathBuf,
    },
    /// A table stands where a report is expected.
    #[error("{table}: expected a report, found a table; the report of a release is beside it: incog verify \
        {table}.report.json", table = path.display())]
    NotAReport {
        /// The table.
        path: PathBuf,
    },
    /// Something was written, but the search was ended before it was done; exit code 5.
    #[error(
        "the search was ended ({stopped}); {}",
        gap.map_or("the gap to the best possible is unknown".to_owned(), |gap| format!(
            "the release is at most {:.2} % from the best possible; --accept-gap {:.4} accepts it as final", 100.0 * gap, (gap * 1e4).ceil() / 1e4
        ))
    )]
    NotFinal {
        /// Why it ended.
        stopped: Stop,
        /// How far from the best possible, as a share.
        gap: Option<f64>,
    },
    /// The first line of a table looks like a record; exit code 4.
    #[error(
        "{}: the first line looks like a record, not like column names ({found}), and incog would copy it \
         into the job file; add --no-header if it is a record, --header if it is not",
        path.display()
    )]
    Header {
        /// The table.
        path: PathBuf,
        /// What speaks for it.
        found: HeaderOfData,
    },
    /// A table gives people away; exit code 4.
    #[error("the table identifies people; see \"danger\" above")]
    Danger,
    /// A claim of a report does not hold.
    #[error("the report is refuted: a claim of it does not hold")]
    Refuted,
    /// A report is not signed by the expected key.
    #[error("the report is not signed with the key of --signed-by: {0}")]
    NotSigned(String),
    /// A file cannot be written.
    #[error("{}: cannot write: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file of messages cannot be written.
    #[error("{}: cannot write messages to it (--log): {source}", path.display())]
    Log {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A result cannot be shown as JSON.
    #[error("cannot write the result as JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// A job cannot be shown as TOML.
    #[error("cannot write the job as TOML: {0}")]
    Toml(#[from] toml::ser::Error),
    /// Nothing can be opened as a page.
    #[cfg(feature = "page")]
    #[error(transparent)]
    Page(#[from] incog_page::OpenError),
    /// The page has no place.
    #[cfg(feature = "page")]
    #[error("cannot serve the page on 127.0.0.1: {0}; try another --port")]
    Serve(std::io::Error),
    /// The handler of Ctrl-C cannot be set.
    #[error("cannot set a handler for Ctrl-C: {0}")]
    Interrupt(#[from] ctrlc::Error),
}

impl From<DisclosureError> for Failure {
    fn from(error: DisclosureError) -> Self {
        Self::Incog(error.into())
    }
}

impl From<TrajectoryError> for Failure {
    fn from(error: TrajectoryError) -> Self {
        Self::Incog(error.into())
    }
}

/// What a command did.
pub type Done = Result<(), Failure>;

impl Failure {
    /// The exit code: 1 bad input or I/O, 2 wrong usage, 3 no release can meet the models, proved;
    /// 4 people would be or are in danger, 5 a limit or Ctrl-C ended the search, or it found
    /// nothing although there may be a release; 130 interrupted.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Incog(error) => error.exit_code(),
            Self::Usage(_) | Self::TwoRoles { .. } => 2,
            Self::Danger | Self::Header { .. } => 4,
            #[cfg(feature = "page")]
            Self::Page(incog_page::OpenError::Incog(error)) => error.exit_code(),
            #[cfg(feature = "page")]
            Self::Page(incog_page::OpenError::Header { .. }) => 4,
            Self::NotFinal { .. } => 5,
            _ => 1,
        }
    }
}
