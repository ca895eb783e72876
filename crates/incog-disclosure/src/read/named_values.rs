//! Values that models name, and that no record has.

use crate::DisclosureError;
use crate::job::{Job, JobError, JobProblem, Place, Terms};
use incog_data::{Column, Table};

/// A value that a model names and no record has.
struct Absent<'a> {
    model: &'static str,
    column: &'a Column,
    value: &'a str,
}

/// All of them.
fn absent<'a>(terms: &'a Terms, table: &'a Table) -> impl Iterator<Item = Absent<'a>> {
    let named = terms.models.iter().filter_map(|model| {
        let (column, values) = model.named_values()?;
        Some((model.name(), table.column(&column)?, values))
    });
    named.flat_map(|(model, column, values)| {
        let lacks = move |value: &&String| column.dictionary.iter().all(|other| other != value.as_str());
        values.iter().filter(lacks).map(move |value| Absent { model, column, value })
    })
}

/// A note on each value that a model names and no record has. It is for the steward: a release that
/// followed only where somebody has the value would say so, whether this person is published or
/// not.
pub fn named_in_vain(terms: &Terms, table: &Table) -> Vec<String> {
    let note = |Absent { model, column, value }: Absent<'_>| {
        format!(
            "{model} names the value {value:?} of column {:?}, which no record has; if it is misspelled, \
             the value you meant is not protected, so write it as in the table",
            column.name
        )
    };
    absent(terms, table).map(note).collect()
}

/// Refuses a value that a model names and that means "missing", where the missing value of its
/// column has another text: no record would be taken to have it.
pub fn check_named_values(job: &Job, table: &Table) -> Result<(), DisclosureError> {
    let markers = job.read_options().missing_markers;
    let is_marker = |value: &str| markers.iter().any(|marker| marker == value.trim());
    let mut absent = absent(&job.terms, table);
    let Some((Absent { model, column, value }, missing)) = absent.find_map(|absent| {
        let missing = absent.column.missing_texts().first().map(|text| (*text).to_owned())?;
        is_marker(absent.value).then_some((absent, missing))
    }) else {
        return Ok(());
    };
    let (column, value) = (column.name.clone(), value.to_owned());
    let problem = JobProblem::NamedMarker { model, column, value, missing };
    Err(JobError::new(Place::default(), problem).into())
}
