//! Deciding how to publish a table.

use crate::groups::plan_groups;
use crate::infeasibility::{InfeasibilityDiagnosis, diagnose_infeasibility};
use crate::local::plan_locally;
use crate::request_problem::release_problem;
use crate::{
    NothingFound, Plan, PlanError, RecodingSettings, ReleaseProblem, Request, SearchListeners, SolveError,
    Watch, solve_among, solve_traced,
};
use incog_data::Tuples;
use incog_search::Stop;
use incog_search::evolutionary::islands::IslandContext;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Decides how to publish a table.
///
/// # Errors
/// When the request does not fit the table, no release meets it, or the search found none; see
/// [`PlanError`].
pub fn plan(request: &Request, tuples: &Arc<Tuples>) -> Result<Plan, PlanError> {
    let problem = release_problem(request, Arc::clone(tuples))?;
    plan_until(request, &problem, &AtomicBool::new(false))
}

/// As [`plan`], for a request whose problem has already been made, until it is
/// interrupted.
///
/// # Errors
/// As [`plan`].
pub fn plan_until(
    request: &Request,
    problem: &ReleaseProblem,
    interrupt: &AtomicBool,
) -> Result<Plan, PlanError> {
    let islands = IslandContext::default();
    plan_watched(
        request,
        problem,
        Watch { interrupt, observe: &mut |_| {}, prices: None, trace: None, islands },
    )
}

/// As [`plan`], for a request whose problem has already been made, with an
/// observer.
///
/// # Errors
/// As [`plan`].
pub fn plan_watched(
    request: &Request,
    problem: &ReleaseProblem,
    watch: Watch<'_>,
) -> Result<Plan, PlanError> {
    if request.recoding != RecodingSettings::Global && !watch.islands.is_empty() {
        return Err(SolveError::NoIslands { algorithm: request.search.algorithm.clone() }.into());
    }
    let found = match request.recoding {
        RecodingSettings::Global => plan_globally(request, problem, watch)?,
        RecodingSettings::Local(settings) => plan_locally(request, settings, problem, watch)?,
        RecodingSettings::Microaggregation => plan_groups(request, problem, watch)?,
    };
    found.map_err(|stopped| {
        match diagnose_infeasibility(problem, request.suppression_limit, stopped == Stop::Proved) {
            InfeasibilityDiagnosis::Infeasible(infeasible) => infeasible.into(),
            InfeasibilityDiagnosis::Open { exists } => {
                let mut of_release = problem.models().about_the_release();
                let suppresses = problem.suppression_limit() > 0;
                NothingFound {
                    algorithm: request.search.algorithm.clone(),
                    stopped,
                    exists,
                    about_the_release: of_release.next().filter(|_| suppresses).map(|model| model.name()),
                }
                .into()
            }
        }
    })
}

/// The best full-domain recoding that is found; why the search ended if none is found.
fn plan_globally(
    request: &Request,
    problem: &ReleaseProblem,
    watch: Watch<'_>,
) -> Result<Result<Plan, Stop>, PlanError> {
    let Watch { interrupt, observe, prices: _, trace, islands } = watch;
    let found = match trace {
        Some(trace) => solve_traced(problem, &request.search, interrupt, observe, trace, islands),
        None => {
            let listeners = SearchListeners { observe, follow: None };
            solve_among(problem, &request.search, interrupt, listeners, islands)
        }
    };
    match found {
        Err(SolveError::NothingFeasible { stopped, .. }) => Ok(Err(stopped)),
        other => Ok(Ok(other?)),
    }
}
