//! Why a hierarchy cannot be read, made, or used for a column.

use incog_data::{BuildError, HierarchyFileError, QuasiIdentifierError, TreeError};
use incog_io::FileFault;
use std::path::PathBuf;
use thiserror::Error;

/// Why a hierarchy cannot be read, made, or used for a column.
#[derive(Debug, Error)]
pub enum HierarchyInputError {
    /// A hierarchy file cannot be opened.
    #[error("{}: cannot read the hierarchy: {fault}", path.display())]
    OpenHierarchy {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: FileFault,
    },
    /// A hierarchy file is not a hierarchy.
    #[error(transparent)]
    HierarchyFile(#[from] HierarchyFileError),
    /// A hierarchy cannot be made from the column.
    #[error(transparent)]
    Build(Box<BuildError>),
    /// A tree of values is not a tree.
    #[error("columns.{column}.hierarchy.tree: {source}")]
    Tree {
        /// The column.
        column: String,
        /// What is wrong.
        source: TreeError,
    },
    /// The file of a hierarchy does not have a value of its column.
    #[error("{}: {source} as a row of that file", path.display())]
    HierarchyLacksValue {
        /// The file.
        path: PathBuf,
        /// The value, and where it stands.
        source: QuasiIdentifierError,
    },
    /// A column and its hierarchy do not fit.
    #[error(transparent)]
    QuasiIdentifier(#[from] QuasiIdentifierError),
    /// A table has values that the hierarchies of a plan do not have.
    #[error(
        "column {column:?}, row {row}: {values} values of this table, in {records} records, are missing \
         from the hierarchy; publish them as * with --unknown top, or make a new plan with: incog plan"
    )]
    UnknownValues {
        /// The column.
        column: String,
        /// Different values.
        values: usize,
        /// Records that have them.
        records: usize,
        /// The first of them, from 1.
        row: usize,
    },
}
