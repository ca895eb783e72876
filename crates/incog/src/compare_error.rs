//! Why tables cannot be compared.

use std::path::PathBuf;
use thiserror::Error;

/// Why tables cannot be compared.
#[derive(Debug, Error)]
pub enum CompareError {
    /// A table has no records.
    #[error("{}: the table has no records; name a table with records", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// They share no column.
    #[error("{}: the table has no column in common with {}; rename the columns, which are matched by name", release.display(), original.display())]
    OtherColumns {
        /// The release.
        release: PathBuf,
        /// The original.
        original: PathBuf,
    },
    /// A named column is not in a table.
    #[error("{}: the table has no column {column:?}", path.display())]
    NoColumn {
        /// The file.
        path: PathBuf,
        /// The column.
        column: String,
    },
}
