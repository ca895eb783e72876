//! Rows as batches of typed columns.

use crate::WriteError;
use crate::atomic::arrow_error;
use crate::column_type::{universal, without_offset};
use crate::in_order::map_in_order;
use crate::output::{Output, OutputColumn};
use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{
    Array, ArrayRef, DictionaryArray, Float64Array, Int32Array, RecordBatch, StringArray, UInt32Array,
};
use arrow_cast::{CastOptions, cast, cast_with_options};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use arrow_select::take::take;
use incog_data::ValueType;
use std::ops::Range;
use std::sync::Arc;

const BATCH_ROWS: usize = 64 << 10;

/// The labels of every column as arrays of the type in which they are written.
pub(crate) struct TypedTable<'a> {
    output: &'a Output<'a>,
    schema: SchemaRef,
    columns: Vec<TypedColumn<'a>>,
}

struct TypedColumn<'a> {
    codes: &'a [u32],
    /// One label for each code; null for labels that are not in use.
    labels: ArrayRef,
    /// For a column that is written as a dictionary.
    coded: Option<Coded>,
}

/// The dictionary of a column: only labels in use, one dictionary for all batches, as an Arrow file demands.
struct Coded {
    values: ArrayRef,
    /// For each code the place of its label; null for the empty one.
    keys: Int32Array,
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
            let codes = places.clone().map(|place| Some(column.codes[self.output.rows.get(place)])).collect();
            column.array(&codes, field.data_type())
        });
        RecordBatch::try_new(self.schema.clone(), arrays.collect::<Result<_, _>>()?)
    }
}

fn typed_columns<'a>(output: &Output<'a>) -> Result<(Vec<Field>, Vec<TypedColumn<'a>>), ArrowError> {
    let (mut fields, mut typed) = (Vec::new(), Vec::new());
    for (column, used) in output.columns.iter().zip(output.used) {
        let like = output.options.schema.as_ref();
        let field =
            like.and_then(|schema| schema.fields().iter().find(|field| field.name().trim() == column.name));
        let value_type = output.options.types.get(column.name).copied();
        let field = field.filter(|_| value_type.is_none()).map(|field| &**field);
        let as_asked = value_type.and_then(|value_type| values(column, used, value_type));
        let (data_type, labels) = as_asked.map_or_else(|| typed_labels(column, used, field), Ok)?;
        let nullable = field.is_none_or(Field::is_nullable) || labels.null_count() > 0;
        let typed_column = TypedColumn::new(column.codes, labels, &data_type)?;
        fields.push(Field::new(column.name, typed_column.data_type(data_type), nullable));
        typed.push(typed_column);
    }
    Ok((fields, typed))
}

impl<'a> TypedColumn<'a> {
    fn new(codes: &'a [u32], labels: ArrayRef, data_type: &DataType) -> Result<Self, ArrowError> {
        let coded = match data_type {
            DataType::Dictionary(..) => Some(Coded::of(&labels)?),
            _ => None,
        };
        Ok(Self { codes, labels, coded })
    }

    /// The type as it was, with wider keys where there are more labels than its keys can count.
    fn data_type(&self, data_type: DataType) -> DataType {
        match (data_type, &self.coded) {
            (DataType::Dictionary(keys, values), Some(coded)) if coded.values.len() > most(&keys) => {
                DataType::Dictionary(Box::new(DataType::Int32), values)
            }
            (other, _) => other,
        }
    }

    fn array(&self, codes: &UInt32Array, data_type: &DataType) -> Result<ArrayRef, ArrowError> {
        let Some(coded) = &self.coded else { return take(&self.labels, codes, None) };
        let keys = take(&coded.keys, codes, None)?.as_primitive::<Int32Type>().clone();
        cast(&DictionaryArray::try_new(keys, coded.values.clone())?, data_type)
    }
}

impl Coded {
    fn of(labels: &ArrayRef) -> Result<Self, ArrowError> {
        let in_use: UInt32Array = (0..labels.len())
            .filter(|&label| labels.is_valid(label))
            .map(|label| Some(label as u32))
            .collect();
        let mut places = 0..;
        let keys = (0..labels.len()).map(|label| labels.is_valid(label).then(|| places.next()).flatten());
        Ok(Self { keys: keys.collect(), values: take(labels, &in_use, None)? })
    }
}

/// How many labels a dictionary with keys of this type can have.
fn most(keys: &DataType) -> usize {
    match keys {
        DataType::Int8 => 1 << 7,
        DataType::UInt8 => 1 << 8,
        DataType::Int16 => 1 << 15,
        DataType::UInt16 => 1 << 16,
        _ => usize::MAX,
    }
}

/// The labels in the type of `like` if each label in use is a value of that type and is read back unchanged,
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
    let data_type = universal(field.data_type());
    let values = match &data_type {
        DataType::Dictionary(_, values) => values.as_ref(),
        other => other,
    };
    let strict = CastOptions { safe: false, ..CastOptions::default() };
    let typed = match values {
        DataType::Null => None,
        values => cast_with_options(&text, &without_offset(values), &strict)
            .ok()
            .filter(|typed| reads_back(typed, &text))
            .and_then(|typed| cast(&typed, values).ok()),
    };
    Ok(typed.map_or((DataType::Utf8, text), |typed| (data_type.clone(), typed)))
}

/// The labels as values of a type, the empty ones and those that are not in use null; `None` where one is no value of the
/// type, or would be read back as another.
fn values(column: &OutputColumn<'_>, used: &[bool], value_type: ValueType) -> Option<(DataType, ArrayRef)> {
    let data_type = match value_type {
        ValueType::Integer => DataType::Int64,
        ValueType::Decimal => DataType::Float64,
        ValueType::Date => DataType::Date32,
        ValueType::Text => DataType::Utf8,
    };
    let told = |(&label, &used): (&&str, &bool)| (used && !label.is_empty()).then(|| label.to_owned());
    let text: ArrayRef = Arc::new(column.labels.iter().zip(used).map(told).collect::<StringArray>());
    if value_type == ValueType::Decimal {
        let number = |label: &str| label.parse::<f64>().ok().filter(|number| number.to_string() == label);
        let labels = text.as_string::<i32>().iter();
        let numbers = labels.map(|label| label.map_or(Some(None), |label| number(label).map(Some)));
        let numbers: Float64Array = numbers.collect::<Option<Vec<Option<f64>>>>()?.into();
        return Some((data_type, Arc::new(numbers)));
    }
    let strict = CastOptions { safe: false, ..CastOptions::default() };
    let typed =
        cast_with_options(&text, &data_type, &strict).ok().filter(|typed| reads_back(typed, &text))?;
    Some((data_type, typed))
}

fn reads_back(typed: &ArrayRef, text: &ArrayRef) -> bool {
    cast(typed, &DataType::Utf8).is_ok_and(|again| again.as_string::<i32>() == text.as_string::<i32>())
}
