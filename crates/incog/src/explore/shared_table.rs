//! One table for all points.

use crate::IncogError;
use crate::job::{Job, Terms};
use crate::publish::PreparedProblem;
use incog_data::Tuples;
use incog_plan::{ReleaseProblem, release_problem};
use std::sync::Arc;

/// A table as the points of an exploration share it.
pub(super) struct Shared<'a> {
    job: &'a Job,
    prepared: PreparedProblem,
    tuples: Arc<Tuples>,
}

impl<'a> Shared<'a> {
    /// The table of a job, which somebody has read.
    pub fn new(job: &'a Job, prepared: PreparedProblem) -> Result<Self, IncogError> {
        let tuples = prepared.problem.shared_tuples();
        Ok(Self { job, prepared, tuples })
    }

    /// The problem of this table on other terms; where these are about the same columns, it has the
    /// same tuples.
    pub fn problem(&self, terms: &Terms) -> Result<ReleaseProblem, IncogError> {
        if terms.has_tuples_of(&self.job.terms) {
            return Ok(release_problem(&terms.request(), Arc::clone(&self.tuples))?);
        }
        let input = &self.prepared.input;
        let records = input.real_records();
        Ok(PreparedProblem::counted(terms, records.counted().table().clone(), input.counts())?.problem)
    }
}
