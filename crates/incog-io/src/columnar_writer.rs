//! Rows as Parquet or Arrow IPC.

use crate::atomic::{Target, arrow_error, parquet_error};
use crate::in_order::map_in_order;
use crate::output::{OutputColumn, Rows};
use crate::write::WriteOptions;
use crate::{FormatKind, WriteError};
use arrow::array::{Array, ArrayRef, AsArray, RecordBatch, StringArray, UInt32Array};
use arrow::compute::{CastOptions, cast, cast_with_options, take};
use arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use arrow::error::ArrowError;
use arrow::ipc::writer::FileWriter;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

const BATCH_ROWS: usize = 64 << 10;
/// Rows of a Parquet row group; a writer holds one group in memory.
const GROUP_ROWS: usize = 256 << 10;

/// Writes the rows as a file of the given kind.
pub(crate) fn write(
    path: &Path,
    target: &mut Target,
    kind: FormatKind,
    columns: &[OutputColumn<'_>],
    used: &[Vec<bool>],
    rows: Rows<'_>,
    options: &WriteOptions,
) -> Result<(), WriteError> {
    let arrow = |source| arrow_error(path, source);
    let table = TypedTable::new(columns, used, rows, options.schema.as_ref()).map_err(arrow)?;
    if kind == FormatKind::Parquet {
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_max_row_group_row_count(Some(GROUP_ROWS))
            .build();
        let parquet = |source| parquet_error(path, source);
        let mut writer =
            ArrowWriter::try_new(target, table.schema.clone(), Some(properties)).map_err(parquet)?;
        table.for_each_batch(path, |batch| writer.write(&batch).map_err(parquet))?;
        return writer.close().map(drop).map_err(parquet);
    }
    let mut writer = FileWriter::try_new(target, &table.schema).map_err(arrow)?;
    table.for_each_batch(path, |batch| writer.write(&batch).map_err(arrow))?;
    writer.finish().map_err(arrow)
}

/// The labels of every column as arrays of the type they are written in.
struct TypedTable<'a> {
    schema: SchemaRef,
    columns: Vec<(&'a [u32], ArrayRef)>,
    rows: Rows<'a>,
}

impl<'a> TypedTable<'a> {
    fn new(
        columns: &[OutputColumn<'a>],
        used: &[Vec<bool>],
        rows: Rows<'a>,
        like: Option<&SchemaRef>,
    ) -> Result<Self, ArrowError> {
        let (mut fields, mut arrays) = (Vec::new(), Vec::new());
        for (column, used) in columns.iter().zip(used) {
            let field = like
                .and_then(|schema| schema.fields().iter().find(|field| field.name().trim() == column.name));
            let (data_type, labels) = typed_labels(column, used, field.map(|field| &**field))?;
            let nullable = field.is_none_or(|field| field.is_nullable()) || labels.null_count() > 0;
            fields.push(Field::new(column.name, data_type, nullable));
            arrays.push((column.codes, labels));
        }
        let metadata = like.map(|schema| schema.metadata().clone()).unwrap_or_default();
        Ok(Self { schema: Arc::new(Schema::new_with_metadata(fields, metadata)), columns: arrays, rows })
    }

    fn for_each_batch(
        &self,
        path: &Path,
        mut consume: impl FnMut(RecordBatch) -> Result<(), WriteError>,
    ) -> Result<(), WriteError> {
        let make = |batch| self.batch(batch).map_err(|source| arrow_error(path, source));
        map_in_order(self.rows.batches(BATCH_ROWS).map(Ok), make, &mut consume)
    }

    fn batch(&self, places: Range<usize>) -> Result<RecordBatch, ArrowError> {
        let arrays = self.columns.iter().zip(self.schema.fields()).map(|((codes, labels), field)| {
            let codes: UInt32Array = places.clone().map(|place| Some(codes[self.rows.get(place)])).collect();
            let array = take(labels, &codes, None)?;
            if array.data_type() == field.data_type() { Ok(array) } else { cast(&array, field.data_type()) }
        });
        RecordBatch::try_new(self.schema.clone(), arrays.collect::<Result<_, _>>()?)
    }
}

/// The labels in the type of `like` if each one in use is a value of it and reads back the same,
/// otherwise as text. Labels that are not in use become null.
fn typed_labels(
    column: &OutputColumn<'_>,
    used: &[bool],
    like: Option<&Field>,
) -> Result<(DataType, ArrayRef), ArrowError> {
    let keep_empty = like.is_none_or(|field| !field.is_nullable());
    let cell = |(&label, &used): (&&str, &bool)| {
        (used && (keep_empty || !label.is_empty())).then_some(label.to_owned())
    };
    let text: ArrayRef = Arc::new(column.labels.iter().zip(used).map(cell).collect::<StringArray>());
    let Some(field) = like else { return Ok((DataType::Utf8, text)) };
    let data_type = field.data_type();
    let values = match data_type {
        // A dictionary is made batch by batch.
        DataType::Dictionary(_, values) => values.as_ref(),
        other => other,
    };
    let strict = CastOptions { safe: false, ..CastOptions::default() };
    let typed = match values {
        DataType::Null => None,
        values => cast_with_options(&text, values, &strict).ok().filter(|typed| reads_back(typed, &text)),
    };
    Ok(typed.map_or((DataType::Utf8, text), |typed| (data_type.clone(), typed)))
}

fn reads_back(typed: &ArrayRef, text: &ArrayRef) -> bool {
    cast(typed, &DataType::Utf8).is_ok_and(|again| again.as_string::<i32>() == text.as_string::<i32>())
}
