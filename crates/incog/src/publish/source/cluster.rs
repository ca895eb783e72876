//! A table that a cluster has counted, as a source.

use super::{Prepared, TableSource};
use crate::IncogError;
use crate::job::Job;
use crate::publish::context::Context;
use crate::publish::prepare::prepared_problem::PreparedProblem;
use incog_disclosure::read::counted_rows::{CountedRows, read_given_counts};

/// The distinct rows of a table that a cluster has counted.
pub(in crate::publish) struct ClusterSource(pub(in crate::publish) CountedRows);

impl TableSource<'static> for ClusterSource {
    fn prepare(self, job: &Job, context: &mut Context<'_>) -> Result<Prepared<'static>, IncogError> {
        let (counted, source) = read_given_counts(job, self.0)?;
        context.check()?;
        let counted = counted.treated(&job.terms)?;
        let problem = PreparedProblem::counted(&job.terms, counted.table.clone(), counted.counts())?;
        Ok(Prepared::without_engine(problem, source))
    }
}
