//! Why releases cannot be compared, attacked, explored or certified.

use incog_disclosure::MeasureError;
use std::path::PathBuf;
use thiserror::Error;

/// Why releases cannot be compared, attacked, explored or certified.
#[derive(Debug, Error)]
pub enum ToolError {
    /// Tables cannot be compared.
    #[error(transparent)]
    Compare(#[from] crate::compare_error::CompareError),
    /// A certificate cannot be made.
    #[error(transparent)]
    Certificate(#[from] incog_disclosure::CertificateError),
    /// A trade-off that cannot be explored.
    #[error(transparent)]
    Explore(#[from] crate::explore_error::ExploreError),
    /// A search cannot go on from a checkpoint.
    #[error(transparent)]
    Checkpoint(#[from] crate::checkpoint_error::CheckpointError),
    /// An earlier release cannot be looked at.
    #[error("{}: {source}", path.display())]
    Earlier {
        /// Its report.
        path: PathBuf,
        /// Why.
        source: incog_disclosure::EarlierError,
    },
    /// Releases cannot be held against each other.
    #[error(transparent)]
    Series(#[from] incog_attack::SeriesError),
    /// The release cannot be measured.
    #[error(transparent)]
    Audit(#[from] incog_audit::AuditError),
    /// A release cannot be attacked as asked.
    #[error(transparent)]
    Attack(#[from] incog_attack::AttackError),
}

impl From<MeasureError> for ToolError {
    fn from(error: MeasureError) -> Self {
        match error {
            MeasureError::Certificate(error) => Self::Certificate(error),
            MeasureError::Earlier { path, source } => Self::Earlier { path, source },
            MeasureError::Series(error) => Self::Series(error),
            MeasureError::Audit(error) => Self::Audit(error),
            MeasureError::Attack(error) => Self::Attack(error),
        }
    }
}
