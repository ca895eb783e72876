//! Rows in memory, as Arrow libraries hand them to each other: what is read, and what is written.

use crate::columnar::{Batches, Origin, check_types, gather};
use crate::formats;
use crate::output::{Output, OutputColumn, Rows};
use crate::table_file::{FileFormat, ReadOptions, check_columns};
use crate::write_options::WriteOptions;
use crate::{ReadError, WriteError};
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use incog_data::Table;
use std::path::Path;

/// Rows that another library hands over, batch by batch.
pub struct RowStream {
    /// Names and types of the columns.
    pub schema: SchemaRef,
    /// The rows; an error of whoever hands them over ends them.
    pub batches: Batches,
}

/// Rows that were written to memory.
#[derive(Debug, Clone, PartialEq)]
pub struct WrittenRows {
    /// Names and types of the columns.
    pub schema: SchemaRef,
    /// The rows.
    pub batches: Vec<RecordBatch>,
    /// SHA-256 of the Arrow file that [`write_table`](crate::write_table) makes of the same rows, 64 hexadecimal digits.
    pub sha256: String,
}

impl WrittenRows {
    /// The same rows to be read; nothing is copied.
    pub fn stream(&self) -> RowStream {
        let batches = self.batches.clone().into_iter().map(Ok);
        RowStream { schema: self.schema.clone(), batches: Box::new(batches) }
    }

    /// The digest, made again from the rows; empty where Arrow refuses them.
    pub fn digest(&self) -> String {
        formats::arrow_digest(self).unwrap_or_default()
    }
}

/// Reads rows as [`read_table`](crate::read_table) reads those of a Parquet or Arrow file; `name` is what messages call the
/// table.
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
    check_types(origin.path, &schema)?;
    gather(origin, &schema, batches, options)
}

/// Writes rows as [`write_table`](crate::write_table) writes them to an Arrow file, to memory; `name` is what messages call
/// the table.
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
