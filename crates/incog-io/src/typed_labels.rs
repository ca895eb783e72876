//! The labels of a column in the type in which they are written.

use crate::column_type::{is_floating, plain_number, without_offset, written_type};
use crate::output::OutputColumn;
use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrayRef, DictionaryArray, Float64Array, Int32Array, StringArray, UInt32Array};
use arrow_cast::{CastOptions, cast, cast_with_options};
use arrow_schema::{ArrowError, DataType, Field, TimeUnit};
use arrow_select::take::take;
use incog_data::ValueType;
use std::sync::Arc;

/// The labels of a column in its type.
#[derive(Debug)]
pub(crate) struct Labels {
    /// One label for each code; null for labels that are not in use.
    labels: ArrayRef,
    /// For a column that is written as a dictionary.
    coded: Option<Coded>,
}

/// The dictionary of a column: only labels in use, one dictionary for all batches, as an Arrow file
/// demands. A label stands in it once, whichever codes have it, and in the order of texts: keys
/// follow from the labels alone, and say nothing of the values behind them.
#[derive(Debug)]
struct Coded {
    values: ArrayRef,
    /// For each code the place of its label; null for the empty one.
    keys: Int32Array,
}

impl Labels {
    /// The labels of a column of this type, which are these texts.
    pub fn new(labels: ArrayRef, texts: &[&str], data_type: &DataType) -> Result<Self, ArrowError> {
        let coded = match data_type {
            DataType::Dictionary(..) => Some(Coded::new(&labels, texts)?),
            _ => None,
        };
        Ok(Self { labels, coded })
    }

    /// The labels of these codes.
    pub fn array(&self, codes: &UInt32Array, data_type: &DataType) -> Result<ArrayRef, ArrowError> {
        let Some(coded) = &self.coded else { return take(&self.labels, codes, None) };
        let keys = take(&coded.keys, codes, None)?.as_primitive::<Int32Type>().clone();
        cast(&DictionaryArray::try_new(keys, coded.values.clone())?, data_type)
    }
}

impl Coded {
    fn new(labels: &ArrayRef, texts: &[&str]) -> Result<Self, ArrowError> {
        let mut in_use: Vec<usize> = (0..labels.len()).filter(|&label| labels.is_valid(label)).collect();
        in_use.sort_unstable_by_key(|&label| texts[label]);
        let mut keys = vec![None; labels.len()];
        let mut distinct: Vec<u32> = Vec::new();
        for alike in in_use.chunk_by(|&a, &b| texts[a] == texts[b]) {
            alike.iter().for_each(|&label| keys[label] = Some(distinct.len() as i32));
            distinct.extend(alike.first().map(|&label| label as u32));
        }
        Ok(Self { keys: keys.into(), values: take(labels, &UInt32Array::from(distinct), None)? })
    }
}

/// The labels in the type of `like` if each label in use is a value of that type and is read back
/// unchanged, otherwise as text. Labels that are not in use become null.
pub(crate) fn typed_labels(
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
    let data_type = written_type(field.data_type());
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
    if let Some(typed) = typed {
        return Ok((data_type.clone(), typed));
    }
    // A number stays one, if of another kind: a mean of whole ones, `1.50` of a text.
    let number = values.is_numeric().then(|| first_of(column, used, number_types(column, used))).flatten();
    Ok(number.unwrap_or((DataType::Utf8, text)))
}

/// The labels as values of a type, the empty ones and those that are not in use null; `None` where
/// one is no value of the type, or would be read back as another.
pub(crate) fn values(
    column: &OutputColumn<'_>,
    used: &[bool],
    value_type: ValueType,
) -> Option<(DataType, ArrayRef)> {
    let data_type = match value_type {
        ValueType::Integer => DataType::Int64,
        ValueType::Decimal => DataType::Float64,
        ValueType::Date => DataType::Date32,
        ValueType::Text => DataType::Utf8,
    };
    if value_type != ValueType::Decimal {
        return typed(column, used, &data_type);
    }
    let number = |label: &str| label.parse::<f64>().ok().filter(|number| number.to_string() == label);
    let labels = told(column, used);
    let numbers = labels.iter().map(|label| label.map_or(Some(None), |label| number(label).map(Some)));
    let numbers: Float64Array = numbers.collect::<Option<Vec<Option<f64>>>>()?.into();
    Some((data_type, Arc::new(numbers)))
}

/// The labels in use, the empty ones null.
fn told(column: &OutputColumn<'_>, used: &[bool]) -> StringArray {
    let told = |(&label, &used): (&&str, &bool)| (used && !label.is_empty()).then(|| label.to_owned());
    column.labels.iter().zip(used).map(told).collect()
}

/// The labels as values of the first type that gives back every label that is in use, the empty
/// ones null; `None` where only text does, or where all of them are empty.
pub(crate) fn inferred(column: &OutputColumn<'_>, used: &[bool]) -> Option<(DataType, ArrayRef)> {
    let others = [DataType::Date32, DataType::Boolean, DataType::Timestamp(TimeUnit::Microsecond, None)];
    first_of(column, used, number_types(column, used).into_iter().chain(others))
}

/// The labels in the first type that gives back all of them, if any of them says something.
fn first_of(
    column: &OutputColumn<'_>,
    used: &[bool],
    types: impl IntoIterator<Item = DataType>,
) -> Option<(DataType, ArrayRef)> {
    if !column.labels.iter().zip(used).any(|(label, &used)| used && !label.is_empty()) {
        return None;
    }
    types.into_iter().find_map(|data_type| typed(column, used, &data_type))
}

/// The types that numbers may have: whole, floating-point, and where all have as many decimal
/// places, as amounts of money do, decimal.
fn number_types(column: &OutputColumn<'_>, used: &[bool]) -> Vec<DataType> {
    let labels = told(column, used);
    let places = |label: &str| label.split_once('.').map_or(0, |(_, places)| places.len());
    let mut all = labels.iter().flatten();
    let first = all.next().map_or(0, places);
    let longest = labels.iter().flatten().map(str::len).max().unwrap_or(0);
    let is_decimal = first > 0 && longest <= MOST_DECIMALS && all.all(|label| places(label) == first);
    let decimal = is_decimal.then(|| {
        let digits = if longest <= 18 { 18 } else { MOST_DECIMALS as u8 };
        DataType::Decimal128(digits, first as i8)
    });
    [DataType::Int64, DataType::Float64].into_iter().chain(decimal).collect()
}

/// Most digits of a decimal number.
const MOST_DECIMALS: usize = 38;

/// The labels in use as values of a type, the empty ones null, if each is read back unchanged.
fn typed(column: &OutputColumn<'_>, used: &[bool], data_type: &DataType) -> Option<(DataType, ArrayRef)> {
    let text: ArrayRef = Arc::new(told(column, used));
    let strict = CastOptions { safe: false, ..CastOptions::default() };
    let typed = cast_with_options(&text, data_type, &strict).ok().filter(|typed| reads_back(typed, &text))?;
    Some((data_type.clone(), typed))
}

/// Whether a reader gets these labels from the typed values.
fn reads_back(typed: &ArrayRef, text: &ArrayRef) -> bool {
    let is_floating = is_floating(typed.data_type());
    cast(typed, &DataType::Utf8).is_ok_and(|again| {
        let (again, text) = (again.as_string::<i32>(), text.as_string::<i32>());
        again.iter().zip(text).all(|(again, text)| {
            let again = again.map(|value| if is_floating { plain_number(value) } else { value });
            again == text
        })
    })
}
