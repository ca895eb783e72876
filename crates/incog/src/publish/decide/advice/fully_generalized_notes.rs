//! Quasi-identifiers that a plan publishes as `*` for everybody, and what would keep them.

use super::quick_search::{loss, quick_plan};
use crate::publish::prepare::prepared_problem::PreparedProblem;
use incog_data::{Generalization, Levels, QuasiIdentifier};
use incog_io::Control;
use incog_plan::{Plan, PlanError, ReleaseProblem, TracePoint, release_problem};
use incog_search::Stop;
use incog_utility::Goal;

/// How many other releases are looked for in all.
const MOST_SEARCHES: usize = 8;

/// For each quasi-identifier that is `*` in every record, a sentence that says so and names the
/// nearest choice that would keep it: the best release in which it stays below its root, or else
/// the other quasi-identifier that must go for it. It tells of the input as a search does, so it is
/// for the steward only and stands in no report.
pub(in crate::publish) fn notes(prepared: &PreparedProblem, plan: &Plan, control: &Control) -> Vec<String> {
    notes_and_better(prepared, plan, control).0
}

/// The best plan that is found while notes are made, where the time of the search was over before
/// it found as good a one, and the notes about it.
pub(in crate::publish) fn improved(
    prepared: &PreparedProblem,
    plan: Plan,
    control: &Control,
) -> (Plan, Vec<String>) {
    let mut plan = plan;
    loop {
        let (notes, better) = notes_and_better(prepared, &plan, control);
        let is_open = plan.stopped == Stop::Time && plan.concealed.is_none();
        match better.filter(|_| is_open).and_then(|levels| replaced(prepared, &plan, &levels)) {
            Some(better) => plan = better,
            None => return (plan, notes),
        }
    }
}

/// The plan with other levels; none where they are no better.
fn replaced(prepared: &PreparedProblem, plan: &Plan, levels: &Levels) -> Option<Plan> {
    let metric = prepared.problem.metric();
    let classes = prepared.problem.classes(levels);
    let value = metric.value(&classes);
    is_better(&prepared.problem, value, plan.value).then_some(())?;
    let gap = plan.upper_bound.map(|bound| (value - bound).abs() / value.abs().max(f64::MIN_POSITIVE));
    let mut trace = plan.trace.clone();
    trace.push(TracePoint {
        evaluations: plan.evaluations,
        seconds: plan.seconds,
        best: Some(value),
        bound: plan.upper_bound,
    });
    Some(Plan { recoding: classes.recoding(), value, gap, trace, ..plan.clone() })
}

fn is_better(problem: &ReleaseProblem, value: f64, is_now: f64) -> bool {
    problem.signed(value) < problem.signed(is_now)
}

/// The notes, and the levels of the best plan that is better than this one.
fn notes_and_better(
    prepared: &PreparedProblem,
    plan: &Plan,
    control: &Control,
) -> (Vec<String>, Option<Levels>) {
    let mut others = Others { prepared, control, left: MOST_SEARCHES, is_certain: true, better: None };
    let levels = match &plan.recoding.generalization {
        Generalization::Global(levels) => levels,
        Generalization::Local(_) => return (of_local(prepared, plan), None),
        // Values of groups are no labels.
        Generalization::Grouped(_) => return (Vec::new(), None),
    };
    let qids = prepared.problem.tuples().quasi_identifiers();
    let mut notes = Vec::new();
    for (at, (qid, &level)) in qids.iter().zip(levels.iter()).enumerate() {
        let height = qid.hierarchy.height();
        if usize::from(level) == height && height > 0 {
            notes.push(format!("column {:?} is \"*\" in every record{}", qid.name, others.nearest(at, plan)));
        }
    }
    (notes, others.better.map(|(_, levels)| levels))
}

/// The sentences for a release whose levels differ by record.
fn of_local(prepared: &PreparedProblem, plan: &Plan) -> Vec<String> {
    let Ok(classes) = plan.classes(prepared.problem.tuples()) else { return Vec::new() };
    let is_starred = |(at, qid): &(usize, &QuasiIdentifier)| {
        let height = qid.hierarchy.height();
        height > 0 && classes.released().all(|class| usize::from(class.levels[*at]) == height)
    };
    let qids = prepared.problem.tuples().quasi_identifiers().iter().enumerate().filter(is_starred);
    qids.map(|(_, qid)| {
        format!("column {:?} is \"*\" in every record; a larger weight for the column may keep it", qid.name)
    })
    .collect()
}

