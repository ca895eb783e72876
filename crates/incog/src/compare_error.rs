//! Why tables cannot be compared.

use std::path::PathBuf;
use thiserror::Error;

/// Why tables cannot be compared.
#[derive(Debug, Error)]
pub enum CompareError {
    /// A table has no records.
    #[error("{}: it has no records, so there is nothing to compare", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// They share no column.
    #[error("{}: it has no column of {}; columns are matched by their names", release.display(), original.display())]
    OtherColumns {
        /// The release.
        release: PathBuf,
        /// The original.
        original: PathBuf,
    },
    /// A named column is not in a table.
    #[error("{}: it has no column {column:?}", path.display())]
    NoColumn {
        /// The file.
        path: PathBuf,
        /// The column.
        column: String,
    },
}
