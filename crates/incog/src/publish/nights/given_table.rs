//! The table of a release of a series as a source.

use crate::IncogError;
use crate::job::Job;
use crate::publish::context::Context;
use crate::publish::prepare::prepared_problem::PreparedProblem;
use crate::publish::source::{Prepared, TableSource};
use incog_data::Table;
use incog_disclosure::read::Source;

/// The records of everybody who is in a release, and where the table of the night came from.
pub(super) struct GivenTable {
    pub table: Table,
    pub source: Source,
}

impl TableSource<'static> for GivenTable {
    fn prepare(self, job: &Job, context: &mut Context<'_>) -> Result<Prepared<'static>, IncogError> {
        context.check()?;
        Ok(Prepared::without_engine(PreparedProblem::new(&job.terms, self.table)?, self.source))
    }
}
