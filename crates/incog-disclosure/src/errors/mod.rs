//! What can go wrong before a decision, and when a release is checked.

mod draw_error;
mod engine_run_error;
mod gate_error;
mod hierarchy_input_error;
mod input_error;
mod ledger_error;
mod measure_error;
mod pinned_hierarchy_error;
mod population_file_error;
mod release_error;
mod report_file_error;
mod setup_error;

use crate::job::{JobError, without_found_values};
pub use draw_error::DrawError;
pub use engine_run_error::EngineRunError;
pub use gate_error::GateError;
pub use hierarchy_input_error::HierarchyInputError;
use incog_data::{
    BuildError, HierarchyError, HierarchyFileError, QuasiIdentifierError, RecodingError, TableError,
    TuplesError,
};
use incog_io::{ReadError, WriteError};
use incog_report::verification::reach::OutsideReport;
use incog_utility::MetricError;
pub use input_error::InputError;
pub use ledger_error::LedgerError;
pub use measure_error::MeasureError;
pub use pinned_hierarchy_error::PinnedHierarchyError;
pub use population_file_error::PopulationFileError;
pub use release_error::ReleaseError;
pub use report_file_error::ReportFileError;
pub use setup_error::SetupError;
use thiserror::Error;

/// Why the files of a job or of a release cannot be read or used, or nothing may be told of them.
#[derive(Debug, Error)]
pub enum DisclosureError {
    /// The job is wrong.
    #[error(transparent)]
    Job(#[from] JobError),
    /// The user asked to stop at once; no file is left behind.
    #[error(transparent)]
    Aborted(#[from] incog_io::Aborted),
    /// Why the tables of a job cannot be read together.
    #[error(transparent)]
    Input(#[from] InputError),
    /// Why a population cannot be used.
    #[error(transparent)]
    Population(#[from] PopulationFileError),
    /// Why a database did not make a release.
    #[error(transparent)]
    Engine(#[from] EngineRunError),
    /// Why the hierarchies of a plan cannot be used.
    #[error(transparent)]
    PinnedHierarchy(#[from] PinnedHierarchyError),
    /// Why a hierarchy cannot be read, made, or used for a column.
    #[error(transparent)]
    Hierarchy(#[from] HierarchyInputError),
    /// Why a release cannot be written.
    #[error(transparent)]
    Release(#[from] ReleaseError),
    /// Why records cannot be drawn.
    #[error(transparent)]
    Draw(#[from] DrawError),
    /// Why a report, or a file beside it, cannot be read or written.
    #[error(transparent)]
    ReportFile(#[from] ReportFileError),
    /// Why a table and its terms pose no problem.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Why a release cannot be measured, attacked or certified.
    #[error(transparent)]
    Measure(#[from] MeasureError),
    /// Why nothing may be published.
    #[error(transparent)]
    Gate(#[from] GateError),
    /// Why the ledger of a series cannot be used.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
}

/// Errors of the crates below, each of the stage that it belongs to.
macro_rules! of_stages {
    ($($below:ty => $stage:ty),* $(,)?) => {
        $(impl From<$below> for DisclosureError {
            fn from(error: $below) -> Self {
                <$stage>::from(error).into()
            }
        })*
    };
}

of_stages! {
    ReadError => InputError,
    incog_sql::SqlError => EngineRunError,
    HierarchyError => PinnedHierarchyError,
    HierarchyFileError => HierarchyInputError,
    QuasiIdentifierError => HierarchyInputError,
    WriteError => ReleaseError,
    crate::draw_key::DrawKeyError => DrawError,
    OutsideReport => ReportFileError,
    incog_treatment::TreatmentError => SetupError,
    TuplesError => SetupError,
    MetricError => SetupError,
    TableError => SetupError,
    RecodingError => SetupError,
    crate::certificate_error::CertificateError => MeasureError,
    incog_audit::AuditError => MeasureError,
    incog_attack::AttackError => MeasureError,
    incog_attack::SeriesError => MeasureError,
}

impl From<BuildError> for DisclosureError {
    fn from(error: BuildError) -> Self {
        HierarchyInputError::Build(Box::new(error)).into()
    }
}

impl DisclosureError {
    /// A file is not a proof.
    pub fn no_proof(path: &std::path::Path, error: &serde_json::Error) -> Self {
        ReportFileError::NoProof { path: path.to_owned(), what: without_found_values(&error.to_string()) }
            .into()
    }

    /// A file is not a report.
    pub fn no_report(path: &std::path::Path, error: &serde_json::Error) -> Self {
        ReportFileError::NoReport { path: path.to_owned(), what: without_found_values(&error.to_string()) }
            .into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Errors travel through every result of the crate; clippy.toml has the same limit.
    #[test]
    fn errors_are_small() {
        assert!(size_of::<DisclosureError>() <= 128, "{}", size_of::<DisclosureError>());
    }
}
