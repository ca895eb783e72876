//! The trade-off between what is promised and what is lost, before anything is published.
//!
//! A *point* is a job with some keys at other values; all points share the table. What is told of a
//! point is what its plan tells: nothing is written, and the figures are for the steward (they
//! count suppressed records).

mod axis;
mod checkpoint;
mod delays;
mod grid;
mod in_memory;
mod neighbours;
mod page;
mod point;
mod shared_table;

pub use crate::explore_error::ExploreError;
pub use axis::{Axis, NAMED, UNSAID, default_axis, key_of, kinds, named, shown, unsaid};
pub use checkpoint::{Course, KeptPoints};
pub use delays::{LOSS_OF_OTHERS, MAX_DELAY};
pub use grid::{MOST_POINTS, Settings, job_at};
pub use in_memory::explore_rows;
pub(crate) use neighbours::neighbours_posed;
pub use neighbours::{Neighbour, Neighbours, Without, neighbours};
pub use point::{Found, Point};

use crate::IncogError;
use crate::job::{Job, Terms};
use crate::publish::{PreparedProblem, on_threads};
use grid::{Trial, trials};
use incog_data::{SensitiveAttribute, Tuples};
use incog_io::Control;
use incog_plan::{Plan, PlanError, ReleaseProblem, plan_until};
use incog_utility::Objective;
use rayon::prelude::*;
use serde::Serialize;
use shared_table::Shared;

/// A trade-off.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Exploration {
    /// What was varied.
    pub axes: Vec<Axis>,
    /// Every combination of the values, the last axis varying fastest.
    pub points: Vec<Point>,
}

/// What happens while points are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tried {
    /// Points that are done.
    pub done: usize,
    /// All points.
    pub points: usize,
}

/// Decides at every combination of the values of the axes how the table of a job would be
/// published, and tells what that loses. `metrics` are told beside the objective.
///
/// Points are tried in parallel, each as `Job::plan_to` would decide; the result does not depend
/// on the number of threads. One that no release can meet is told as such.
///
/// # Errors
/// When an axis is none of the job, or as `Terms::plan` for reasons that no other value would
/// mend.
pub fn explore(
    job: &Job,
    axes: &[Axis],
    metrics: &[Objective],
    control: &Control,
    observe: &(dyn Fn(Tried) + Sync),
) -> Result<Exploration, IncogError> {
    explore_from(job, axes, metrics, control, Course { known: None, keep: &|_| {}, observe })
}

/// Like [`explore`], going on from points that are known.
///
/// # Errors
/// As [`explore`].
pub fn explore_from(
    job: &Job,
    axes: &[Axis],
    metrics: &[Objective],
    control: &Control,
    course: Course<'_>,
) -> Result<Exploration, IncogError> {
    if job.engine.is_some() {
        return Err(ExploreError::Engine.into());
    }
    let figures = TriedFigures { axes, metrics };
    if delays::is_varied(axes) {
        let points = delays::explore_delays(job, &trials(job, axes)?, &figures, control, course)?;
        return Ok(Exploration { axes: axes.to_vec(), points });
    }
    let prepared = || Ok(PreparedProblem::read_to_decide(job)?.0);
    explore_posed(job, prepared, figures, control, course)
}

/// The values to try, and the metrics to measure at each.
pub(crate) struct TriedFigures<'a> {
    pub axes: &'a [Axis],
    pub metrics: &'a [Objective],
}

/// Like [`explore_from`], for a table that `prepared` prepares.
pub(crate) fn explore_posed(
    job: &Job,
    prepared: impl FnOnce() -> Result<PreparedProblem, IncogError> + Send,
    tried: TriedFigures<'_>,
    control: &Control,
    course: Course<'_>,
) -> Result<Exploration, IncogError> {
    let TriedFigures { axes, metrics } = tried;
    if delays::is_varied(axes) {
        return Err(ExploreError::DelayAlone.into());
    }
    let trials = trials(job, axes)?;
    let done = std::sync::atomic::AtomicUsize::new(0);
    let points = on_threads(&job.terms, control, || {
        let shared = Shared::new(job, prepared()?)?;
        control.begin_search();
        let tried = trials.par_iter().map(|trial| {
            control.check()?;
            let known = course.known.and_then(|known| known.get(&trial.settings));
            let point =
                known.map_or_else(|| shared.point(trial, metrics, control), |known| Ok(known.clone()))?;
            // What is not there because the search was ended may be there.
            if known.is_none() && !(point.found.is_none() && control.is_stopped()) {
                (course.keep)(&point);
            }
            let done = done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
            (course.observe)(Tried { done, points: trials.len() });
            Ok(point)
        });
        tried.collect::<Result<Vec<Point>, IncogError>>()
    })?;
    Ok(Exploration { axes: axes.to_vec(), points })
}

impl Shared<'_> {
    fn point(&self, trial: &Trial, metrics: &[Objective], control: &Control) -> Result<Point, IncogError> {
        let settings = trial.settings.clone();
        let problem = self.problem(&trial.job.terms)?;
        match unless_none(planned(&trial.job.terms, &problem, control))? {
            Ok(plan) => {
                let found = figures(&trial.job.terms, &problem, &plan, metrics)?;
                Ok(Point { settings, found: Some(found), none: None })
            }
            Err(none) => Ok(Point { settings, found: None, none: Some(none.to_string()) }),
        }
    }
}

/// Tells that there is no release from what keeps all from being looked for.
fn unless_none(planned: Result<Plan, PlanError>) -> Result<Result<Plan, PlanError>, IncogError> {
    match planned {
        Err(error) if !matches!(error, PlanError::Infeasible(_) | PlanError::NothingFound(_)) => {
            Err(error.into())
        }
        other => Ok(other),
    }
}

fn planned(terms: &Terms, problem: &ReleaseProblem, control: &Control) -> Result<Plan, PlanError> {
    plan_until(&terms.request(), problem, control.stop_flag())
}

/// The people of the records, where people are counted.
pub(crate) fn unit_of<'t>(terms: &Terms, tuples: &'t Tuples) -> Option<&'t SensitiveAttribute> {
    terms.unit.column().and_then(|unit| tuples.sensitive().iter().find(|one| one.name == unit))
}

fn figures(
    terms: &Terms,
    problem: &ReleaseProblem,
    plan: &Plan,
    metrics: &[Objective],
) -> Result<Found, IncogError> {
    let tuples = problem.tuples();
    let classes = plan.classes(tuples)?;
    let mut found = Found::new(terms.objective.name(), plan, &classes, unit_of(terms, tuples));
    for metric in metrics {
        let value = metric.metric(problem.models().required_k())?.value(&classes);
        found.metrics.insert(metric.name().to_owned(), value);
    }
    Ok(found)
}
