//! Deciding how to publish a table.

use crate::fate::{Fate, fate};
use crate::{
    NothingFound, Plan, PlanError, ReleaseProblem, Request, SearchTrace, SolveError, TracePoint, solve,
    solve_traced,
};
use incog_data::Tuples;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Observes the making of a plan, and can end the search.
pub struct Watch<'a> {
    /// Ends the search early when set; the best release so far is the plan.
    pub interrupt: &'a AtomicBool,
    /// Is told of every improvement.
    pub observe: &'a mut dyn FnMut(TracePoint),
    /// Where the course of the search is recorded, if anywhere.
    pub trace: Option<&'a mut SearchTrace>,
}

/// Decides how to publish a table.
///
/// # Errors
/// When the request does not fit the table, no release meets it, or the search found none; see [`PlanError`].
pub fn plan(request: &Request, tuples: &Arc<Tuples>) -> Result<Plan, PlanError> {
    let problem = request.problem(Arc::clone(tuples))?;
    let interrupt = AtomicBool::new(false);
    plan_watched(request, &problem, Watch { interrupt: &interrupt, observe: &mut |_| {}, trace: None })
}

/// As [`plan`], for a request whose [problem](Request::problem) has already been made, with an observer.
///
/// # Errors
/// As [`plan`].
pub fn plan_watched(
    request: &Request,
    problem: &ReleaseProblem,
    watch: Watch<'_>,
) -> Result<Plan, PlanError> {
    let Watch { interrupt, observe, trace } = watch;
    let found = match trace {
        Some(trace) => solve_traced(problem, &request.search, interrupt, observe, trace),
        None => solve(problem, &request.search, interrupt, observe),
    };
    match found {
        Err(SolveError::NothingFeasible { stopped, .. }) => {
            Err(match fate(problem, request.suppression_limit) {
                Fate::Infeasible(infeasible) => infeasible.into(),
                Fate::Open { exists } => {
                    NothingFound { algorithm: request.search.algorithm.clone(), stopped, exists }.into()
                }
            })
        }
        other => Ok(other?),
    }
}