/// Looks for other releases of the same table.
struct Others<'a> {
    prepared: &'a PreparedProblem,
    control: &'a Control,
    left: usize,
    /// Whether each search that found no release proved that there is none.
    is_certain: bool,
    /// The value and the levels of the best release that is better than the one that was found.
    better: Option<(f64, Levels)>,
}

impl Others<'_> {
    /// What would keep a quasi-identifier, as the rest of a sentence.
    fn nearest(&mut self, at: usize, plan: &Plan) -> String {
        let qids = self.prepared.problem.tuples().quasi_identifiers();
        let below_root = qids[at].hierarchy.height() - 1;
        if usize::from(qids[at].min_level) > below_root {
            let is_chosen = self.prepared.input.terms.level_choice().is_some();
            let why = if is_chosen { ", the level that the search chose" } else { ", as the job asks" };
            return why.to_owned();
        }
        let is_now = plan.value;
        self.is_certain = true;
        if let Some((value, level)) = self.best(at, None, is_now) {
            let compared = self.compared(value, is_now);
            return format!("; set max_level = {below_root} in its column to keep level {level}{compared}");
        }
        let by_weight = {
            let mut others: Vec<usize> = (0..qids.len()).filter(|&other| other != at).collect();
            others.sort_by_key(|&other| std::cmp::Reverse(qids[other].hierarchy.labels(0).len()));
            others
        };
        for other in by_weight {
            if let Some((value, level)) = self.best(at, Some(other), is_now) {
                let compared = self.compared(value, is_now);
                return format!("; leave out {:?} to keep level {level}{compared}", qids[other].name);
            }
        }
        let none = match self.is_certain {
            true => "no release within the suppression limit keeps it",
            false => "no release that keeps it was found",
        };
        format!("; {none}: allow more suppression, or leave out other quasi-identifiers")
    }

    /// What another release costs; nothing of one that costs nothing, which a search that may go on
    /// takes for its own.
    fn compared(&self, value: f64, is_now: f64) -> String {
        let metric = self.prepared.problem.metric();
        let (name, change) = (metric.name(), format!("from {} to {}", loss(is_now), loss(value)));
        match metric.goal() {
            _ if is_better(&self.prepared.problem, value, is_now) => String::new(),
            Goal::Minimize => format!(": {name} rises {change}"),
            Goal::Maximize => format!(": {name} falls {change}"),
        }
    }

    /// The best release found so in which one quasi-identifier stays below its root, and perhaps
    /// another is left out: its value and the level.
    fn best(&mut self, kept: usize, left_out: Option<usize>, is_now: f64) -> Option<(f64, u8)> {
        let Some(left) = self.left.checked_sub(1) else {
            self.is_certain = false;
            return None;
        };
        self.left = left;
        let input = &self.prepared.input;
        let bounded = |(at, qid): (usize, &QuasiIdentifier)| {
            let (least, most) = (usize::from(qid.min_level), usize::from(qid.max_level));
            let height = qid.hierarchy.height();
            match at {
                _ if at == kept => qid.clone().with_level_range(least, most.min(height - 1)),
                _ if Some(at) == left_out => qid.clone().with_level_range(height, height),
                _ => Ok(qid.clone()),
            }
        };
        let qids =
            input.quasi_identifiers.iter().enumerate().map(bounded).collect::<Result<Vec<_>, _>>().ok()?;
        let request = input.terms.request();
        let problem = release_problem(&request, input.tuples_of(qids).ok()?.0).ok()?;
        let plan = quick_plan(request, &problem, self.control);
        self.is_certain &= matches!(plan, Ok(_) | Err(PlanError::Infeasible(_)));
        let plan = plan.ok()?;
        let levels = plan.recoding.levels()?;
        let level = levels.get(kept).copied()?;
        let best = self.better.as_ref().map_or(is_now, |(value, _)| *value);
        if is_better(&self.prepared.problem, plan.value, best) {
            self.better = Some((plan.value, levels.clone()));
        }
        Some((plan.value, level))
    }
}
