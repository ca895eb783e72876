//! Reading a table.

use crate::formats::{content, known_endings, named};
use crate::table_file::{ReadOptions, TableFile};
use crate::table_format::Opened;
use crate::{ReadError, open_file, remember_name};
use std::path::Path;

/// Reads a table; the ending of `path` says the format.
///
/// Values get codes in the order in which they first appear in the file, whatever the number of
/// threads. Typed columns (Parquet, Arrow) become their canonical text (dates in ISO 8601); nulls
/// become the empty text. A timestamp with a time zone is an instant, whatever the zone: its text
/// is in universal time, `2024-03-31T00:30:00Z`.
///
/// # Errors
/// See [`ReadError`]; no message shows more of the file than a column's name.
pub fn read_table(path: impl AsRef<Path>, options: &ReadOptions) -> Result<TableFile, ReadError> {
    let path = path.as_ref();
    let file = open_file(path).map_err(|fault| ReadError::File { path: path.into(), fault })?;
    let unknown = || ReadError::UnknownEnding { path: path.into(), known: known_endings() };
    let named = named(path).ok_or_else(unknown)?;
    let read = (named.format.read)(Opened { path, file, named, content }, options)?;
    read.table.columns().iter().for_each(|column| remember_name(&column.name));
    Ok(read)
}
