//! Errors of the library as exceptions of the package, with messages in its words.

use incog::attack::AttackError;
use incog::audit::AuditError;
use incog::plan::{LocalProblemError, PlanError};
use incog::python::{Notation, error_message, job_message, value_message};
use incog::trajectories::TrajectoryError;
use incog::treatment::TreatmentError;
use incog::{
    DrawError, EngineRunError, GateError, HierarchyInputError, InputError, PlanStageError,
    PopulationFileError, ReleaseError, ReportFileError, SelfCheckError, SetupError, ToolError,
};
use incog::{IncogError, JobError};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use serde::de::DeserializeOwned;
use std::fmt::Display;

/// The exception for an error of the library.
pub fn raised(py: Python<'_>, error: &IncogError) -> PyErr {
    named(py, class_of(error), error_message(error))
}

/// Reads keys that the package wrote as JSON; what is wrong with one is told behind its name in
/// this notation: `k`, or `privacy.k-anonymity`.
pub fn read_keys<T: DeserializeOwned>(py: Python<'_>, text: &str, notation: Notation) -> PyResult<T> {
    let mut keys = serde_json::Deserializer::from_str(text);
    serde_path_to_error::deserialize(&mut keys).map_err(|error| {
        let key = error.path().to_string();
        // Without the place in a text that nobody wrote.
        let message = error.into_inner().to_string();
        let what = message.rsplit_once(" at line ").map_or(message.as_str(), |(what, _)| what);
        named(py, "JobError", value_message(&key, what, notation))
    })
}

/// The exception for a job that is wrong, which was described in this notation.
pub fn wrong_job(py: Python<'_>, error: &JobError, notation: Notation) -> PyErr {
    named(py, "JobError", job_message(error, notation))
}

/// The exception for a mistake of the program.
pub fn defect(py: Python<'_>) -> PyErr {
    named(py, "DefectError", "incog stopped unexpectedly; this is a defect of incog, please report it")
}

