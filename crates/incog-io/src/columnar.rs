//! From batches of typed columns to columns of codes.

use crate::ReadError;
use crate::column_codes::ColumnCodes;
use crate::column_type::{is_floating, plain_number, plain_schema, without_offset};
use crate::decode_error::{Damage, guarded};
use crate::digest::Digesting;
use crate::limits::most_unpacked;
use crate::ordered_threads::map_in_order;
use crate::table_file::{FileFormat, ReadOptions, TableFile, finish};
use crate::table_format::Opened;
use arrow_array::cast::AsArray;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_cast::cast;
use arrow_schema::{ArrowError, DataType, Schema, SchemaRef};
use incog_data::Table;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;

/// How many rows are decoded at a time, where the file does not decide it.
pub(crate) const BATCH_ROWS: usize = 16 << 10;

/// The rows of a file as they are decoded.
pub type Batches = Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>> + Send>;

/// The file that is read, for limits and messages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Origin<'a> {
    pub path: &'a Path,
    pub format: &'static str,
    /// Its size; `None` for rows in memory, which are as large as they look.
    pub size: Option<u64>,
}

impl Origin<'_> {
    /// Bytes of the file.
    pub fn bytes(self) -> u64 {
        self.size.unwrap_or(u64::MAX)
    }

    pub fn damaged(self, what: Damage) -> ReadError {
        let path = self.path.into();
        match self.size {
            Some(_) => ReadError::Columnar { path, format: self.format, what },
            None => ReadError::Rows { path, what },
        }
    }

    pub fn io(self, source: io::Error) -> ReadError {
        ReadError::Io { path: self.path.into(), source }
    }

    /// Refuses more cells than a file of this size may hold.
    pub fn check_cells(self, cells: u64) -> Result<(), ReadError> {
        self.check_unpacked(cells, "cells")
    }

    /// Refuses more than a file of this size may hold when it is unpacked.
    pub fn check_unpacked(self, amount: u64, unit: &'static str) -> Result<(), ReadError> {
        let Some(bytes) = self.size else { return Ok(()) };
        let limit = most_unpacked(bytes);
        if amount <= limit {
            return Ok(());
        }
        Err(ReadError::Unpacks { path: self.path.into(), bytes, limit, unit })
    }
}

/// Reads an opened file, whose frame is checked and opened by `open`.
pub(crate) fn read(
    opened: Opened<'_>,
    options: &ReadOptions,
    open: fn(Origin<'_>, File) -> Result<(SchemaRef, Batches), ReadError>,
) -> Result<TableFile, ReadError> {
    let Opened { path, mut file, named, .. } = opened;
    let (sha256, bytes) = digest(&mut file).map_err(|source| ReadError::Io { path: path.into(), source })?;
    if bytes == 0 {
        return Err(ReadError::Empty { path: path.into(), expected: "a table" });
    }
    let origin = Origin { path, format: named.format.title, size: Some(bytes) };
    let (schema, batches) = open(origin, file)?;
    let (table, format) = gather(origin, &schema, batches, options)?;
    Ok(TableFile { table, format, sha256, bytes })
}

/// The table of all batches, and how it is laid out.
pub(crate) fn gather(
    origin: Origin<'_>,
    schema: &Schema,
    batches: Batches,
    options: &ReadOptions,
) -> Result<(Table, FileFormat), ReadError> {
    let names: Vec<String> = schema.fields().iter().map(|field| field.name().trim().to_owned()).collect();
    let columns = codes(origin, names.len(), batches)?;
    let table = finish(origin.path, &names, columns, options, true)?;
    Ok((table, FileFormat { schema: Some(plain_schema(schema)), ..FileFormat::default() }))
}

/// SHA-256 and size of a file, which stands at its beginning before and after.
pub(crate) fn digest(file: &mut File) -> io::Result<(String, u64)> {
    let mut reader = Digesting::new(file);
    let mut buffer = vec![0; 256 << 10];
    while reader.read(&mut buffer)? > 0 {}
    reader.inner.rewind()?;
    Ok(reader.finish())
}

/// Gathers all batches.
fn codes(origin: Origin<'_>, columns: usize, mut batches: Batches) -> Result<Vec<ColumnCodes>, ReadError> {
    let mut gathered: Vec<ColumnCodes> = (0..columns).map(|_| ColumnCodes::default()).collect();
    let damaged = |damage| origin.damaged(damage);
    let mut cells = 0_u64;
    let checked = std::iter::from_fn(|| {
        let batch = guarded(|| batches.next().transpose()).map_err(damaged).transpose()?;
        Some(batch.and_then(|batch| {
            // What was decoded counts, not what was declared.
            cells = cells.saturating_add((batch.num_rows() as u64).saturating_mul(columns as u64));
            origin.check_cells(cells).map(|()| batch)
        }))
    });
    let labels = |batch: RecordBatch| {
        let columns = guarded(|| batch.columns().iter().map(labels).collect::<Result<Vec<_>, _>>());
        columns.map_err(damaged)
    };
    map_in_order(checked, labels, |batch| {
        gathered.iter_mut().zip(batch).for_each(|(column, batch)| column.append(batch));
        Ok(())
    })?;
    Ok(gathered)
}

/// Refuses columns whose values have no text form.
pub(crate) fn check_types(path: &Path, schema: &Schema) -> Result<(), ReadError> {
    match schema.fields().iter().find(|field| !has_text_form(field.data_type())) {
        None => Ok(()),
        Some(field) => Err(ReadError::UnsupportedType {
            path: path.into(),
            column: field.name().clone(),
            found: field.data_type().clone(),
        }),
    }
}

/// Whether values of the type have one canonical text that can be read back.
fn has_text_form(data_type: &DataType) -> bool {
    use DataType::{
        Boolean, Date32, Date64, Dictionary, LargeUtf8, Null, Time32, Time64, Timestamp, Utf8, Utf8View,
    };
    match data_type {
        Dictionary(_, values) => has_text_form(values),
        Null | Boolean | Date32 | Date64 | Time32(_) | Time64(_) | Timestamp(..) | Utf8 | LargeUtf8
        | Utf8View => true,
        numeric => numeric.is_numeric(),
    }
}

/// The values of a column as texts, coded within the batch; nulls are the empty text, and whole
/// floating-point numbers have no `.0`.
fn labels(array: &ArrayRef) -> Result<ColumnCodes, ArrowError> {
    let text = cast(&cast(array, &without_offset(array.data_type()))?, &DataType::Utf8)?;
    let mut codes = ColumnCodes::default();
    let is_floating = is_floating(array.data_type());
    text.as_string::<i32>().iter().for_each(|value| {
        let value = value.unwrap_or_default();
        codes.push(if is_floating { plain_number(value) } else { value });
    });
    Ok(codes)
}
