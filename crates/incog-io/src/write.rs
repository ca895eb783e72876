//! Writing a table.

use crate::atomic::{Written, replace};
use crate::format::{Ending, FormatKind};
use crate::output::{OutputColumn, Rows};
use crate::write_options::WriteOptions;
use crate::{WriteError, columnar_writer, text_writer};
use std::path::Path;

/// Checks that a table could be written to `path` as far as its name says: the ending is known.
///
/// # Errors
/// [`WriteError::UnknownEnding`].
pub fn check_ending(path: impl AsRef<Path>) -> Result<(), WriteError> {
    let path = path.as_ref();
    Ending::of(path).map(drop).ok_or_else(|| WriteError::UnknownEnding { path: path.into() })
}

/// Writes the `rows` of `columns`, in the order given (`None`: all as they are), whole or not at all.
///
/// Rows are formatted in batches on all cores and written in order; memory does not grow with their number.
/// In a typed format the empty label is written as null where the schema of the input allows it.
///
/// # Errors
/// See [`WriteError`]; the output does not exist then, or is as it was.
pub fn write_table(
    path: impl AsRef<Path>,
    columns: &[OutputColumn<'_>],
    rows: Option<&[u32]>,
    options: &WriteOptions,
) -> Result<Written, WriteError> {
    let path = path.as_ref();
    let ending = Ending::of(path).ok_or_else(|| WriteError::UnknownEnding { path: path.into() })?;
    let all = Rows::All(columns.first().map_or(0, |column| column.codes.len()));
    let rows = rows.map_or(all, Rows::These);
    let used = columns.iter().map(|column| column.used_labels(rows)).collect::<Result<Vec<_>, _>>()?;
    replace(path, options.force, &options.inputs, |target| match ending.kind {
        FormatKind::Text => text_writer::write(path, target, ending, columns, rows, options),
        _ => columnar_writer::write(path, target, ending.kind, columns, &used, rows, options),
    })
}
