//! What keeps a trade-off from being explored.

use std::path::PathBuf;
use thiserror::Error;

/// Why a trade-off cannot be explored.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ExploreError {
    /// A text that is no axis.
    #[error("{found:?} says nothing to vary; expected KEY=VALUES, such as privacy.k-anonymity=2,3,5..10")]
    NotAnAxis {
        /// The text.
        found: String,
    },
    /// A range that goes down, or one of too many values.
    #[error(
        "{key}: the range {found} is not one from a smaller to a larger whole number, of at most {most} values"
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
    #[error("{key}: there are no values to try; give one or more")]
    NoValues {
        /// The key.
        key: String,
    },
    /// A value that stands twice.
    #[error("{key}: the value {value} stands twice; each is tried once")]
    Repeated {
        /// The key.
        key: String,
        /// The value.
        value: String,
    },
    /// A key that is varied twice.
    #[error("{key} is varied twice; give all its values at once")]
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
    #[error("{key} cannot be varied: all points are about one table, and nothing is published")]
    Files {
        /// The key.
        key: String,
    },
    /// Too many points.
    #[error("these values make {points} points, and at most {most} are tried; leave some out")]
    TooMany {
        /// Points of the grid.
        points: u128,
        /// The most.
        most: usize,
    },
    /// A job or a page that cannot be written.
    #[error("the job or page cannot be written: {why}")]
    Unwritable {
        /// Why not.
        why: String,
    },
    /// A file that keeps points, and is none.
    #[error("{}: does not keep points of a trade-off ({what}); name another file, or remove this one", path.display())]
    NotKept {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// A file that keeps the points of something else.
    #[error(
        "{}: keeps points of another table, job, metric or version of the program; name another file, or remove this one to begin anew",
        path.display()
    )]
    KeptElsewhere {
        /// The file.
        path: PathBuf,
    },
    /// A table of an engine.
    #[error(
        "the input of the job is a table of an engine; a trade-off is explored of a file, so write the table to one (or the counts of its \
         rows) and name that as input"
    )]
    Engine,
    /// No release is one level a column, so nothing can be one level finer.
    #[error(
        "neighbours are those of one level a column, and this job makes labels record by record ([recoding] kind)"
    )]
    NotGlobal,
}
