//! Rows in memory as a source.

use super::{Prepared, TableSource};
use crate::IncogError;
use crate::job::{Job, JobError, JobProblem, Place};
use crate::publish::context::Context;
use crate::publish::prepare::prepared_problem::PreparedProblem;
use incog_disclosure::read::read_input::read_given;
use incog_io::RowStream;

/// Rows in memory.
pub(crate) struct RowSource(pub RowStream);

impl TableSource<'static> for RowSource {
    fn prepare(self, job: &Job, context: &mut Context<'_>) -> Result<Prepared<'static>, IncogError> {
        check_for_rows(job)?;
        let (table, source) = read_given(job, self.0)?;
        context.check()?;
        Ok(Prepared::without_engine(PreparedProblem::new(&job.terms, table)?, source))
    }
}

/// Refuses keys of files that a table in memory cannot follow.
pub(in crate::publish) fn check_for_rows(job: &Job) -> Result<(), JobError> {
    let idle = |key: &str, why| {
        let key = key.to_owned();
        Err(JobError::new(Place::default(), JobProblem::Idle { key, why }))
    };
    if !job.inputs.is_empty() {
        return idle("inputs", "the table is given; one column of it has the role \"provider\"");
    }
    if job.engine.is_some() {
        return idle("input.table", "the table is given, and no engine is asked for it");
    }
    if job.trace.is_some() {
        return idle("search.trace", "a table in memory is published in memory, and no file is written");
    }
    Ok(())
}
