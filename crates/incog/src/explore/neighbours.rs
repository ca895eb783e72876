//! What a release would gain or lose by one step.

use super::shared_table::Shared;
use super::{ExploreError, Found, planned, unless_none};
use crate::IncogError;
use crate::job::{ColumnJob, Job, Role, Terms};
use crate::publish::{PreparedProblem, on_threads};
use incog_data::Levels;
use incog_io::Control;
use incog_plan::ReleaseProblem;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;

/// The best release of a job and those one step from it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Neighbours {
    /// The name of the objective.
    pub objective: String,
    /// The value of the best release that was found.
    pub value: f64,
    /// Records that it suppresses.
    pub suppressed: u64,
    /// Records that may be suppressed.
    pub limit: u64,
    /// One quasi-identifier one level finer or coarser, in the order of the table, the finer one
    /// first.
    pub steps: Vec<Neighbour>,
    /// One quasi-identifier left out, in the order of their names.
    pub without: Vec<Without>,
}

/// A release whose levels differ by one.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Neighbour {
    /// The quasi-identifier.
    pub column: String,
    /// Its level in the best release.
    pub from: u8,
    /// Its level here.
    pub to: u8,
    /// The value of the objective; `None` where nothing could be published.
    pub value: Option<f64>,
    /// Records that would have to be suppressed.
    pub suppressed: u64,
    /// Whether the limit of suppression allows it.
    pub allowed: bool,
}

/// The best release when a quasi-identifier is not published at all.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Without {
    /// The quasi-identifier.
    pub column: String,
    /// The levels of the others then.
    pub levels: BTreeMap<String, u8>,
    /// The value of the objective, which is about the others alone; `None` where no release was
    /// found.
    pub value: Option<f64>,
    /// Records that are suppressed.
    pub suppressed: Option<u64>,
}

/// Tells of the best release of a job what one level more or less of each quasi-identifier would
/// change, and what the others would gain if it were not published.
///
/// # Errors
/// As `Terms::plan`, and when the job does not ask for one level per column.
pub fn neighbours(job: &Job, control: &Control) -> Result<Neighbours, IncogError> {
    if job.engine.is_some() {
        return Err(ExploreError::Engine.into());
    }
    neighbours_posed(job, || Ok(PreparedProblem::read_to_decide(job)?.0), control)
}

/// Like [`neighbours`], for a table that `prepared` prepares.
pub(crate) fn neighbours_posed(
    job: &Job,
    prepared: impl FnOnce() -> Result<PreparedProblem, IncogError> + Send,
    control: &Control,
) -> Result<Neighbours, IncogError> {
    on_threads(&job.terms, control, || {
        let shared = Shared::new(job, prepared()?)?;
        control.begin_search();
        let problem = shared.problem(&job.terms)?;
        let plan = planned(&job.terms, &problem, control)?;
        let levels = plan.recoding.levels().ok_or(ExploreError::NotGlobal)?;
        let classes = plan.classes(problem.tuples())?;
        Ok(Neighbours {
            objective: job.terms.objective.name().to_owned(),
            value: plan.value,
            suppressed: classes.suppressed(),
            limit: problem.suppression_limit(),
            steps: steps(&problem, levels),
            without: without(&shared, &job.terms, control)?,
        })
    })
}

fn steps(problem: &ReleaseProblem, levels: &Levels) -> Vec<Neighbour> {
    let qids = problem.tuples().quasi_identifiers().iter().enumerate();
    let both = qids.flat_map(|(place, qid)| {
        let from = levels[place];
        let finer = from.checked_sub(1).filter(|&to| to >= qid.min_level);
        let coarser = Some(from + 1).filter(|&to| to <= qid.max_level);
        [finer, coarser].into_iter().flatten().map(move |to| (place, from, to))
    });
    both.map(|(place, from, to)| {
        let there = levels.with(place, to);
        let classes = problem.classes(&there);
        let (suppressed, kept) = (classes.suppressed(), classes.kept());
        Neighbour {
            column: problem.tuples().quasi_identifiers()[place].name.clone(),
            from,
            to,
            value: (kept > 0).then(|| problem.metric().value(&classes)),
            suppressed,
            allowed: problem.allows(&there, &classes),
        }
    })
    .collect()
}

fn without(shared: &Shared<'_>, terms: &Terms, control: &Control) -> Result<Vec<Without>, IncogError> {
    let columns: Vec<&str> = terms.with_role(Role::QuasiIdentifier).collect();
    if columns.len() < 2 {
        return Ok(Vec::new());
    }
    columns.par_iter().map(|column| without_one(shared, terms, column, control)).collect()
}

fn without_one(
    shared: &Shared<'_>,
    terms: &Terms,
    column: &str,
    control: &Control,
) -> Result<Without, IncogError> {
    control.check()?;
    let mut terms = terms.clone();
    terms.columns.insert(column.to_owned(), ColumnJob::with_role(Role::Identifier));
    let problem = shared.problem(&terms)?;
    let mut without =
        Without { column: column.to_owned(), levels: BTreeMap::new(), value: None, suppressed: None };
    if let Ok(plan) = unless_none(planned(&terms, &problem, control))? {
        let classes = plan.classes(problem.tuples())?;
        let found = Found::new(terms.objective.name(), &plan, &classes, None);
        without.levels = found.levels;
        (without.value, without.suppressed) = (Some(found.value), Some(found.suppressed));
    }
    Ok(without)
}
