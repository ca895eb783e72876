//! The trade-off of a table in memory.

use super::{Axis, Course, Exploration, Tried, TriedFigures, explore_posed};
use crate::IncogError;
use crate::job::Job;
use crate::publish::{Context, RowSource, TableSource};
use incog_io::{Control, RowStream};
use incog_utility::Objective;

/// As [`explore`](super::explore), for rows in memory; the job's `input` is what messages call the
/// table.
///
/// # Errors
/// As `explore`, and when the rows cannot be read.
pub fn explore_rows(
    job: &Job,
    rows: RowStream,
    axes: &[Axis],
    metrics: &[Objective],
    control: &Control,
    observe: &(dyn Fn(Tried) + Sync),
) -> Result<Exploration, IncogError> {
    let mut unheard = |_| {};
    let context = &mut Context::new(control, &mut unheard);
    let prepared = || Ok(RowSource(rows).prepare(job, context)?.problem);
    let course = Course { known: None, keep: &|_| {}, observe };
    explore_posed(job, prepared, TriedFigures { axes, metrics }, control, course)
}
