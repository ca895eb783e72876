//! Why a release cannot be measured, attacked or certified.

use std::path::PathBuf;
use thiserror::Error;

/// Why a release cannot be measured, attacked or certified.
#[derive(Debug, Error)]
pub enum MeasureError {
    /// A certificate cannot be made.
    #[error(transparent)]
    Certificate(#[from] crate::certificate_error::CertificateError),
    /// An earlier release cannot be looked at.
    #[error("{}: {source}", path.display())]
    Earlier {
        /// Its report.
        path: PathBuf,
        /// Why.
        source: crate::earlier_error::EarlierError,
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