/// Along the lines of the exit codes of the command.
fn class_of(error: &IncogError) -> &'static str {
    match error {
        IncogError::Job(_)
        | IncogError::Setup(SetupError::Metric(_))
        | IncogError::Setup(SetupError::Treatment(
            TreatmentError::NoPeople { .. }
            | TreatmentError::NobodyToDrawBy { .. }
            | TreatmentError::NoColumn { .. }
            | TreatmentError::NoKey { .. },
        ))
        | IncogError::Tool(ToolError::Audit(
            AuditError::UnknownColumn { .. }
            | AuditError::NamedTwice { .. }
            | AuditError::SamplingFraction { .. },
        ))
        | IncogError::Tool(ToolError::Explore(_))
        | IncogError::Tool(ToolError::Checkpoint(_))
        | IncogError::Release(ReleaseError::BoundsColumnTaken { .. })
        | IncogError::Release(ReleaseError::AlikeCells { .. })
        | IncogError::Release(ReleaseError::NamedLikeRoot { .. })
        | IncogError::Draw(DrawError::NotDrawn)
        | IncogError::Draw(DrawError::TooManyNodes { .. })
        | IncogError::Draw(DrawError::NotGeneralized { .. })
        | IncogError::Engine(EngineRunError::UnnamedColumn { .. }) => "JobError",
        IncogError::Input(InputError::Read(_))
        | IncogError::Population(PopulationFileError::ReadPopulation { .. })
        | IncogError::Setup(SetupError::Table(_))
        | IncogError::Setup(SetupError::Tuples(_))
        | IncogError::Setup(SetupError::Treatment(TreatmentError::Unfit { .. }))
        | IncogError::Tool(ToolError::Audit(
            AuditError::TooManyRows { .. }
            | AuditError::NotInPopulation { .. }
            | AuditError::PeopleInPopulation { .. },
        ))
        | IncogError::Population(PopulationFileError::InPopulation { .. })
        | IncogError::Population(PopulationFileError::PopulationColumn { .. })
        | IncogError::Population(PopulationFileError::NotThePopulation { .. })
        | IncogError::Population(PopulationFileError::RiskInPopulation { .. })
        | IncogError::Tool(ToolError::Earlier { .. })
        | IncogError::Tool(ToolError::Series(_))
        | IncogError::Draw(DrawError::SeveralRecords { .. })
        | IncogError::Release(ReleaseError::NotAggregated { .. }) => "TableError",
        IncogError::Hierarchy(HierarchyInputError::OpenHierarchy { .. })
        | IncogError::Population(PopulationFileError::PopulationLabels { .. })
        | IncogError::Hierarchy(HierarchyInputError::HierarchyFile(_))
        | IncogError::Hierarchy(HierarchyInputError::Build(_))
        | IncogError::Hierarchy(HierarchyInputError::Tree { .. })
        | IncogError::Hierarchy(HierarchyInputError::QuasiIdentifier(_))
        | IncogError::Tool(ToolError::Audit(AuditError::NotInHierarchy { .. }))
        | IncogError::Hierarchy(HierarchyInputError::UnknownValues { .. })
        | IncogError::Release(ReleaseError::AmbiguousLabels { .. })
        | IncogError::Plan(PlanStageError::Plan(PlanError::Local(LocalProblemError::AmbiguousLabel {
            ..
        }))) => "HierarchyError",
        IncogError::Gate(GateError::Unsafe(_))
        | IncogError::Gate(GateError::Undecided { .. })
        | IncogError::Gate(GateError::KeysOfSuppressed { .. }) => "UnsafeError",
        IncogError::Plan(PlanStageError::Plan(PlanError::Infeasible(_)))
        | IncogError::Draw(DrawError::NothingDrawn { .. }) => "InfeasibleError",
        IncogError::Plan(PlanStageError::Plan(PlanError::NothingFound(_)))
        | IncogError::Plan(PlanStageError::PlanMisses { .. }) => "NothingFoundError",
        IncogError::Plan(PlanStageError::Plan(_)) => "JobError",
        IncogError::Plan(PlanStageError::NoPlan { .. })
        | IncogError::Plan(PlanStageError::OtherTable)
        | IncogError::Plan(PlanStageError::OtherQuasiIdentifiers { .. })
        | IncogError::Plan(PlanStageError::LocalPlan)
        | IncogError::Plan(PlanStageError::OtherKind)
        | IncogError::Plan(PlanStageError::ChangedPlan)
        | IncogError::Plan(PlanStageError::HierarchyChanged { .. }) => "PlanError",
        IncogError::Release(ReleaseError::Write(_))
        | IncogError::ReportFile(ReportFileError::NewKey { .. })
        | IncogError::Release(ReleaseError::Worse { .. })
        | IncogError::ReportFile(ReportFileError::Report { .. }) => "OutputError",
        IncogError::SelfCheck(SelfCheckError::Refuted { .. })
        | IncogError::SelfCheck(SelfCheckError::Unmatched { .. })
        | IncogError::SelfCheck(SelfCheckError::Misstated { .. })
        | IncogError::SelfCheck(SelfCheckError::NamesPeople { .. })
        | IncogError::Engine(EngineRunError::NotAsDecided) => "DefectError",
        IncogError::Tool(ToolError::Attack(error)) => class_of_attack(error),
        IncogError::Trajectories(error) => class_of_trajectories(error),
        _ => "IncogError",
    }
}

fn class_of_attack(error: &AttackError) -> &'static str {
    match error {
        AttackError::Empty { .. }
        | AttackError::TooManyRows { .. }
        | AttackError::OtherColumns { .. }
        | AttackError::NoPerson { .. }
        | AttackError::InBothGroups { .. } => "TableError",
        _ => "JobError",
    }
}

fn class_of_trajectories(error: &TrajectoryError) -> &'static str {
    match error {
        _ if error.is_infeasible() => "InfeasibleError",
        _ if error.is_unsafe() => "UnsafeError",
        _ if error.is_nothing_found() => "NothingFoundError",
        TrajectoryError::Value { .. } | TrajectoryError::UnknownColumn { .. } => "JobError",
        TrajectoryError::Read(_)
        | TrajectoryError::NoColumn { .. }
        | TrajectoryError::Nothing { .. }
        | TrajectoryError::Set(_) => "TableError",
        TrajectoryError::Write(_) | TrajectoryError::NeedsDegrees { .. } => "OutputError",
        TrajectoryError::Refuted { .. } | TrajectoryError::Release { .. } => "DefectError",
        _ => "IncogError",
    }
}

/// What was written as JSON.
pub fn as_json(written: serde_json::Result<String>) -> PyResult<String> {
    written.map_err(|error| PyValueError::new_err(error.to_string()))
}

/// An exception of the package by its name; the classes themselves are written in Python.
pub fn named(py: Python<'_>, class: &str, message: impl Display) -> PyErr {
    let message = message.to_string();
    let made = || py.import("incog.errors")?.getattr(class)?.call1((message.clone(),));
    match made() {
        Ok(exception) => PyErr::from_value(exception),
        Err(_) => PyRuntimeError::new_err(message),
    }
}
