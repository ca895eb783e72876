//! Local recoding: records may be generalized one differently from the other.

use crate::end_of_search::ending;
use crate::infeasibility::{InfeasibilityDiagnosis, diagnose_infeasibility};
use crate::request_problem::bind;
use crate::{
    LocalEffort, LocalSettings, Plan, PlanError, ReleaseProblem, Request, SearchSettings, SolveError,
    TracePoint, Watch, solve,
};
use incog_data::{Classes, Recoding};
use incog_local::{Effort, LocalMoment, LocalPlan, LocalProblem, LocalSearch, fast, full};
use incog_request::KeepColumns;
use incog_search::{BoxProblem, Budget, Lattice, Stop};
use std::cell::RefCell;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Tuples looked at in all while a full-domain release to start from is searched, the nodes it
/// takes at least, and at most: counted, so that the same release is found everywhere.
const START_LOOKS: u64 = 4_000_000;
const START_NODES: std::ops::RangeInclusive<u64> = 50..=1_000;

/// The best local recoding that is found; `None` with why the search ended if none is found.
pub(crate) fn plan_locally(
    request: &Request,
    settings: LocalSettings,
    problem: &ReleaseProblem,
    watch: Watch<'_>,
) -> Result<Result<Plan, Stop>, PlanError> {
    // A local recoding may lose every record; one of which nothing can be left is none.
    if matches!(
        diagnose_infeasibility(problem, request.suppression_limit, false),
        InfeasibilityDiagnosis::Infeasible(_)
    ) {
        return Ok(Err(Stop::Proved));
    }
    let begin = Instant::now();
    let signal = ending(request.search.max_seconds, watch.interrupt);
    let budget = Budget { evaluations: request.search.max_evaluations, signal: &signal };
    let start = full_domain(request, problem, begin, watch.interrupt);
    let local = local_problem(request, problem)?;
    let course = Course { begin, observe: RefCell::new(watch.observe), trace: RefCell::default() };
    let observe = |moment: LocalMoment| course.tell(moment);
    let keep_columns = request.keep_columns != KeepColumns::Off;
    let effort = Effort {
        cells: settings.cells,
        start: start.as_ref(),
        keep_columns,
        budget,
        observe: Some(&observe),
    };
    let Some(found) = search(&request.search.algorithm, settings.effort, &local, effort)? else {
        return Ok(Err(signal().unwrap_or(Stop::Converged)));
    };
    if request.keep_columns == KeepColumns::All && !found.lost_columns.is_empty() {
        return Ok(Err(signal().unwrap_or(Stop::Converged)));
    }
    // Nothing is no release, even where so much may be suppressed.
    if Classes::from_recoding(local.tuples(), &found.recoding)?.released().next().is_none() {
        return Ok(Err(signal().unwrap_or(Stop::Converged)));
    }
    watch.prices.into_iter().for_each(|prices| *prices = found.prices.blocks(&local));
    Ok(Ok(course.described(found, Lattice::size(problem.lattice()))))
}

/// What a recipe finds, if the algorithm is the default one, or the search of that name.
fn search(
    algorithm: &str,
    effort: LocalEffort,
    problem: &LocalProblem,
    wanted: Effort<'_>,
) -> Result<Option<LocalPlan>, PlanError> {
    if algorithm != SearchSettings::default().algorithm {
        let unknown = || SolveError::UnknownAlgorithm { name: algorithm.to_owned() };
        let search = LocalSearch::by_name(algorithm).ok_or_else(unknown)?;
        return Ok(search.run(problem, wanted)?);
    }
    Ok(match effort {
        LocalEffort::Fast => fast(problem, wanted)?,
        LocalEffort::Full => full(problem, wanted)?,
    })
}

fn local_problem(request: &Request, problem: &ReleaseProblem) -> Result<LocalProblem, PlanError> {
    let tuples = problem.shared_tuples();
    let models = bind(request, &tuples)?;
    let metric = request.objective.metric(models.required_k())?;
    Ok(LocalProblem::new(tuples, models, metric, problem.suppression_limit())?)
}

/// A full-domain release, than which the local one shall not be worse, within the limits of the
/// request.
fn full_domain(
    request: &Request,
    problem: &ReleaseProblem,
    begin: Instant,
    interrupt: &AtomicBool,
) -> Option<Recoding> {
    let asked = &request.search;
    let nodes = START_LOOKS / (problem.tuples().len() as u64).max(1);
    let nodes = nodes.clamp(*START_NODES.start(), *START_NODES.end());
    let settings = SearchSettings {
        max_evaluations: Some(asked.max_evaluations.map_or(nodes, |most| most.min(nodes))),
        max_seconds: asked.max_seconds.map(|all| (all - begin.elapsed().as_secs_f64()).max(0.0)),
        seed: asked.seed,
        ..SearchSettings::default()
    };
    Some(solve(problem, &settings, interrupt, &mut |_| {}).ok()?.recoding)
}

/// The progress of a search, which its plan keeps.
struct Course<'w> {
    begin: Instant,
    observe: RefCell<&'w mut dyn FnMut(TracePoint)>,
    trace: RefCell<Vec<TracePoint>>,
}

impl Course<'_> {
    fn tell(&self, LocalMoment { steps, value, bound }: LocalMoment) {
        let seconds = self.begin.elapsed().as_secs_f64();
        let point = TracePoint { evaluations: steps, seconds, best: value, bound };
        self.trace.borrow_mut().push(point);
        (self.observe.borrow_mut())(point);
    }

    fn described(self, found: LocalPlan, lattice_nodes: f64) -> Plan {
        let LocalPlan { recoding, value, bound, prices: _, lost_columns: _, steps, stopped } = found;
        let bound = if stopped == Stop::Proved { value } else { bound };
        let distance = (value - bound).abs();
        let gap = if distance == 0.0 { 0.0 } else { distance / value.abs().max(f64::MIN_POSITIVE) };
        self.tell(LocalMoment { steps, value: Some(value), bound: Some(bound) });
        Plan {
            recoding,
            value,
            evaluations: steps,
            seconds: self.begin.elapsed().as_secs_f64(),
            communication_seconds: None,
            communication_bytes: None,
            stopped,
            upper_bound: Some(bound),
            gap: Some(gap),
            lattice_nodes,
            trace: self.trace.into_inner(),
            concealed: None,
        }
    }
}
