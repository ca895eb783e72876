//! A run on other terms than the instance's: recoding locally, for another objective, or
//! suppressing another share.

use super::instance::TableInstance;
use super::row::Row;
use super::single_run::{Made, RunError, RunRecord, found_row, improvements};
use crate::suite::AlgorithmFile;
use incog_plan::{Plan, PlanError, RecodingSettings, ReleaseProblem, Request, SearchSettings, plan_until};
use incog_search::Stop;
use incog_utility::Objective;
use std::sync::atomic::AtomicBool;

/// Whether an algorithm is run on other terms than those of the instances.
pub(super) fn is_asked_for(by: &AlgorithmFile) -> bool {
    by.local.is_some() || by.objective.is_some() || by.suppression.is_some()
}

/// Makes a run. What was found is measured as any release of the instance is.
pub(super) fn run(
    record: RunRecord,
    by: &AlgorithmFile,
    search: SearchSettings,
    instance: &TableInstance,
    interrupt: &AtomicBool,
) -> Result<Made, RunError> {
    let RunRecord { row, mut trace } = record;
    let TableInstance { request, problem, queries } = instance;
    let request = asked(by, request, search)?;
    let posed = incog_plan::release_problem(&request, problem.shared_tuples()).map_err(failed)?;
    let start = std::time::Instant::now();
    match plan_until(&request, &posed, interrupt) {
        Ok(Plan { stopped: Stop::Interrupted, .. }) => Ok(None),
        Ok(plan) => {
            let plan = if by.objective.is_some() { measured_anew(plan, problem)? } else { plan };
            trace.best = improvements(&plan);
            Ok(Some((found_row(row, &plan, problem, queries), trace)))
        }
        Err(PlanError::NothingFound(nothing)) if nothing.stopped == Stop::Interrupted => Ok(None),
        Err(error @ (PlanError::NothingFound(_) | PlanError::Infeasible(_))) => {
            let stopped = match error {
                PlanError::NothingFound(nothing) => nothing.stopped,
                _ => Stop::Proved,
            };
            let seconds = start.elapsed().as_secs_f64();
            Ok(Some((Row { stopped: stopped.name().into(), seconds, ..row }, trace)))
        }
        // Such as labels that would stand for different values: another search may do.
        Err(PlanError::Local(_)) => Ok(Some((Row { stopped: "unsuitable".into(), ..row }, trace))),
        Err(PlanError::Search(error)) => Err(error.into()),
        Err(error) => Err(failed(error)),
    }
}

fn asked(by: &AlgorithmFile, request: &Request, search: SearchSettings) -> Result<Request, RunError> {
    let objective = match &by.objective {
        Some(name) => Objective::named(name).map_err(failed)?,
        None => request.objective.clone(),
    };
    Ok(Request {
        objective,
        recoding: by.local.map_or(RecodingSettings::Global, RecodingSettings::from),
        suppression_limit: by.suppression.unwrap_or(request.suppression_limit),
        search,
        ..request.clone()
    })
}

/// The plan with its value by the instance's own objective, of which the search knew no course and
/// no bound.
fn measured_anew(plan: Plan, problem: &ReleaseProblem) -> Result<Plan, RunError> {
    let value = problem.metric().value(&plan.classes(problem.tuples()).map_err(failed)?);
    let stopped = if plan.stopped == Stop::Proved { Stop::Converged } else { plan.stopped };
    Ok(Plan { value, stopped, upper_bound: None, gap: None, trace: Vec::new(), ..plan })
}

fn failed<E: std::error::Error + Send + Sync + 'static>(error: E) -> RunError {
    RunError::Failed(Box::new(error))
}
