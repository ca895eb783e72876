//! The table that a job is about.

use crate::DisclosureError;
use crate::job::Job;
use crate::read::read_input::{Source, read_as_it_stands};
use crate::read::sampled_records::{Drawn, drawn};
use incog_data::Table;

/// Reads the table of a job, or pools those of its providers, with all records one by one: their
/// rows one after the other, with an additional column that names the provider. Columns are in the
/// order of the first table. Where the job draws records and its secret is at hand, only the drawn
/// ones.
///
/// The SHA-256 of a pooled table is that of the digests of its parts, one per line.
pub fn read_input(job: &Job) -> Result<(Table, Source), DisclosureError> {
    let (table, source) = read_as_it_stands(job)?;
    let Drawn { table, levels } = drawn(job, table)?;
    Source { levels, ..source }.treating(job, table)
}
