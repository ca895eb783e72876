//! Parquet and Arrow IPC into columns of codes.

use crate::column_codes::ColumnCodes;
use crate::column_type::{plain_schema, without_offset};
use crate::digest::Digesting;
use crate::format::{Compression, Ending, FileFormat};
use crate::in_order::map_in_order;
use crate::read::{ReadOptions, TableFile, finish};
use crate::{FormatKind, ReadError};
use arrow::array::{ArrayRef, AsArray, RecordBatch};
use arrow::compute::cast;
use arrow::datatypes::{DataType, Int32Type, SchemaRef};
use arrow::error::ArrowError;
use arrow::ipc::reader::{FileReader, StreamReader};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use std::path::Path;

const BATCH_ROWS: usize = 16 << 10;
type Batches = Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>> + Send>;

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
    let format_name = if kind == FormatKind::Parquet { "Parquet" } else { "Arrow IPC" };
    let damaged = |source| ReadError::Columnar { path: path.into(), format: format_name, source };
    let (schema, batches) = open(file, kind).map_err(damaged)?;
    check_types(path, &schema)?;
    let names: Vec<String> = schema.fields().iter().map(|field| field.name().trim().to_owned()).collect();
    let mut columns: Vec<ColumnCodes> = names.iter().map(|_| ColumnCodes::default()).collect();
    map_in_order(
        batches,
        |batch| batch.columns().iter().map(labels).collect::<Result<Vec<_>, _>>(),
        |arrays| {
            for (column, array) in columns.iter_mut().zip(&arrays) {
                column.push(array.as_dictionary::<Int32Type>());
            }
            Ok(())
        },
    )
    .map_err(damaged)?;
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

fn open(file: File, kind: FormatKind) -> Result<(SchemaRef, Batches), ArrowError> {
    Ok(match kind {
        FormatKind::Parquet => {
            let builder = ParquetRecordBatchReaderBuilder::try_new(file)?;
            (builder.schema().clone(), Box::new(builder.with_batch_size(BATCH_ROWS).build()?))
        }
        FormatKind::ArrowStream => {
            let reader = StreamReader::try_new(BufReader::new(file), None)?;
            (reader.schema(), Box::new(reader))
        }
        _ => {
            let reader = FileReader::try_new(BufReader::new(file), None)?;
            (reader.schema(), Box::new(reader))
        }
    })
}

fn check_types(path: &Path, schema: &SchemaRef) -> Result<(), ReadError> {
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

/// The values of a column as texts, coded within the batch.
fn labels(array: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    let text = cast(&cast(array, &without_offset(array.data_type()))?, &DataType::Utf8)?;
    cast(&text, &DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8)))
}
