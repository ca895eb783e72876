//! What can go wrong on the way from a job to a release.

mod plan_stage_error;
mod self_check_error;
mod tool_error;

use crate::job::JobError;
use incog_data::{
    BuildError, HierarchyError, HierarchyFileError, QuasiIdentifierError, RecodingError, TableError,
    TuplesError,
};
use incog_disclosure::DisclosureError;
use incog_disclosure::LedgerError;
pub use incog_disclosure::{
    DrawError, EngineRunError, GateError, HierarchyInputError, InputError, PopulationFileError, ReleaseError,
    ReportFileError, SetupError,
};
use incog_flows::FlowsError;
use incog_io::{ReadError, WriteError};
use incog_plan::PlanError;
use incog_report::verification::reach::OutsideReport;
use incog_trips::TrajectoryError;
use incog_utility::MetricError;
pub use plan_stage_error::PlanStageError;
pub use self_check_error::SelfCheckError;
use thiserror::Error;
pub use tool_error::ToolError;

/// Why there is no release: an error of one of the stages.
#[derive(Debug, Error)]
pub enum IncogError {
    /// The job is wrong.
    #[error(transparent)]
    Job(#[from] JobError),
    /// A release of trajectories could not be made.
    #[error(transparent)]
    Trajectories(#[from] Box<TrajectoryError>),
    /// Flows could not be counted.
    #[error(transparent)]
    Flows(#[from] Box<FlowsError>),
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
    /// Why there is no decision, or a plan cannot be used.
    #[error(transparent)]
    Plan(#[from] PlanStageError),
    /// Why a hierarchy cannot be read, made, or used for a column.
    #[error(transparent)]
    Hierarchy(#[from] HierarchyInputError),
    /// Why a release cannot be written.
    #[error(transparent)]
    Release(#[from] ReleaseError),
    /// A release that was refused by its own measurement: a defect of the program.
    #[error(transparent)]
    SelfCheck(#[from] SelfCheckError),
    /// Why records cannot be drawn.
    #[error(transparent)]
    Draw(#[from] DrawError),
    /// Why a report, or a file beside it, cannot be read or written.
    #[error(transparent)]
    ReportFile(#[from] ReportFileError),
    /// Why a table and its terms pose no problem.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Why releases cannot be compared, attacked, explored or certified.
    #[error(transparent)]
    Tool(#[from] ToolError),
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
        $(impl From<$below> for IncogError {
            fn from(error: $below) -> Self {
                <$stage>::from(error).into()
            }
        })*
    };
}

of_stages! {
    ReadError => InputError,
    incog_sql::SqlError => EngineRunError,
    PlanError => PlanStageError,
    HierarchyError => PlanStageError,
    HierarchyFileError => HierarchyInputError,
    QuasiIdentifierError => HierarchyInputError,
    WriteError => ReleaseError,
    incog_disclosure::draw_key::DrawKeyError => DrawError,
    OutsideReport => ReportFileError,
    incog_treatment::TreatmentError => SetupError,
    TuplesError => SetupError,
    MetricError => SetupError,
    TableError => SetupError,
    RecodingError => SetupError,
    crate::compare_error::CompareError => ToolError,
    incog_disclosure::CertificateError => ToolError,
    crate::explore_error::ExploreError => ToolError,
    crate::checkpoint_error::CheckpointError => ToolError,
    incog_audit::AuditError => ToolError,
    incog_attack::AttackError => ToolError,
    incog_attack::SeriesError => ToolError,
}

impl From<BuildError> for IncogError {
    fn from(error: BuildError) -> Self {
        HierarchyInputError::Build(Box::new(error)).into()
    }
}

impl From<DisclosureError> for IncogError {
    fn from(error: DisclosureError) -> Self {
        match error {
            DisclosureError::Job(error) => Self::Job(error),
            DisclosureError::Aborted(error) => Self::Aborted(error),
            DisclosureError::Input(error) => Self::Input(error),
            DisclosureError::Population(error) => Self::Population(error),
            DisclosureError::Engine(error) => Self::Engine(error),
            DisclosureError::PinnedHierarchy(error) => Self::Plan(error.into()),
            DisclosureError::Hierarchy(error) => Self::Hierarchy(error),
            DisclosureError::Release(error) => Self::Release(error),
            DisclosureError::Draw(error) => Self::Draw(error),
            DisclosureError::ReportFile(error) => Self::ReportFile(error),
            DisclosureError::Setup(error) => Self::Setup(error),
            DisclosureError::Measure(error) => Self::Tool(error.into()),
            DisclosureError::Gate(error) => Self::Gate(error),
            DisclosureError::Ledger(error) => Self::Ledger(error),
        }
    }
}

impl From<FlowsError> for IncogError {
    fn from(error: FlowsError) -> Self {
        Self::Flows(Box::new(error))
    }
}

impl From<TrajectoryError> for IncogError {
    fn from(error: TrajectoryError) -> Self {
        Self::Trajectories(Box::new(error))
    }
}

impl IncogError {
    /// The exit code of the command: 3 where no release meets the models, 4 where one would be a
    /// danger, 5 where none was found or a better one is there, 130 after an interrupt, else 1.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Flows(error) => error.exit_code(),
            Self::Trajectories(error) if error.is_infeasible() => 3,
            Self::Trajectories(error) if error.is_unsafe() => 4,
            Self::Trajectories(error) if error.is_nothing_found() => 5,
            Self::Trajectories(error) if error.is_aborted() => 130,
            Self::Aborted(_) => 130,
            Self::Plan(error) => error.exit_code(),
            Self::Release(error) => error.exit_code(),
            Self::Draw(error) => error.exit_code(),
            Self::Gate(error) => error.exit_code(),
            Self::Ledger(error) => error.exit_code(),
            Self::Job(_)
            | Self::Trajectories(_)
            | Self::Input(_)
            | Self::Population(_)
            | Self::Engine(_)
            | Self::Hierarchy(_)
            | Self::SelfCheck(_)
            | Self::ReportFile(_)
            | Self::Setup(_)
            | Self::Tool(_) => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Errors travel through every result of the crate; clippy.toml has the same limit.
    #[test]
    fn errors_are_small() {
        assert!(size_of::<IncogError>() <= 128, "{}", size_of::<IncogError>());
    }
}
