//! Why a report, or a file beside it, cannot be read or written.

use incog_io::FileFault;
use incog_report::verification::reach::OutsideReport;
use std::path::PathBuf;
use thiserror::Error;

/// Why a report, or a file beside it, cannot be read or written.
#[derive(Debug, Error)]
pub enum ReportFileError {
    /// A key cannot be written.
    #[error("{}: cannot write the key: {source}", path.display())]
    NewKey {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The table of pseudonyms cannot be written.
    #[error("{}: cannot write the table of pseudonyms: {source}", path.display())]
    PseudonymTable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file of a release is not where its report says.
    #[error(
        "{}: the input of the report was not found; if it is in another folder, name it: incog verify \
         REPORT --input FILE (or --job JOB.toml)",
        path.display()
    )]
    Moved {
        /// Where it should be.
        path: PathBuf,
    },
    /// A report names a file outside of its folder, and nobody else does.
    #[error(transparent)]
    OutsideReport(#[from] OutsideReport),
    /// Files are named for a report that does not take them.
    #[error(
        "the report is about {what}, where --input and --release cannot be used; put the files where the \
         report says"
    )]
    NotElsewhere {
        /// Its subject.
        what: &'static str,
    },
    /// A file is not a proof.
    #[error("{}: this is not a proof of incog: {what}", path.display())]
    NoProof {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, without any text of the file.
        what: String,
    },
    /// A proof was asked for where there is none.
    #[error("cannot write a proof: {why}; nothing was written")]
    NoProofToWrite {
        /// Why.
        why: String,
    },
    /// The report cannot be written.
    #[error("{}: cannot write the report: {source}", path.display())]
    Report {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A report, a key or a signature cannot be read.
    #[error("{}: {fault}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: FileFault,
    },
    /// A file is not a report.
    #[error("{}: this is not a report of incog: {what}", path.display())]
    NoReport {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, without any text of the file.
        what: String,
    },
    /// A temporary folder cannot be created.
    #[error("cannot create a temporary folder: {source}; check that the disk is not full")]
    TemporaryFolder {
        /// What the system said.
        source: std::io::Error,
    },
    /// A signature cannot be made or checked.
    #[error("{}: {what}", path.display())]
    Signature {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
}
