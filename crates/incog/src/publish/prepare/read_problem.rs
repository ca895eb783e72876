//! From the files of a job to the problem that it poses.

use super::bound_table::BoundTable;
use super::prepared_problem::PreparedProblem;
use super::sampled_records::{Drawn, drawn};
use crate::IncogError;
use crate::job::Job;
use crate::publish::read::read_input::{Source, read_as_it_stands, read_counted};
use incog_data::{RecordCounts, Table};

impl PreparedProblem {
    /// Reads the input of a job; also returns which file it is.
    pub fn read(job: &Job) -> Result<(Self, Source), IncogError> {
        let (table, source) = read_input(job)?;
        Ok((Self::new(&job.terms, table)?, source))
    }

    /// Like `read`, for a release in a file, whose records are drawn first if a model asks for it.
    pub fn read_to_publish(job: &Job) -> Result<(Self, Source), IncogError> {
        if job.terms.drawn_share().is_none() {
            return Self::read(job);
        }
        job.check_draws()?;
        let (table, source) = read_input(job)?;
        let input = BoundTable::new(&job.terms, table, RecordCounts::ONE_EACH)?;
        Ok((Self::bound(input.of_drawn(source.levels.as_ref()))?, source))
    }

    /// Like `read`, for a decision alone: rows of a counted table stay what they are.
    pub fn read_to_decide(job: &Job) -> Result<(Self, Source), IncogError> {
        if job.counted.is_none() {
            return Self::read(job);
        }
        let (counted, source) = read_counted(job)?;
        Ok((Self::counted(&job.terms, counted.table.clone(), counted.counts())?, source))
    }
}

/// Reads the table of a job, or pools those of its providers, with all records one by one: their
/// rows one after the other, with an additional column that names the provider. Columns are in the
/// order of the first table. Where the job draws records and its secret is at hand, only the drawn
/// ones.
///
/// The SHA-256 of a pooled table is that of the digests of its parts, one per line.
pub(crate) fn read_input(job: &Job) -> Result<(Table, Source), IncogError> {
    let (table, source) = read_as_it_stands(job)?;
    let Drawn { table, levels } = drawn(job, table)?;
    Source { levels, ..source }.treating(job, table)
}
