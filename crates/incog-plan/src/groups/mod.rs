//! Micro-aggregation: records of numbers in groups of near ones, each of which is published as one
//! value.
//!
//! `records` makes points of the records of tuples, `meeting` joins groups until all models hold of
//! each.

mod join_groups;
mod records;

use crate::end_of_search::ending;
use crate::{
    GroupsError, Plan, PlanError, ReleaseProblem, Request, SearchSettings, SolveError, TracePoint, Watch,
};
use incog_card::Parameters;
use incog_data::{Classes, Generalization, Kept, Recoding, RegionPart};
use incog_local::microaggregation::{
    LeastError, MICROAGGREGATIONS, Microaggregated, Microaggregation, MicroaggregationError, NumericPoints,
    least_error,
};
use incog_search::{Budget, Stop};
use incog_utility::{Metric, SquaredError};
use records::Records;
use std::time::Instant;

/// The share of the seconds that groups are looked for at most; the rest is for their bound.
const SHARE_OF_SEARCH: f64 = 0.75;

/// The groups that a method finds, or the better of several; why the search ended where there are
/// too few records.
///
/// Groups are of as many records, or people, as the models ask for; where one does not meet all
/// models, it joins the nearest.
pub(crate) fn plan_groups(
    request: &Request,
    problem: &ReleaseProblem,
    watch: Watch<'_>,
) -> Result<Result<Plan, Stop>, PlanError> {
    let begin = Instant::now();
    let signal = ending(request.search.max_seconds, watch.interrupt);
    if problem.metric().name() != SquaredError.name() {
        return Err(GroupsError::Objective { found: problem.metric().name() }.into());
    }
    let tuples = problem.tuples();
    let records = Records::new(tuples, request.unit.as_deref());
    let points = records.points(tuples)?;
    let of_search = ending(request.search.max_seconds.map(|all| SHARE_OF_SEARCH * all), watch.interrupt);
    let budget = Budget { evaluations: request.search.max_evaluations, signal: &of_search };
    let k = usize::try_from(problem.models().minimum_size()).unwrap_or(usize::MAX);
    let found = match find(&request.search, &points, k, budget)? {
        Ok(found) => found,
        Err(MicroaggregationError::NoSize | MicroaggregationError::TooFew { .. }) => {
            return Ok(Err(Stop::Converged));
        }
    };
    let mut groups = vec![Vec::new(); found.groups];
    (0u32..).zip(&found.group_of).for_each(|(record, &group)| groups[group as usize].push(record));
    let groups = join_groups::joined(problem, &records, &points, groups)?;
    let is_whole = groups.len() == found.groups;
    let generalization = Generalization::Grouped(groups.iter().map(|group| records.parts(group)).collect());
    let classes = Classes::whole(tuples, &generalization)?;
    let value = problem.metric().value(&classes);
    let recoding = Recoding { generalization, retention: classes.all().iter().map(|_| Kept::All).collect() };
    let least = least_error(&points, k, Budget { evaluations: None, signal: &signal });
    let searched = SearchedGroups { found, is_whole, least };
    let plan = told(recoding, value, &searched, begin.elapsed().as_secs_f64());
    plan.trace.iter().for_each(|point| (watch.observe)(*point));
    Ok(Ok(plan))
}

/// Groups of which each meets all models: one that does not joins the one whose centroid is
/// nearest, again and again.
///
/// Groups that meet them are left as they are. Both together need not meet a model that counts
/// people, as one person may have another value in each, so whoever makes one group of two asks
/// again.
///
/// # Errors
/// When not even all records together meet a model.
pub fn groups_that_meet(
    request: &Request,
    problem: &ReleaseProblem,
    groups: &[Vec<RegionPart>],
) -> Result<Vec<Vec<RegionPart>>, PlanError> {
    let tuples = problem.tuples();
    let records = Records::new(tuples, request.unit.as_deref());
    let groups = records.members(tuples, groups);
    let groups = join_groups::joined(problem, &records, &records.points(tuples)?, groups)?;
    Ok(groups.iter().map(|group| records.parts(group)).collect())
}

/// One method as it was published, if the request names it; otherwise all, their groups improved,
/// and of those the best.
fn find(
    search: &SearchSettings,
    points: &NumericPoints,
    k: usize,
    budget: Budget<'_>,
) -> Result<Result<Microaggregated, MicroaggregationError>, PlanError> {
    if search.algorithm != SearchSettings::default().algorithm {
        let unknown = || SolveError::UnknownAlgorithm { name: search.algorithm.clone() };
        let method = Microaggregation::by_name(&search.algorithm).ok_or_else(unknown)?;
        return Ok(method.run(points, k, &parameters(method, search)?, false, budget));
    }
    let mut best: Option<Microaggregated> = None;
    let mut steps = 0;
    for method in MICROAGGREGATIONS {
        let evaluations = budget.evaluations.map(|all| all.saturating_sub(steps));
        let budget = Budget { evaluations, ..budget };
        let found = match method.run(points, k, &Parameters::defaults(method.card), true, budget) {
            Ok(found) => found,
            Err(error) => return Ok(Err(error)),
        };
        (steps, best) = (steps + found.steps, Some(better(best, found)));
        if best.as_ref().is_some_and(|best| best.stopped.is_some()) {
            break;
        }
    }
    let best = best.map(|best| Microaggregated { steps, ..best });
    Ok(best.ok_or(MicroaggregationError::NoSize))
}

/// The one that loses less, the first of equals; it says that the search was ended where one of
/// them does.
fn better(best: Option<Microaggregated>, found: Microaggregated) -> Microaggregated {
    let stopped = found.stopped;
    let better = match best {
        Some(best) if best.error <= found.error => best,
        _ => found,
    };
    Microaggregated { stopped: better.stopped.or(stopped), ..better }
}

fn parameters(method: &'static Microaggregation, search: &SearchSettings) -> Result<Parameters, PlanError> {
    let said = search.parameters.iter().map(|(key, value)| (key.as_str(), value.clone()));
    let refused = |refusal| GroupsError::Parameter { algorithm: method.card.name, refusal };
    let parameters = Parameters::said(method.card, said).map_err(refused)?;
    parameters.check().map_err(refused)?;
    Ok(parameters)
}

/// The groups that a method found.
struct SearchedGroups {
    found: Microaggregated,
    /// Whether the release has them as they were found: none had to join another.
    is_whole: bool,
    /// The bound on the error of any groups.
    least: LeastError,
}

/// The plan of a recoding. The bound is of all groups that are large enough, whatever else the
/// models demand of them.
fn told(recoding: Recoding, value: f64, searched: &SearchedGroups, seconds: f64) -> Plan {
    let SearchedGroups { found, is_whole, least } = searched;
    let share = if found.total_error > 0.0 { least.error / found.total_error } else { 0.0 };
    let is_least = found.is_least || found.error <= least.reached_at;
    let is_proved = value == 0.0 || *is_whole && is_least;
    let bound = if is_proved { value } else { share.min(value) };
    let gap = if is_proved { 0.0 } else { (value - bound) / value };
    let stopped = if is_proved { Stop::Proved } else { found.stopped.unwrap_or(Stop::Converged) };
    let point = TracePoint { evaluations: found.steps, seconds, best: Some(value), bound: Some(bound) };
    Plan {
        recoding,
        value,
        evaluations: found.steps,
        seconds,
        communication_seconds: None,
        communication_bytes: None,
        stopped,
        upper_bound: Some(bound),
        gap: Some(gap),
        lattice_nodes: 1.0,
        trace: vec![point],
        concealed: None,
    }
}
