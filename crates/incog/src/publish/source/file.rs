//! The file of a job as a source.

use super::{Prepared, TableSource};
use crate::IncogError;
use crate::job::Job;
use crate::publish::context::Context;
use crate::publish::prepare::prepared_problem::PreparedProblem;
use crate::publish::recode::recoding::written_names;
use incog_io::WriteError;

/// The file of a job, or the files of its providers.
pub(in crate::publish) enum FileSource {
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
