//! Other releases of a table that are looked for only to say what a choice costs.

use crate::job::KeepColumns;
use crate::publish::prepare::kept_columns::KeptColumns;
use crate::publish::prepare::prepared_problem::PreparedProblem;
use incog_io::Control;
use incog_plan::{
    Plan, PlanError, RecodingSettings, ReleaseProblem, Request, SearchSettings, plan_until, release_problem,
};
use incog_report::svg::short_number;
use incog_request::cards::external::EXTERNAL;

/// How many nodes are looked at: counted, so that what is said does not depend on the machine.
const EVALUATIONS: u64 = 300;

/// Losses that differ by less read the same.
const SAME_LOSS: f64 = 5e-5;

/// A loss in a sentence: four decimals of a share, and as many digits as people read of others.
pub(super) fn loss(value: f64) -> String {
    if (0.01..1000.0).contains(&value.abs()) { format!("{value:.4}") } else { short_number(value) }
}

/// The best release that a search of 300 evaluations finds. A program of the user is started only
/// for the search that the job asks for: here incog searches by itself.
pub(super) fn quick_plan(
    mut request: Request,
    problem: &ReleaseProblem,
    control: &Control,
) -> Result<Plan, PlanError> {
    if request.search.algorithm == EXTERNAL.name {
        request.search = SearchSettings { seed: request.search.seed, ..SearchSettings::default() };
    }
    request.search.max_evaluations = Some(EVALUATIONS);
    request.search.max_seconds = None;
    plan_until(&request, problem, control.stop_flag())
}

/// What one level per column would cost where levels differ by record, in one line; `None` for
/// other recodings. It tells of the input as a search does, so it is for the steward only.
pub(in crate::publish) fn price_of_uniform_levels(
    prepared: &PreparedProblem,
    plan: &Plan,
    control: &Control,
) -> Option<String> {
    let request = prepared.input.terms.request();
    let RecodingSettings::Local(_) = request.recoding else { return None };
    let search = SearchSettings { seed: request.search.seed, ..SearchSettings::default() };
    let request = Request { recoding: RecodingSettings::Global, search, ..request };
    let name = prepared.problem.metric().name();
    match quick_plan(request, &prepared.problem, control) {
        Ok(uniform) if (uniform.value - plan.value).abs() < SAME_LOSS => {
            Some("levels differ by record, and gain nothing here; --uniform gives one level per column".to_owned())
        }
        Ok(uniform) => Some(format!(
            "levels differ by record; with one level per column (--uniform) {name} would be {} instead of {}",
            loss(uniform.value),
            loss(plan.value)
        )),
        Err(PlanError::Infeasible(_)) => Some(
            "levels differ by record; no release with one level per column (--uniform) is within the suppression \
             limit"
                .to_owned(),
        ),
        Err(_) => None,
    }
}

/// What it costs that columns keep at least two labels, or which columns do not. It tells of the
/// input as a search does, so it is for the steward only and stands in no report.
pub(in crate::publish) fn price_of_columns(
    prepared: &PreparedProblem,
    plan: &Plan,
    control: &Control,
) -> Option<String> {
    if let RecodingSettings::Local(_) = prepared.input.terms.recoding {
        return price_in_cells(prepared, plan);
    }
    let KeptColumns { is_asked, given_up } = &prepared.kept;
    if !given_up.is_empty() {
        return Some(format!(
            "no release within the suppression limit is known that keeps detail in every column; {} may lose \
             all of it",
            given_up.join(", ")
        ));
    }
    let whole = is_asked.then(|| best_of_all(prepared, control)).flatten()?;
    let (levels, ours) = (whole.recoding.levels()?, prepared.problem.tuples().quasi_identifiers());
    let lost = ours.iter().zip(levels.iter()).filter(|(qid, level)| **level > qid.max_level);
    let lost: Vec<&str> = lost.map(|(qid, _)| qid.name.as_str()).collect();
    let metric = prepared.problem.metric();
    let saves = prepared.problem.signed(whole.value) < prepared.problem.signed(plan.value);
    (saves && !lost.is_empty()).then(|| {
        format!(
            "every column keeps detail; without that (utility.keep_columns = \"off\") {} would be {} instead \
             of {}, and {} would lose all detail",
            metric.name(),
            loss(whole.value),
            loss(plan.value),
            lost.join(", ")
        )
    })
}

/// The search adds the losses of classes in another order than the finished plan, so one release
/// has two values that differ by less than this share.
const ROUNDING: f64 = 1e-9;

/// What columns cost where levels differ by record: the search has seen the release that loses
/// least before it looked for one that keeps them.
fn price_in_cells(prepared: &PreparedProblem, plan: &Plan) -> Option<String> {
    let metric = prepared.problem.metric();
    let seen = plan.trace.iter().filter_map(|point| point.best);
    let least = seen.min_by(|a, b| prepared.problem.signed(*a).total_cmp(&prepared.problem.signed(*b)))?;
    let is_asked = prepared.input.terms.keep_columns != KeepColumns::Off;
    let costs = prepared.problem.signed(plan.value) - prepared.problem.signed(least);
    (is_asked && costs > ROUNDING * plan.value.abs()).then(|| {
        format!(
            "columns that would lose all detail keep some; without that (utility.keep_columns = \"off\") {} would \
             be {} instead of {}",
            metric.name(),
            loss(least),
            loss(plan.value)
        )
    })
}

/// The best release that is soon found where columns may be one label throughout.
fn best_of_all(prepared: &PreparedProblem, control: &Control) -> Option<Plan> {
    let request = prepared.input.terms.request();
    let problem = release_problem(&request, prepared.input.tuples().ok()?.0).ok()?;
    quick_plan(request, &problem, control).ok()
}
