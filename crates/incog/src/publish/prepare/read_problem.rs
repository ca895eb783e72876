//! From the files of a job to the problem that it poses.

use super::bound_table::BoundTable;
use super::prepared_problem::PreparedProblem;
use crate::IncogError;
use crate::job::Job;
use incog_data::RecordCounts;
use incog_disclosure::read::{Source, read_counted, read_input};

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
