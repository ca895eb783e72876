//! One table for all points.

use crate::IncogError;
use crate::anonymize::Posed;
use crate::job::{Job, Terms};
use incog_data::Tuples;
use incog_plan::ReleaseProblem;
use std::sync::Arc;

/// A table as the points of an exploration share it.
pub(super) struct Shared<'a> {
    job: &'a Job,
    posed: Posed,
    tuples: Arc<Tuples>,
}

impl<'a> Shared<'a> {
    /// Reads the table of a job.
    pub fn read(job: &'a Job) -> Result<Self, IncogError> {
        let posed = Posed::read_to_decide(job)?;
        let tuples = posed.problem.shared_tuples();
        Ok(Self { job, posed, tuples })
    }

    /// The problem of this table on other terms; where these are about the same columns, it has the same tuples.
    pub fn problem(&self, terms: &Terms) -> Result<ReleaseProblem, IncogError> {
        if self.has_same_tuples(terms) {
            return Ok(terms.request().problem(Arc::clone(&self.tuples))?);
        }
        let input = &self.posed.input;
        let records = input.real_records();
        Ok(Posed::counted(terms, records.counted().table().clone(), input.counts())?.problem)
    }

    /// Whether the tuples follow from what these terms share with those of the job. Noisy records depend on the models.
    fn has_same_tuples(&self, terms: &Terms) -> bool {
        let known = &self.job.terms;
        let may_have_noise = terms.release.noise || known.release.noise;
        !may_have_noise
            && (&terms.columns, &terms.hierarchy, &terms.unit, &terms.secret, terms.search.seed)
                == (&known.columns, &known.hierarchy, &known.unit, &known.secret, known.search.seed)
    }
}
