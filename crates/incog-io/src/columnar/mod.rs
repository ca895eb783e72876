//! Parquet and Arrow IPC into columns of codes.

mod arrow_container;
mod parquet_footer;

use crate::column_codes::ColumnCodes;
use crate::column_type::{plain_schema, without_offset};
use crate::damage::{Damage, guarded};
use crate::digest::Digesting;
use crate::format::{Compression, Ending, FileFormat};
use crate::in_order::map_in_order;
use crate::limits::most_unpacked;
use crate::table_file::{ReadOptions, TableFile, finish};
use crate::{FormatKind, ReadError};
use arrow_array::cast::AsArray;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_cast::cast;
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{ArrowError, DataType, Schema, SchemaRef};
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use parquet::file::metadata::ParquetMetaData;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use std::path::Path;

const BATCH_ROWS: usize = 16 << 10;
type Batches = Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>> + Send>;

/// The file that is read, for limits and messages.
#[derive(Debug, Clone, Copy)]
struct Origin<'a> {
    path: &'a Path,
    format: &'static str,
    bytes: u64,
}

impl Origin<'_> {
    fn damaged(self, what: Damage) -> ReadError {
        ReadError::Columnar { path: self.path.into(), format: self.format, what }
    }

    fn io(self, source: io::Error) -> ReadError {
        ReadError::Io { path: self.path.into(), source }
    }

    /// Refuses more cells than a file of this size may hold.
    fn check_cells(self, cells: u64) -> Result<(), ReadError> {
        let limit = most_unpacked(self.bytes);
        if cells <= limit {
            return Ok(());
        }
        Err(ReadError::Unpacks { path: self.path.into(), bytes: self.bytes, limit, unit: "cells" })
    }
}

/// Reads an opened file.
pub(crate) fn read(
    path: &Path,
    mut file: File,
    ending: Ending,
    options: &ReadOptions,
) -> Result<TableFile, ReadError> {
    let io_error = |source| ReadError::Io { path: path.into(), source };
    let (sha256, bytes) = digest(&mut file).map_err(io_error)?;
    let start = first_bytes(&mut file).map_err(io_error)?;
    if bytes == 0 {
        return Err(ReadError::Empty { path: path.into(), expected: "a table" });
    }
    let kind = match ending.kind {
        FormatKind::ArrowFile if start != *b"ARROW1" => FormatKind::ArrowStream,
        kind => kind,
    };
    let format = if kind == FormatKind::Parquet { "Parquet" } else { "Arrow IPC" };
    let origin = Origin { path, format, bytes };
    let (schema, batches) = open(origin, file, kind)?;
    let names: Vec<String> = schema.fields().iter().map(|field| field.name().trim().to_owned()).collect();
    let columns = codes(origin, names.len(), batches)?;
    let table = finish(path, &names, columns, options, true)?;
    let schema = Some(plain_schema(&schema));
    let format = FileFormat { kind, delimiter: None, compression: Compression::None, schema };
    Ok(TableFile { table, format, sha256, bytes })
}

fn digest(file: &mut File) -> io::Result<(String, u64)> {
    let mut reader = Digesting::new(file);
    let mut buffer = vec![0; 256 << 10];
    while reader.read(&mut buffer)? > 0 {}
    reader.inner.rewind()?;
    Ok(reader.finish())
}

fn first_bytes(file: &mut File) -> io::Result<[u8; 6]> {
    let mut start = [0; 6];
    let mut filled = 0;
    while filled < start.len() {
        match file.read(&mut start[filled..])? {
            0 => break,
            count => filled += count,
        }
    }
    file.rewind()?;
    Ok(start)
}

/// Checks the frame of a file and opens it.
fn open(origin: Origin<'_>, mut file: File, kind: FormatKind) -> Result<(SchemaRef, Batches), ReadError> {
    match kind {
        FormatKind::Parquet => parquet_footer::check(origin, &mut file)?,
        FormatKind::ArrowStream => arrow_container::check_stream(origin, &mut file)?,
        _ => arrow_container::check_file(origin, &mut file)?,
    }
    file.rewind().map_err(|source| origin.io(source))?;
    let damaged = |damage| origin.damaged(damage);
    Ok(match kind {
        FormatKind::Parquet => {
            let (schema, batches) = open_parquet(origin, file)?;
            (schema, Box::new(batches))
        }
        FormatKind::ArrowStream => {
            let reader = guarded(|| StreamReader::try_new(BufReader::new(file), None)).map_err(damaged)?;
            (reader.schema(), Box::new(reader))
        }
        _ => {
            let reader = guarded(|| FileReader::try_new(BufReader::new(file), None)).map_err(damaged)?;
            (reader.schema(), Box::new(reader))
        }
    })
}

fn open_parquet(origin: Origin<'_>, file: File) -> Result<(SchemaRef, ParquetRecordBatchReader), ReadError> {
    let damaged = |damage| origin.damaged(damage);
    let builder = guarded(|| ParquetRecordBatchReaderBuilder::try_new(file).map_err(ArrowError::from));
    let builder = builder.map_err(damaged)?;
    let schema = builder.schema().clone();
    check_types(origin.path, &schema)?;
    origin.check_cells(declared_cells(builder.metadata(), schema.fields().len()))?;
    let reader = guarded(|| builder.with_batch_size(BATCH_ROWS).build().map_err(ArrowError::from));
    Ok((schema, reader.map_err(damaged)?))
}

fn declared_cells(metadata: &ParquetMetaData, columns: usize) -> u64 {
    let rows = metadata.row_groups().iter().map(|group| u64::try_from(group.num_rows()).unwrap_or(0));
    rows.fold(0_u64, u64::saturating_add).saturating_mul(columns as u64)
}

/// Gathers all batches.
fn codes(origin: Origin<'_>, columns: usize, mut batches: Batches) -> Result<Vec<ColumnCodes>, ReadError> {
    let mut gathered: Vec<ColumnCodes> = (0..columns).map(|_| ColumnCodes::default()).collect();
    let damaged = |damage| origin.damaged(damage);
    let mut cells = 0_u64;
    let checked = std::iter::from_fn(|| {
        let batch = guarded(|| batches.next().transpose()).map_err(damaged).transpose()?;
        Some(batch.and_then(|batch| {
            // What is decoded counts, whatever was declared.
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

fn check_types(path: &Path, schema: &Schema) -> Result<(), ReadError> {
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

/// The values of a column as texts, coded within the batch; nulls are the empty text.
fn labels(array: &ArrayRef) -> Result<ColumnCodes, ArrowError> {
    let text = cast(&cast(array, &without_offset(array.data_type()))?, &DataType::Utf8)?;
    let mut codes = ColumnCodes::default();
    text.as_string::<i32>().iter().for_each(|value| codes.push(value.unwrap_or_default()));
    Ok(codes)
}
