//! A release that was made in memory to be looked at.

use crate::IncogError;
use crate::job::Job;
use crate::publish::context::Context;
use crate::publish::release::describe::{self, WrittenRelease};
use crate::publish::release::measured_release::{ToMeasure, write_and_measure};
use crate::publish::release::medium::InMemory;
use crate::report::{Distribution, Report};
use incog_data::Table;
use incog_io::Control;

/// A release that was made in memory and measured, with everything that is known of it: for the
/// steward alone.
#[derive(Debug, Clone, PartialEq)]
pub struct SeenRelease {
    /// The internal report. The digest of its release is that of an Arrow file with these records.
    pub report: Report,
    /// The distributions of the released columns, each with that of the input where it is
    /// published.
    pub distributions: Vec<Distribution>,
    /// The size of each class.
    pub class_sizes: Vec<u64>,
    /// The names of the released columns.
    pub columns: Vec<String>,
    /// The first records of the table, before and after.
    pub first: Vec<FirstRecord>,
}

/// A record before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstRecord {
    /// Its values in the released columns; `None` where the table has no such column.
    pub before: Vec<Option<String>>,
    /// Its values in the release; `None` for a record that is suppressed.
    pub after: Option<Vec<String>>,
}

/// Which records are told before and after.
pub(crate) struct FirstRecords<'a> {
    /// The table as it stands.
    pub table: &'a Table,
    /// How many of its records, from the first one on.
    pub first: usize,
}

/// Makes a release in memory, and tells all of it.
pub(crate) fn preview(
    job: &Job,
    made: ToMeasure<'_>,
    first: FirstRecords<'_>,
    control: &Control,
) -> Result<SeenRelease, IncogError> {
    let mut medium = InMemory::new(&job.output);
    let (mut unheard, FirstRecords { table, first }) = (|_| {}, first);
    let context = &mut Context::new(control, &mut unheard);
    write_and_measure(job, made, &mut medium, context, |written, _| {
        let picture = describe::internal_picture(written, written.picture.clone());
        let columns = written.measured.released.records.columns().iter().map(|column| column.name.clone());
        Ok(SeenRelease {
            report: describe::report(written)?,
            distributions: picture.distributions,
            class_sizes: picture.class_sizes,
            columns: columns.collect(),
            first: first_records(table, written, first),
        })
    })
}

fn first_records(table: &Table, written: &WrittenRelease<'_>, first: usize) -> Vec<FirstRecord> {
    let released = written.measured.released;
    let first = first.min(table.rows());
    let mut place_of = vec![None; first];
    for (place, &row) in released.rows.iter().enumerate() {
        if let Some(known) = place_of.get_mut(row as usize) {
            *known = Some(place);
        }
    }
    let columns = released.records.columns();
    let one = |(row, place): (usize, Option<usize>)| FirstRecord {
        before: columns
            .iter()
            .map(|column| Some(table.column(&column.name)?.value(row).to_owned()))
            .collect(),
        after: place.map(|place| columns.iter().map(|column| column.value(place).to_owned()).collect()),
    };
    place_of.into_iter().enumerate().map(one).collect()
}
