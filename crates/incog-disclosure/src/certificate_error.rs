//! Why there is no certificate.

use std::path::PathBuf;
use thiserror::Error;

/// Why there is no certificate.
#[derive(Debug, Error)]
pub enum CertificateError {
    /// The report is about trajectories.
    #[error("{}: this is a report about trajectories; incog writes sign-off pages for reports about tables \
        only", path.display())]
    OfTrajectories {
        /// The report.
        path: PathBuf,
    },
    /// The release is not the one that the report is about.
    #[error("{}: this is not the release of the report (its SHA-256 differs); incog verify shows what \
        changed", path.display())]
    OtherRelease {
        /// The release.
        path: PathBuf,
    },
    /// What should be the result of attacks is none.
    #[error("{}: this is not the output of incog attack --json: {what}", path.display())]
    NoAttacks {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, without any text of the file.
        what: String,
    },
    /// The attacks were tried on other tables.
    #[error("{}: these attacks used another {which} than the report (its SHA-256 differs); run incog \
        attack again", path.display())]
    OtherAttacks {
        /// The result.
        path: PathBuf,
        /// Which table is another one.
        which: &'static str,
    },
}
