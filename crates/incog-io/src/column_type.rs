//! What is kept of the types of a Parquet or Arrow file.
//!
//! A file says more about itself than its types: the index of pandas, comments, the name of a time
//! zone. None of that is kept, so none of it can reach a file that is written like this one.
//!
//! A timestamp with a time zone is an instant, whatever the zone is called; its zone only says how
//! it was shown somewhere. It is read and written in universal time, so that what is published does
//! not depend on a database of time zones. A timestamp without a zone is the reading of some clock
//! and stays one.
//!
//! Nor is anything kept that a library works out from how many values a column has, or where they
//! stand: a dictionary has keys of at least 32 bits however few they are, as those of pandas tell
//! whether there were more than 127 values, and texts are texts and no views of a buffer that the
//! rows share, as these tell which rows had one original value.

use arrow_schema::{DataType, Field, Schema, SchemaRef};
use std::sync::Arc;

/// The zone with which instants are written.
const UNIVERSAL: &str = "UTC";
/// The zone UTC as an offset, which arrow-rs can parse and format without a database of zones.
const NO_OFFSET: &str = "+00:00";

/// The schema without metadata, of types in which values are written.
pub(crate) fn plain_schema(schema: &Schema) -> SchemaRef {
    let field =
        |field: &Field| Field::new(field.name(), written_type(field.data_type()), field.is_nullable());
    Arc::new(Schema::new(schema.fields().iter().map(|each| field(each)).collect::<Vec<_>>()))
}

/// The type in which values are written: instants in universal time, texts that share nothing, wide
/// keys of dictionaries.
pub(crate) fn written_type(data_type: &DataType) -> DataType {
    match in_zone(data_type, UNIVERSAL) {
        DataType::Dictionary(keys, values) => {
            DataType::Dictionary(Box::new(wide(&keys)), Box::new(written_type(&values)))
        }
        DataType::Utf8View => DataType::Utf8,
        DataType::BinaryView => DataType::Binary,
        other => other,
    }
}

/// The type with the zone of instants written as an offset of nothing.
pub(crate) fn without_offset(data_type: &DataType) -> DataType {
    in_zone(data_type, NO_OFFSET)
}

/// A number of a floating-point type as it stands in tables: whole ones without `.0`, as they stand
/// in texts and workbooks.
pub(crate) fn plain_number(text: &str) -> &str {
    text.strip_suffix(".0").unwrap_or(text)
}

/// Whether values of a type are floating-point numbers.
pub(crate) fn is_floating(data_type: &DataType) -> bool {
    match data_type {
        DataType::Dictionary(_, values) => is_floating(values),
        other => other.is_floating(),
    }
}

/// Whether values of a type are texts.
pub(crate) fn is_text(data_type: &DataType) -> bool {
    match data_type {
        DataType::Dictionary(_, values) => is_text(values),
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => true,
        _ => false,
    }
}

/// Keys of at least 32 bits, so that there are enough for whatever labels there are.
fn wide(keys: &DataType) -> DataType {
    match keys {
        DataType::Int8 | DataType::Int16 => DataType::Int32,
        DataType::UInt8 | DataType::UInt16 => DataType::UInt32,
        other => other.clone(),
    }
}

fn in_zone(data_type: &DataType, zone: &str) -> DataType {
    match data_type {
        DataType::Timestamp(unit, Some(_)) => DataType::Timestamp(*unit, Some(zone.into())),
        DataType::Dictionary(keys, values) => {
            DataType::Dictionary(keys.clone(), Box::new(in_zone(values, zone)))
        }
        other => other.clone(),
    }
}
