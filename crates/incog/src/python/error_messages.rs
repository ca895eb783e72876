//! What goes wrong with a table or a release, in the words of the Python package.

use super::keyword_text::keyword_text;
use super::phrases::with_phrases;
use super::role_text::role_text;
use super::{Notation, job_message};
use crate::IncogError;
use crate::{GateError, HierarchyInputError, PlanStageError, ReleaseError, SetupError, ToolError};
use incog_attack::AttackError;
use incog_io::WriteError;
use incog_plan::{PlanError, SolveError};
use incog_trips::TrajectoryError;

/// How a plan for this table is made.
const NEW_PLAN: &str = "make a new plan with incog.plan";

/// The message of an error in the words of the package: keywords in the place of flags and of keys
/// of a job file.
///
/// ```
/// use incog::{ReleaseError, SetupError, python::error_message};
/// let error = SetupError::Threads { threads: 99 }.into();
/// assert_eq!(error_message(&error), "the system cannot start 99 threads; lower threads");
/// let error = ReleaseError::NotAggregated { column: "cost".into(), aggregate: "mean", others: 1, values: 2 }.into();
/// assert!(error_message(&error).contains("\"publish\": \"mode\"") && !error_message(&error).contains("csv."));
/// ```
pub fn error_message(error: &IncogError) -> String {
    let told = match error {
        IncogError::Job(error) => Some(job_message(error, Notation::Keywords)),
        IncogError::Gate(GateError::Unsafe(dangers)) => Some(dangers.in_python()),
        IncogError::Release(ReleaseError::Write(error)) => write_message(error),
        IncogError::Tool(ToolError::Attack(error)) => attack_message(error),
        IncogError::Plan(PlanStageError::Plan(error)) => search_message(error),
        IncogError::Trajectories(error) => trajectory_message(error),
        IncogError::Setup(SetupError::Threads { threads }) => {
            Some(format!("the system cannot start {threads} threads; lower threads"))
        }
        IncogError::Release(ReleaseError::Worse { objective, value, before }) => {
            Some(worse_message(objective, *value, *before))
        }
        other => plan_message(other),
    };
    let notation = match error {
        IncogError::Trajectories(_) => Notation::TrajectoryKeywords,
        _ => Notation::Keywords,
    };
    told.unwrap_or_else(|| with_keywords(&error.to_string(), notation))
}

/// A note of a run in the words of the package.
///
/// ```
/// use incog::python::note_message;
/// let note = "every column keeps detail; without that (utility.keep_columns = \"off\") gen-loss would be 0.1";
/// assert!(note_message(note).contains("(keep_columns=\"off\")"));
/// ```
pub fn note_message(note: &str) -> String {
    with_keywords(note, Notation::Keywords)
}

/// A message with the means of the package, and with keywords for roles and keys of a job file.
pub(super) fn with_keywords(message: &str, notation: Notation) -> String {
    let message = with_phrases(message);
    match notation {
        Notation::JobFile | Notation::Flags => message,
        Notation::Keywords => keyword_text(&role_text(&message), notation),
        Notation::TrajectoryKeywords => keyword_text(&message, notation),
    }
}

fn worse_message(objective: &str, value: f64, before: f64) -> String {
    format!(
        "nothing was written: the existing release has {objective} {before} and the new one {value}; to replace it \
         anyway, set replace_better=True"
    )
}

fn write_message(error: &WriteError) -> Option<String> {
    match error {
        WriteError::Exists { path } => {
            Some(format!("{}: already exists; choose another name, or set overwrite=True", path.display()))
        }
        WriteError::Recovered { path } => Some(format!(
            "{}: already exists: an earlier run was killed in its last step, and incog has now finished that \
             step; choose another name, or set overwrite=True",
            path.display()
        )),
        _ => None,
    }
}

fn attack_message(error: &AttackError) -> Option<String> {
    match error {
        AttackError::Lacks { attack, lack } => {
            Some(format!("the attack {attack} {}; set {}", lack.what(), lack.keyword()))
        }
        _ => None,
    }
}

fn search_message(error: &PlanError) -> Option<String> {
    match error {
        PlanError::Infeasible(infeasible) => Some(infeasible.explain("suppression")),
        PlanError::Search(SolveError::DecidesByRecord { algorithm }) => Some(format!(
            "{algorithm} suppresses single records, which models about a population or the whole release do not allow; \
             set parameters={{\"optimal_suppression\": True}}, or use optimal"
        )),
        _ => None,
    }
}

fn trajectory_message(error: &TrajectoryError) -> Option<String> {
    match error {
        TrajectoryError::Write(error) => write_message(error),
        TrajectoryError::Value { key, found, expected } => {
            let setting = Notation::TrajectoryKeywords.setting(key);
            Some(format!("{setting} is {found}; expected {expected}"))
        }
        _ => None,
    }
}

/// Plans that do not fit the table they are to publish.
fn plan_message(error: &IncogError) -> Option<String> {
    Some(match error {
        IncogError::Plan(PlanStageError::OtherTable) => format!(
            "the plan is for another table: the records, hierarchies, levels or population differ; {NEW_PLAN}"
        ),
        IncogError::Plan(PlanStageError::ChangedPlan) => format!(
            "the plan was changed after it was made: its release does not have the stated value; {NEW_PLAN}"
        ),
        IncogError::Plan(PlanStageError::LocalPlan) => {
            format!(
                "this plan has levels by record, which do not apply to another table; {NEW_PLAN} and \
                 recoding=\"global\""
            )
        }
        IncogError::Plan(PlanStageError::HierarchyChanged { column }) => {
            format!("the hierarchy of column {column:?} has changed since the plan was made; {NEW_PLAN}")
        }
        IncogError::Hierarchy(HierarchyInputError::UnknownValues { column, values, records, row }) => {
            format!(
                "column {column:?}, row {row}: {values} values of this table, in {records} records, are missing from the \
             hierarchy; publish them as * with unknown=\"top\", or {NEW_PLAN}"
            )
        }
        _ => return None,
    })
}
