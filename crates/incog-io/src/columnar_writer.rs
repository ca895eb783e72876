//! Rows as batches of typed columns.

use crate::WriteError;
use crate::atomic::arrow_error;
use crate::column_type::is_text;
use crate::compact_rows::{BATCH_ROWS, KeptColumn, KeptRows};
use crate::ordered_threads::map_in_order;
use crate::output::{Output, OutputColumn};
use crate::typed_labels::{Labels, inferred, typed_labels, values};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use incog_data::{NarrowCodes, ValueType};
use std::ops::Range;
use std::sync::Arc;

/// The labels of every column as arrays of the type in which they are written.
pub(crate) struct TypedTable<'a> {
    output: &'a Output<'a>,
    schema: SchemaRef,
    columns: Vec<TypedColumn<'a>>,
}

struct TypedColumn<'a> {
    codes: &'a NarrowCodes,
    labels: Labels,
}

impl<'a> TypedTable<'a> {
    /// The columns in the types of the input, as far as their labels are values of these types.
    pub fn new(output: &'a Output<'a>) -> Result<Self, WriteError> {
        let (fields, columns) = typed_columns(output).map_err(|source| arrow_error(output.path, source))?;
        Ok(Self { output, schema: Arc::new(Schema::new(fields)), columns })
    }

    /// Names and types of what is written.
    pub fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    /// Makes batches on all cores, and hands them over in their order.
    pub fn for_each_batch(
        &self,
        mut consume: impl FnMut(RecordBatch) -> Result<(), WriteError>,
    ) -> Result<(), WriteError> {
        let make = |batch| self.batch(batch).map_err(|source| arrow_error(self.output.path, source));
        map_in_order(self.output.rows.batches(BATCH_ROWS).map(Ok), make, &mut consume)
    }

    fn batch(&self, places: Range<usize>) -> Result<RecordBatch, ArrowError> {
        let arrays = self.columns.iter().zip(self.schema.fields()).map(|(column, field)| {
            let codes = self.output.rows.codes(column.codes, places.clone());
            column.labels.array(&codes.into(), field.data_type())
        });
        RecordBatch::try_new(self.schema.clone(), arrays.collect::<Result<_, _>>()?)
    }

    /// The rows, to be kept when the source is gone.
    pub fn kept(self) -> KeptRows {
        let rows = self.output.rows;
        let column = |column: TypedColumn<'_>| {
            let codes = rows.batches(BATCH_ROWS).flat_map(|places| rows.codes(column.codes, places));
            KeptColumn { codes: codes.collect(), labels: column.labels }
        };
        let columns = self.columns.into_iter().map(column).collect();
        KeptRows::new(self.schema, rows.len(), columns)
    }
}

fn typed_columns<'a>(output: &'a Output<'a>) -> Result<(Vec<Field>, Vec<TypedColumn<'a>>), ArrowError> {
    let (mut fields, mut typed) = (Vec::new(), Vec::new());
    for (column, used) in output.columns.iter().zip(output.used) {
        let field = output.field(column.name);
        let (data_type, labels) = match output.options.labels.contains(column.name) {
            true => text_labels(column, used, field)?,
            false => typed_values(output, column, used, field)?,
        };
        // A label that is not in use is null, too, and says nothing of the column.
        let has_null = used.iter().enumerate().any(|(label, used)| *used && labels.is_null(label));
        let field = field.filter(|_| !output.options.types.contains_key(column.name));
        let nullable = field.is_none_or(Field::is_nullable) || has_null;
        let labels = Labels::new(labels, &column.labels, &data_type)?;
        fields.push(Field::new(column.name, data_type, nullable));
        typed.push(TypedColumn { codes: column.codes, labels });
    }
    Ok((fields, typed))
}

/// The cells of a column in the type that is asked for, in that of the input, or in one that gives
/// back all of them.
fn typed_values(
    output: &Output<'_>,
    column: &OutputColumn<'_>,
    used: &[bool],
    field: Option<&Field>,
) -> Result<(DataType, ArrayRef), ArrowError> {
    let value_type = output.options.types.get(column.name).copied();
    let field = field.filter(|_| value_type.is_none());
    let as_asked = value_type.and_then(|value_type| values(column, used, value_type)).or_else(|| {
        let is_open = field.map_or(output.options.infer_types, |field| *field.data_type() == DataType::Null);
        let says_nothing = is_open && value_type.is_none();
        says_nothing.then(|| inferred(column, used)).flatten()
    });
    as_asked.map_or_else(|| typed_labels(column, used, field), Ok)
}

/// The cells of a column of labels: in the type of the input if that is one of texts.
fn text_labels(
    column: &OutputColumn<'_>,
    used: &[bool],
    field: Option<&Field>,
) -> Result<(DataType, ArrayRef), ArrowError> {
    let of_values = field.filter(|field| !is_text(field.data_type()));
    let as_text = of_values.and_then(|_| values(column, used, ValueType::Text));
    as_text.map_or_else(|| typed_labels(column, used, field), Ok)
}
