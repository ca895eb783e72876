//! What keeps a trade-off from being explored.

use std::path::PathBuf;
use thiserror::Error;

/// Why a trade-off cannot be explored.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ExploreError {
    /// A text that is no axis.
    #[error("{found:?} is not a setting to vary; expected KEY=VALUES, such as privacy.k-anonymity=2,3,5..10")]
    NotAnAxis {
        /// The text.
        found: String,
    },
    /// A range that goes down, or one of too many values.
    #[error(
        "{key}: {found} is not a valid range; expected a smaller and a larger whole number, with at most \
         {most} values"
    )]
    Range {
        /// The key.
        key: String,
        /// The range.
        found: String,
        /// The most values of one.
        most: i64,
    },
    /// A key without values.
    #[error("{key}: there are no values to try; give at least one")]
    NoValues {
        /// The key.
        key: String,
    },
    /// A value that stands twice.
    #[error("{key}: the value {value} is listed twice; list it once")]
    Repeated {
        /// The key.
        key: String,
        /// The value.
        value: String,
    },
    /// A key that is varied twice.
    #[error("{key} is varied twice; list all its values together")]
    Twice {
        /// The key.
        key: String,
    },
    /// A value that the job cannot have.
    #[error("{setting}: {why}")]
    Refused {
        /// The key and the value.
        setting: String,
        /// Why not.
        why: String,
    },
    /// A key that names a file.
    #[error("{key} cannot be varied; only settings that leave the table and the files unchanged can")]
    Files {
        /// The key.
        key: String,
    },
    /// A key whose price only a series of releases shows.
    #[error(
        "{key} cannot be varied: what it costs depends on who comes and leaves; repeat the series with it on copies of earlier tables"
    )]
    OfSeries {
        /// The key.
        key: String,
    },
    /// Too many points.
    #[error("these values make {points} combinations, and at most {most} are tried; remove some values")]
    TooMany {
        /// Points of the grid.
        points: u128,
        /// The most.
        most: usize,
    },
    /// A job or a page that cannot be written.
    #[error("cannot write the job or the page: {why}")]
    Unwritable {
        /// Why not.
        why: String,
    },
    /// A file that keeps points, and is none.
    #[error("{}: this file does not have saved points ({what}); name another file, or delete this one", path.display())]
    NotKept {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// A file that keeps the points of something else.
    #[error(
        "{}: the saved points are for another table, job, metric or version of incog; name another file, \
         or delete this one to start again",
        path.display()
    )]
    KeptElsewhere {
        /// The file.
        path: PathBuf,
    },
    /// The delay of newcomers together with something else, or without a ledger.
    #[error(
        "releases.max_delay needs a job with releases.ledger and a table in a file, and is tried by itself; \
         leave out the other settings and metrics"
    )]
    DelayAlone,
    /// A table of an engine.
    #[error(
        "the input of the job is a database table, and incog explore needs a file; export the table (or \
         its counts) and name the file as input"
    )]
    Engine,
    /// No release is one level per column, so nothing can be one level finer.
    #[error(
        "--neighbours needs one level per column, and this job has recoding.kind \"local\" or \
         \"microaggregation\"; set recoding.kind = \"global\""
    )]
    NotGlobal,
}
