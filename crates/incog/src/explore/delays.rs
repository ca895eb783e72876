//! What newcomers of a series would lose if they waited for more or fewer runs.
//!
//! People of the table who are drawn by lot stand for newcomers. They are recoded as the newcomers
//! of a night are: by themselves.

use super::grid::Trial;
use super::{Axis, Course, Exploration, ExploreError, Found, Point, Tried, TriedFigures};
use crate::IncogError;
use crate::job::Job;
use crate::publish::{Cohort, Context, DelayTrial, TriedDelay, on_threads};
use incog_io::Control;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The key of how many runs newcomers wait.
pub const MAX_DELAY: &str = "releases.max_delay";

/// The delays that are tried where nobody says which.
pub(super) const DELAYS: [i64; 6] = [0, 1, 3, 7, 14, 30];

/// The figure of a point that says what the others lose.
pub const LOSS_OF_OTHERS: &str = "others";

impl Exploration {
    /// Whether it is about the delay of newcomers in a series.
    pub fn varies_delay(&self) -> bool {
        is_varied(&self.axes)
    }
}

/// Whether the delay of newcomers is among what is varied.
pub(super) fn is_varied(axes: &[Axis]) -> bool {
    axes.iter().any(|axis| axis.key == MAX_DELAY)
}

/// Tries the delays of some jobs that differ in them alone.
///
/// # Errors
/// When other keys are varied or metrics asked for, the job has no ledger, or as
/// [`DelayTrial::read`].
pub(super) fn explore_delays(
    job: &Job,
    trials: &[Trial],
    figures: &TriedFigures<'_>,
    control: &Control,
    course: Course<'_>,
) -> Result<Vec<Point>, IncogError> {
    let Some(ledger) = job.terms.ledger().filter(|_| figures.axes.len() == 1 && figures.metrics.is_empty())
    else {
        return Err(ExploreError::DelayAlone.into());
    };
    let done = AtomicUsize::new(0);
    on_threads(&job.terms, control, || {
        let table = DelayTrial::read(job, ledger)?;
        control.begin_search();
        let mut unheard = |_| {};
        let others = table.together(job, &mut Context::new(control, &mut unheard))?;
        let points = trials.par_iter().map(|trial| {
            let known = course.known.and_then(|known| known.get(&trial.settings));
            let point = match known {
                Some(known) => known.clone(),
                None => point(&table, trial, &others, control)?,
            };
            if known.is_none() && !control.is_stopped() {
                (course.keep)(&point);
            }
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            (course.observe)(Tried { done, points: trials.len() });
            Ok(point)
        });
        points.collect()
    })
}

fn point(table: &DelayTrial, trial: &Trial, others: &Cohort, control: &Control) -> Result<Point, IncogError> {
    let mut unheard = |_| {};
    let delay = trial.job.terms.ledger().map_or(0, |ledger| ledger.max_delay);
    let tried = table.with_delay(&trial.job, delay, &mut Context::new(control, &mut unheard))?;
    let found = tried.as_ref().and_then(|tried| found(&trial.job, tried, others));
    let none = match (&tried, &found) {
        (_, Some(_)) => None,
        (None, _) => Some("the table has too few people to stand for so many newcomers"),
        (Some(_), None) => Some("no class of so few newcomers meets the models"),
    };
    Ok(Point { settings: trial.settings.clone(), found, none: none.map(str::to_owned) })
}

/// The mean figures of some groups of newcomers; `None` where no group has a class.
fn found(job: &Job, tried: &TriedDelay, others: &Cohort) -> Option<Found> {
    let losses: Vec<f64> = tried.cohorts.iter().filter_map(|cohort| cohort.loss).collect();
    if losses.is_empty() {
        return None;
    }
    let all = (tried.newcomers * tried.cohorts.len()) as u64;
    let sizes: Vec<u64> = (tried.cohorts.iter().flat_map(|cohort| &cohort.blocks))
        .map(|block| block.people.len() as u64)
        .collect();
    let published: u64 = sizes.iter().sum();
    let figures = [
        ("newcomers", Some(tried.newcomers as f64)),
        ("waiting", Some(tried.waiting)),
        ("longest_wait", Some(tried.longest_wait as f64)),
        (LOSS_OF_OTHERS, others.loss),
    ];
    Some(Found {
        objective: job.terms.objective.name().to_owned(),
        value: mean(&losses),
        bound: mean_of_all(tried, |cohort| cohort.bound),
        gap: mean_of_all(tried, |cohort| cohort.gap),
        stopped: String::new(),
        evaluations: 0,
        levels: BTreeMap::new(),
        suppressed: all - published,
        suppressed_share: (all - published) as f64 / all.max(1) as f64,
        classes: sizes.len() as u64,
        smallest_class: sizes.iter().copied().min().unwrap_or(0),
        prosecutor_mean: sizes.len() as f64 / published.max(1) as f64,
        metrics: figures.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect(),
    })
}

/// The mean of a figure that all groups have.
fn mean_of_all(tried: &TriedDelay, figure: impl Fn(&Cohort) -> Option<f64>) -> Option<f64> {
    let figures: Option<Vec<f64>> = tried.cohorts.iter().map(figure).collect();
    figures.map(|figures| mean(&figures))
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}
