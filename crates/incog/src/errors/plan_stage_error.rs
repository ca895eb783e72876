//! Why there is no decision, or a plan cannot be used.

use crate::plan_mismatch::Miss;
use incog_data::HierarchyError;
use incog_disclosure::PinnedHierarchyError;
use incog_plan::{GroupsError, PlanError};
use std::path::PathBuf;
use thiserror::Error;

/// Why there is no decision, or a plan cannot be used.
#[derive(Debug, Error)]
pub enum PlanStageError {
    /// No plan could be made: a model or the search does not fit the table, no release meets the
    /// models, or none was found.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A file is not a plan.
    #[error("{}: this is not a plan of incog: {what}", path.display())]
    NoPlan {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, without any text of the file.
        what: String,
    },
    /// A plan was made for another table.
    #[error(
        "the plan is for another table: the records, hierarchies, levels or population differ; nothing was \
         written; make a new plan with: incog plan"
    )]
    OtherTable,
    /// A plan is of another kind than its job asks for.
    #[error(
        "the plan does not have the recoding.kind of its job (global: the same levels for all records; \
         local: levels per record); nothing was written; make a new plan with: incog plan"
    )]
    OtherKind,
    /// A plan was changed after it was made.
    #[error(
        "the plan was changed after it was made: its release does not have the stated value; nothing was \
         written; make a new plan with: incog plan"
    )]
    ChangedPlan,
    /// At the levels of a plan, another table does not meet what the job promises.
    #[error("nothing was written: {miss}")]
    PlanMisses {
        /// Why not, and what would help.
        miss: Box<Miss>,
    },
    /// A plan with levels by record was to be used for another table.
    #[error(
        "this plan has levels per record, which do not apply to another table; make a new plan with: incog \
         plan"
    )]
    LocalPlan,
    /// A table has other quasi-identifiers than the plan.
    #[error(
        "the plan is for a table with the quasi-identifiers {}, in this order, and this table differs; \
         nothing was written", expected.join(", ")
    )]
    OtherQuasiIdentifiers {
        /// Those of the plan.
        expected: Vec<String>,
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
}

impl PlanStageError {
    /// The exit code of the command.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Plan(PlanError::Infeasible(_) | PlanError::Groups(GroupsError::Together { .. })) => 3,
            Self::Plan(PlanError::NothingFound(_)) | Self::PlanMisses { .. } => 5,
            _ => 1,
        }
    }
}

impl From<PinnedHierarchyError> for PlanStageError {
    fn from(error: PinnedHierarchyError) -> Self {
        match error {
            PinnedHierarchyError::NoPlan { path, what } => Self::NoPlan { path, what },
            PinnedHierarchyError::HierarchyChanged { column } => Self::HierarchyChanged { column },
            PinnedHierarchyError::PlanHierarchy(error) => Self::PlanHierarchy(error),
            PinnedHierarchyError::NotNumbers { column, values } => {
                Self::Plan(GroupsError::NotNumbers { column, values }.into())
            }
        }
    }
}
