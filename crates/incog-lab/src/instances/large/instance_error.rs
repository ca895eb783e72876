//! Why an instance cannot be made.

use incog_card::Refusal;
use incog_data::{BuildError, HierarchyError, QuasiIdentifierError, TableError, TuplesError};
use incog_io::ReadError;
use incog_plan::ReleaseProblemError;
use incog_privacy::ParameterError;
use incog_utility::MetricError;
use std::path::PathBuf;
use thiserror::Error;

/// Why an instance cannot be made from the files found.
#[derive(Debug, Error)]
pub enum LargeInstanceError {
    /// A file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A table has no such column.
    #[error("{} has no column {column:?}", path.display())]
    MissingColumn {
        /// The file.
        path: PathBuf,
        /// The column.
        column: String,
    },
    /// A file is no hierarchy.
    #[error("{}: {source}", path.display())]
    Hierarchy {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: HierarchyError,
    },
    /// A table cannot be cut to its first rows.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A hierarchy cannot be made.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A column does not fit its hierarchy.
    #[error(transparent)]
    QuasiIdentifier(#[from] QuasiIdentifierError),
    /// The table cannot be reduced to tuples.
    #[error(transparent)]
    Tuples(#[from] TuplesError),
    /// There is nothing to search.
    #[error(transparent)]
    Problem(#[from] ReleaseProblemError),
    /// The objective cannot be made.
    #[error(transparent)]
    Metric(#[from] MetricError),
    /// The privacy model cannot be made.
    #[error(transparent)]
    Model(#[from] ParameterError),
    /// The privacy model cannot be named.
    #[error(transparent)]
    Refused(#[from] Refusal),
}
