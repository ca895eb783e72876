//! Why releases cannot be held against each other.

use thiserror::Error;

/// Why releases cannot be held against each other.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SeriesError {
    /// Nobody can be looked up in a release.
    #[error("{release}: it has none of the quasi-identifiers of this table ({}); it is about something else", known.join(", "))]
    NothingKnown {
        /// The release.
        release: String,
        /// What is known of people.
        known: Vec<String>,
    },
    /// Labels that nobody can look somebody up by.
    #[error(
        "{release}: {labels} labels of column {column:?}, of {records} records, cannot be read, so nobody can say whom they stand for; \
         give the column the hierarchy in a file that the release was made with"
    )]
    Unread {
        /// The release.
        release: String,
        /// The column.
        column: String,
        /// Its labels that cannot be read.
        labels: usize,
        /// Records that have one of them.
        records: u64,
    },
    /// Records that do not fit what is published of them.
    #[error(
        "{records} records of the table fit no labels of the release that is made of them, as labels are written by what is published, so nobody can \
         say what it tells of them together with earlier ones; give columns with masks, ranges or fanouts hierarchies in files"
    )]
    Unplaced {
        /// The records.
        records: u64,
    },
}
