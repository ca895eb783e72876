//! What each quasi-identifier costs the others.

use super::quick_search::quick_plan;
use crate::publish::prepare::information_loss::information_loss;
use crate::publish::prepare::prepared_problem::PreparedProblem;
use incog_io::Control;
use incog_plan::{Plan, RecodingSettings, ReleaseProblem, Request, plan_until, release_problem};

/// A larger table, in distinct rows times quasi-identifiers, is not searched again for advice.
const MOST_WORK: usize = 10_000;

/// Fewer points of detail are no advice.
const NOTABLE_GAIN: f64 = 0.05;

/// So many columns are named.
const MOST_NAMED: usize = 2;

/// A local search that is fast on any table.
const FAST: &str = "top-down";

/// What leaving a column out would give the others.
struct Gain<'p> {
    column: &'p str,
    /// The mean share of detail that the others keep with it and without it.
    with: f64,
    without: f64,
}

/// Which quasi-identifiers cost the others most: a sentence that names them, with the detail that
/// the others would keep without them, by a quick search of the same kind with and without. It
/// tells of the input as a search does, so it is for the steward only and stands in no report.
pub(in crate::publish) fn advice(prepared: &PreparedProblem, control: &Control) -> Option<String> {
    let qids = &prepared.input.quasi_identifiers;
    let work = prepared.problem.tuples().len() * qids.len();
    let is_labelled = prepared.input.terms.recoding != RecodingSettings::Microaggregation;
    if qids.len() < 3 || work > MOST_WORK || prepared.input.drawn || !is_labelled {
        return None;
    }
    let losses = losses_without(prepared, None, control)?;
    let mut gains: Vec<Gain<'_>> = Vec::new();
    for (left_out, qid) in qids.iter().enumerate() {
        if usize::from(qid.max_level) < qid.hierarchy.height() {
            continue;
        }
        let with = detail_of_others(&losses, left_out);
        let alone = losses_without(prepared, Some(left_out), control)?;
        let without = detail_of_others(&alone, left_out);
        gains.push(Gain { column: &qid.name, with, without });
    }
    gains.retain(|gain| gain.without - gain.with >= NOTABLE_GAIN);
    gains.sort_by(|one, other| (other.without - other.with).total_cmp(&(one.without - one.with)));
    let named = gains.iter().take(MOST_NAMED).map(|Gain { column, with, without }| {
        format!(
            "without {column:?} the others would keep {:.0} % of their detail instead of {:.0} %",
            100.0 * without,
            100.0 * with
        )
    });
    let named: Vec<String> = named.collect();
    (!named.is_empty()).then(|| {
        format!("{}; a column that nobody needs can be left out (role = \"identifier\")", named.join("; "))
    })
}

/// The mean share of detail that all but one column keep.
fn detail_of_others(losses: &[f64], left_out: usize) -> f64 {
    let others = losses.iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, loss)| 1.0 - loss);
    others.sum::<f64>() / (losses.len() - 1) as f64
}

/// The loss of each column in the best release that is soon found, one column being `*`.
fn losses_without(
    prepared: &PreparedProblem,
    left_out: Option<usize>,
    control: &Control,
) -> Option<Vec<f64>> {
    let input = &prepared.input;
    let mut qids = input.quasi_identifiers.clone();
    if let Some(qid) = left_out.and_then(|at| qids.get_mut(at)) {
        let height = qid.hierarchy.height();
        *qid = qid.clone().with_level_range(height, height).ok()?;
    }
    let request = input.terms.request();
    let problem = release_problem(&request, input.tuples_of(qids).ok()?.0).ok()?;
    let plan = match request.recoding {
        RecodingSettings::Local(_) => fast_plan(request, &problem, control)?,
        _ => quick_plan(request, &problem, control).ok()?,
    };
    Some(information_loss(&plan.classes(problem.tuples()).ok()?))
}

/// The release of one pass from the top.
fn fast_plan(mut request: Request, problem: &ReleaseProblem, control: &Control) -> Option<Plan> {
    request.search.algorithm = FAST.to_owned();
    request.search.max_seconds = None;
    request.search.max_evaluations = None;
    plan_until(&request, problem, control.stop_flag()).ok()
}
