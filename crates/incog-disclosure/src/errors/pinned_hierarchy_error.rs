//! Why the hierarchies of a plan, or columns of numbers, cannot be used for a table.

use incog_data::HierarchyError;
use std::path::PathBuf;
use thiserror::Error;

/// Why the hierarchies of a plan, or columns of numbers, cannot be used for a table.
#[derive(Debug, Error)]
pub enum PinnedHierarchyError {
    /// A file is not a plan.
    #[error("{}: this is not a plan of incog: {what}", path.display())]
    NoPlan {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, without any text of the file.
        what: String,
    },
    /// A hierarchy is not the one of the plan.
    #[error(
        "the hierarchy of column {column:?} has changed since the plan was made; make a new plan with: \
         incog plan"
    )]
    HierarchyChanged {
        /// The column.
        column: String,
    },
    /// A hierarchy in a plan is not a hierarchy.
    #[error("the plan has an invalid hierarchy: {0}")]
    PlanHierarchy(#[from] HierarchyError),
    /// A quasi-identifier is not made of numbers, and micro-aggregation needs some.
    #[error(
        "column {column:?}: {values} values are not numbers, or too large, and micro-aggregation needs a \
         number in each record; give the column another role, or use another recoding"
    )]
    NotNumbers {
        /// The quasi-identifier.
        column: String,
        /// Different values that are none.
        values: usize,
    },
}
