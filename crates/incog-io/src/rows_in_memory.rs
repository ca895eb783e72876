//! Reading and writing rows in memory.

use crate::columnar::{Origin, check_types, gather};
use crate::formats;
use crate::output::{Output, OutputColumn, Rows};
use crate::rows::{RowStream, WrittenRows};
use crate::table_file::{FileFormat, ReadOptions, check_columns};
use crate::write_options::WriteOptions;
use crate::{ReadError, WriteError, remember_name};
use incog_data::Table;
use std::path::Path;

/// Reads rows as [`read_table`](crate::read_table) reads those of a Parquet or Arrow file; `name`
/// is what messages call the table.
///
/// # Errors
/// As `read_table`; what whoever hands them over says is [`ReadError::Rows`].
pub fn read_rows(
    name: impl AsRef<Path>,
    rows: RowStream,
    options: &ReadOptions,
) -> Result<(Table, FileFormat), ReadError> {
    let RowStream { schema, batches } = rows;
    let origin = Origin { path: name.as_ref(), format: "Arrow", size: None };
    check_columns(origin.path, schema.fields().len())?;
    schema.fields().iter().for_each(|field| remember_name(field.name()));
    check_types(origin.path, &schema)?;
    gather(origin, &schema, batches, options)
}

/// Writes rows as [`write_table`](crate::write_table) writes them to an Arrow file, to memory;
/// `name` is what messages call the table.
///
/// # Errors
/// When a label is missing, or Arrow refuses a column.
pub fn write_rows(
    name: impl AsRef<Path>,
    columns: &[OutputColumn<'_>],
    rows: &[u32],
    options: &WriteOptions,
) -> Result<WrittenRows, WriteError> {
    let rows = Rows::These(rows);
    let used = columns.iter().map(|column| column.used_labels(rows)).collect::<Result<Vec<_>, _>>()?;
    formats::arrow_in_memory(&Output { path: name.as_ref(), columns, used: &used, rows, options })
}

/// The SHA-256 of written rows, made again from them; empty where Arrow refuses them.
pub fn digest_rows(rows: &WrittenRows) -> String {
    formats::arrow_digest(rows).unwrap_or_default()
}
