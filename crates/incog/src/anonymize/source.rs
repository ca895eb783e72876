//! Where the table of a job comes from.

use super::context::Context;
use super::engine_table::{CountedThere, Session};
use super::prepared_problem::PreparedProblem;
use super::read_input::{Source, read_given};
use super::recoding::written_names;
use crate::IncogError;
use crate::job::Job;
use incog_engine::Engine;
use incog_io::{RowStream, WriteError};

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
    pub session: Session<'e>,
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

/// The file of a job, or the files of its providers.
pub(super) enum FileSource {
    /// All records, one by one.
    Records,
    /// As [`FileSource::Records`], but only the records that the secret draws, if a model asks for
    /// that.
    DrawnRecords,
    /// As the file has them: rows of a counted table stay what they are.
    Rows,
}

impl TableSource<'static> for FileSource {
    fn prepare(self, job: &Job, _: &mut Context<'_>) -> Result<Prepared<'static>, IncogError> {
        let (problem, source) = match self {
            Self::Records => PreparedProblem::read(job)?,
            Self::DrawnRecords => PreparedProblem::read_to_publish(job)?,
            Self::Rows => PreparedProblem::read_to_decide(job)?,
        };
        check_fields(job, &problem)?;
        Ok(Prepared::without_engine(problem, source))
    }
}

/// Rows in memory.
pub(crate) struct RowSource(pub RowStream);

impl TableSource<'static> for RowSource {
    fn prepare(self, job: &Job, context: &mut Context<'_>) -> Result<Prepared<'static>, IncogError> {
        job.check_for_rows()?;
        let (table, source) = read_given(job, self.0)?;
        context.check()?;
        Ok(Prepared::without_engine(PreparedProblem::new(&job.terms, table)?, source))
    }
}

/// A table of an engine, which counts it.
pub(super) struct EngineSource<'e> {
    /// The connection.
    pub engine: &'e mut dyn Engine,
    /// Whether rows stand for several records also where the release is a file.
    pub counted: bool,
}

impl<'e> TableSource<'e> for EngineSource<'e> {
    fn prepare(self, job: &Job, context: &mut Context<'_>) -> Result<Prepared<'e>, IncogError> {
        let mut session = Session::begin(job, self.engine)?;
        if !self.counted {
            session.check_free(job)?;
        }
        let there = session.count(job)?;
        let source = there.source.clone();
        context.check()?;
        let problem = if self.counted || job.into.is_some() {
            PreparedProblem::counted(&job.terms, there.counted.table.clone(), there.counted.counts())?
        } else {
            PreparedProblem::new(&job.terms, there.counted.all_records())?
        };
        Ok(Prepared { problem, source, engine: Some(Connected { session, there }) })
    }
}

/// Refuses fields at fixed places that are not the columns of the release, before anything is
/// looked for.
fn check_fields(job: &Job, prepared: &PreparedProblem) -> Result<(), WriteError> {
    let Some(fields) = job.released_fields() else { return Ok(()) };
    let columns = written_names(&prepared.input);
    match fields.iter().filter_map(|field| field.name.as_ref()).eq(&columns) {
        true => Ok(()),
        false => Err(WriteError::OtherFields { expected: columns.join(", ") }),
    }
}
