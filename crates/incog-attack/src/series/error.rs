//! Why releases cannot be held against each other.

use thiserror::Error;

/// Why releases cannot be held against each other.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SeriesError {
    /// Nobody can be looked up in a release.
    #[error("{release}: the release has none of the quasi-identifiers of this table ({}), so it is about \
        something else", known.join(", "))]
    NothingKnown {
        /// The release.
        release: String,
        /// The known columns.
        known: Vec<String>,
    },
    /// Labels that nobody can look somebody up by.
    #[error(
        "{release}: cannot read {labels} labels of column {column:?}, in {records} records; give the \
         column the hierarchy file that the release was made with"
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
        "{records} records of the table match no labels of their own release, because its labels depend on \
         the published values; give columns with masks, ranges or fanouts hierarchy files"
    )]
    Unplaced {
        /// The records.
        records: u64,
    },
}
