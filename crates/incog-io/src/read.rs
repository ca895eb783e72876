//! Reading a table.

use crate::format::{Ending, FormatKind};
use crate::table_file::{ReadOptions, TableFile};
use crate::{ReadError, columnar, open_file, text_reader};
use std::path::Path;

/// Reads a table; the ending of `path` names the format.
///
/// Codes follow the first appearance of each value in the file, whatever the number of threads. Typed
/// columns (Parquet, Arrow) become their canonical text (dates ISO 8601); nulls become the empty text. A timestamp
/// with a time zone is an instant, whatever the zone: its text is that of universal time, `2024-03-31T00:30:00Z`.
///
/// # Errors
/// See [`ReadError`]; no message shows more of the file than a column's name.
pub fn read_table(path: impl AsRef<Path>, options: &ReadOptions) -> Result<TableFile, ReadError> {
    let path = path.as_ref();
    let file = open_file(path).map_err(|fault| ReadError::File { path: path.into(), fault })?;
    let ending = Ending::of(path).ok_or_else(|| ReadError::UnknownEnding { path: path.into() })?;
    match ending.kind {
        FormatKind::Text => text_reader::read(path, file, ending, options),
        _ => columnar::read(path, file, ending, options),
    }
}
