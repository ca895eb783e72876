//! Why there is no certificate.

use std::path::PathBuf;
use thiserror::Error;

/// Why there is no certificate.
#[derive(Debug, Error)]
pub enum CertificateError {
    /// The report is about trajectories.
    #[error("{}: it is a report of trajectories; certificates are made of reports of tables", path.display())]
    OfTrajectories {
        /// The report.
        path: PathBuf,
    },
    /// The release is not the one that the report is about.
    #[error("{}: it is not the release of the report (its SHA-256 is another); incog verify tells what differs", path.display())]
    OtherRelease {
        /// The release.
        path: PathBuf,
    },
    /// What should be the result of attacks is none.
    #[error("{}: it is no result of incog attack --json: {what}", path.display())]
    NoAttacks {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, without any text of the file.
        what: String,
    },
    /// The attacks were tried on other tables.
    #[error("{}: these attacks were tried on another {which} than that of the report (its SHA-256 is another)", path.display())]
    OtherAttacks {
        /// The result.
        path: PathBuf,
        /// Which table is another one.
        which: &'static str,
    },
}
