//! Reading a table.

use crate::column_codes::ColumnCodes;
use crate::format::{Ending, FileFormat, FormatKind};
use crate::limits::MOST_COLUMNS;
use crate::{ReadError, columnar, open_file, text_reader};
use incog_data::{Column, Table};
use std::path::Path;

/// What has to be said of a file; the default fits nearly all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadOptions {
    /// The delimiter of a text file; detected when `None`.
    pub delimiter: Option<u8>,
    /// The quote of a text file, `"` by default.
    pub quote: u8,
    /// Whether the first record of a text file is its header; without one columns are `column_1`, `column_2`, ...
    pub header: bool,
    /// The values that mean "missing", by default the empty one, `NA` and `?`; spaces around a value do not count.
    pub missing_markers: Vec<String>,
}

impl Default for ReadOptions {
    fn default() -> Self {
        let missing_markers = ["", "NA", "?"].map(String::from).to_vec();
        Self { delimiter: None, quote: b'"', header: true, missing_markers }
    }
}

/// A table and the file it came from.
#[derive(Debug, Clone, PartialEq)]
pub struct TableFile {
    /// The table.
    pub table: Table,
    /// How the file is laid down.
    pub format: FileFormat,
    /// SHA-256 of the file as it stands on the disk (compressed or not), 64 hexadecimal digits.
    pub sha256: String,
    /// Size of the file in bytes.
    pub bytes: u64,
}

/// Reads a table; the ending of `path` names the format.
///
/// Codes follow the first appearance of each value in the file, whatever the number of threads. Typed
/// columns (Parquet, Arrow) become their canonical text (dates ISO 8601); nulls become the empty text.
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

/// Refuses a table with more columns than are read.
pub(crate) fn check_columns(path: &Path, found: usize) -> Result<(), ReadError> {
    if found > MOST_COLUMNS { Err(ReadError::TooManyColumns { path: path.into(), found }) } else { Ok(()) }
}

/// The table of gathered columns.
pub(crate) fn finish(
    path: &Path,
    names: &[String],
    columns: Vec<ColumnCodes>,
    options: &ReadOptions,
) -> Result<Table, ReadError> {
    if columns.first().is_none_or(|column| column.rows() == 0) {
        return Err(ReadError::NoRows { path: path.into(), columns: names.len() });
    }
    let markers: Vec<&str> = options.missing_markers.iter().map(String::as_str).collect();
    let columns: Vec<Column> =
        names.iter().zip(columns).map(|(name, codes)| codes.finish(name, &markers)).collect();
    Table::new(columns).map_err(|source| ReadError::Table { path: path.into(), source })
}
