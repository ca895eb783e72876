//! Where the table of a job comes from.

pub(in crate::publish) mod cluster;
pub(in crate::publish) mod engine;
pub(in crate::publish) mod file;
pub(in crate::publish) mod rows;

use crate::IncogError;
use crate::job::Job;
use crate::publish::context::Context;
use crate::publish::prepare::prepared_problem::PreparedProblem;
use incog_disclosure::read::engine_session::{CountedThere, EngineSession};
use incog_disclosure::read::read_input::Source;

/// Reads the table of a job, and poses the problem of publishing it.
pub(crate) trait TableSource<'e> {
    /// The table as the job treats it, bound to its hierarchies and models.
    fn prepare(self, job: &Job, context: &mut Context<'_>) -> Result<Prepared<'e>, IncogError>;
}

/// A table that was read, and the problem that publishing it poses.
pub(crate) struct Prepared<'e> {
    /// The table and the problem.
    pub problem: PreparedProblem,
    /// Where the rows came from.
    pub source: Source,
    /// The engine that has the table, if one has.
    pub engine: Option<Connected<'e>>,
}

/// An engine, and the table that it has counted.
pub(crate) struct Connected<'e> {
    pub session: EngineSession<'e>,
    pub there: CountedThere,
}

impl Prepared<'_> {
    /// A table that no engine has, and where it came from.
    pub fn without_engine(problem: PreparedProblem, source: Source) -> Self {
        Self { problem, source, engine: None }
    }

    /// What should be looked at before anything is decided.
    pub fn notes(&self) -> Vec<String> {
        let input = &self.problem.input;
        let drawn = input.drawn.then(|| {
            let drawn = input.table.rows();
            format!(
                "{drawn} records were drawn with the secret; the figures shown here are about them, \
                and nothing published reveals their number"
            )
        });
        input.notes.iter().map(ToString::to_string).chain(drawn).collect()
    }
}
