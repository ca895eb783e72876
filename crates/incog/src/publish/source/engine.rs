//! A table of an engine as a source.

use super::{Connected, Prepared, TableSource};
use crate::IncogError;
use crate::job::Job;
use crate::publish::context::Context;
use crate::publish::prepare::prepared_problem::PreparedProblem;
use incog_disclosure::read::engine_session::EngineSession;
use incog_engine::Engine;

/// A table of an engine, which counts it.
pub(in crate::publish) struct EngineSource<'e> {
    /// The connection.
    pub engine: &'e mut dyn Engine,
    /// Whether rows stand for several records also where the release is a file.
    pub decides_only: bool,
}

impl<'e> TableSource<'e> for EngineSource<'e> {
    fn prepare(self, job: &Job, context: &mut Context<'_>) -> Result<Prepared<'e>, IncogError> {
        let mut session = EngineSession::begin(job, self.engine)?;
        if !self.decides_only {
            session.check_free(job)?;
        }
        if self.decides_only || job.into.is_none() {
            let (counted, source) = session.count_only(job)?;
            context.check()?;
            let problem = if self.decides_only {
                PreparedProblem::counted(&job.terms, counted.table.clone(), counted.counts())?
            } else {
                PreparedProblem::new(&job.terms, counted.all_records())?
            };
            return Ok(Prepared::without_engine(problem, source));
        }
        let there = session.count(job)?;
        let source = there.source.clone();
        context.check()?;
        let problem =
            PreparedProblem::counted(&job.terms, there.counted.table.clone(), there.counted.counts())?;
        Ok(Prepared { problem, source, engine: Some(Connected { session, there }) })
    }
}
