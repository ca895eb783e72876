//! Writing a table.

use crate::WriteError;
use crate::atomic::{Put, Written, replace};
use crate::formats::{known_endings, named};
use crate::output::{AlikeRows, Output, OutputColumn, Rows};
use crate::table_format::Named;
use crate::write_options::WriteOptions;
use rayon::prelude::*;
use std::path::Path;

/// Checks that a table could be written to `path` as far as its name tells, which is that the
/// ending is known.
///
/// # Errors
/// [`WriteError::UnknownEnding`].
pub fn check_ending(path: impl AsRef<Path>) -> Result<(), WriteError> {
    checked_name(path.as_ref()).map(drop)
}

fn checked_name(path: &Path) -> Result<Named, WriteError> {
    let written = named(path).filter(|named| named.ending.is_written);
    written.ok_or_else(|| WriteError::UnknownEnding { path: path.into(), known: known_endings() })
}

/// Writes the `rows` of `columns` in the order given (`None`: all rows as they are), whole or not
/// at all.
///
/// Rows are formatted in batches on all cores and written in order; memory does not grow with their
/// number. In a typed format the empty label becomes null where the schema of the input allows it.
///
/// # Errors
/// See [`WriteError`]; in that case the output does not exist, or is as it was.
pub fn write_table(
    path: impl AsRef<Path>,
    columns: &[OutputColumn<'_>],
    rows: Option<&[u32]>,
    options: &WriteOptions,
) -> Result<Written, WriteError> {
    let all = Rows::All(columns.first().map_or(0, |column| column.codes.len()));
    write_output(path.as_ref(), columns, rows.map_or(all, Rows::These), options)
}

/// As [`write_table`], with rows of which it is known which are alike: nothing is looked at but the
/// first of each run.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use incog_io::{AlikeRows, OutputColumn, WriteOptions, write_alike};
/// let path = tempfile::tempdir()?.keep().join("release.csv");
/// let age = OutputColumn { name: "age", codes: &[0, 1, 0].into(), labels: vec!["30-39", "40-49"] };
/// let rows = AlikeRows::new(&[0, 2, 1], &[2, 3]).ok_or("two runs of three rows")?;
/// write_alike(&path, &[age], rows, &WriteOptions::default())?;
/// assert_eq!(std::fs::read_to_string(path)?, "age\n30-39\n30-39\n40-49\n");
/// # Ok(()) }
/// ```
///
/// # Errors
/// See [`WriteError`]; in that case the output does not exist, or is as it was.
pub fn write_alike(
    path: impl AsRef<Path>,
    columns: &[OutputColumn<'_>],
    rows: AlikeRows<'_>,
    options: &WriteOptions,
) -> Result<Written, WriteError> {
    write_output(path.as_ref(), columns, Rows::Alike(rows), options)
}

fn write_output(
    path: &Path,
    columns: &[OutputColumn<'_>],
    rows: Rows<'_>,
    options: &WriteOptions,
) -> Result<Written, WriteError> {
    let named = checked_name(path)?;
    let used: Vec<Result<_, _>> = columns.par_iter().map(|column| column.used_labels(rows)).collect();
    let used = used.into_iter().collect::<Result<Vec<_>, _>>()?;
    let output = Output { path, columns, used: &used, rows, options };
    let put = Put { force: options.force, inputs: &options.inputs, lasting: options.lasting };
    replace(path, put, |target| (named.format.write)(&output, named, target))
}
