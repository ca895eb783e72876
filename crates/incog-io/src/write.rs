//! Writing a table.

use crate::WriteError;
use crate::atomic::{Written, replace};
use crate::formats::{known_endings, named};
use crate::output::{Output, OutputColumn, Rows};
use crate::table_format::Named;
use crate::write_options::WriteOptions;
use std::path::Path;

/// Checks that a table could be written to `path` as far as its name tells, which is that the ending is known.
///
/// # Errors
/// [`WriteError::UnknownEnding`].
pub fn check_ending(path: impl AsRef<Path>) -> Result<(), WriteError> {
    checked_name(path.as_ref()).map(drop)
}

fn checked_name(path: &Path) -> Result<Named, WriteError> {
    named(path).ok_or_else(|| WriteError::UnknownEnding { path: path.into(), known: known_endings() })
}

/// Writes the `rows` of `columns` in the order given (`None`: all rows as they are), whole or not at all.
///
/// Rows are formatted in batches on all cores and written in order; memory does not grow with their number.
/// In a typed format the empty label becomes null where the schema of the input allows it.
///
/// # Errors
/// See [`WriteError`]; in that case the output does not exist, or is as it was.
pub fn write_table(
    path: impl AsRef<Path>,
    columns: &[OutputColumn<'_>],
    rows: Option<&[u32]>,
    options: &WriteOptions,
) -> Result<Written, WriteError> {
    let path = path.as_ref();
    let named = checked_name(path)?;
    let all = Rows::All(columns.first().map_or(0, |column| column.codes.len()));
    let rows = rows.map_or(all, Rows::These);
    let used = columns.iter().map(|column| column.used_labels(rows)).collect::<Result<Vec<_>, _>>()?;
    let output = Output { path, columns, used: &used, rows, options };
    replace(path, options.force, &options.inputs, |target| (named.format.write)(&output, named, target))
}
