//! What is kept of the types of a Parquet or Arrow file.
//!
//! A file says more of itself than its types: the index of pandas, comments, the name of a time zone.
//! None of that is kept, so that nothing of it can reach a file that is written like this one.
//!
//! A timestamp with a time zone is an instant, whatever the zone is called; its zone says how it was shown
//! somewhere. It is read, and written, in universal time: what is published then depends on no database of
//! time zones. A timestamp without a zone is a reading of some clock and stays one.

use arrow_schema::{DataType, Field, Schema, SchemaRef};
use std::sync::Arc;

/// The zone instants are written with.
const UNIVERSAL: &str = "UTC";
/// The same as an offset, which arrow-rs can parse and format without a database of zones.
const NO_OFFSET: &str = "+00:00";

/// The schema without metadata, its instants in universal time.
pub(crate) fn plain_schema(schema: &Schema) -> SchemaRef {
    let field = |field: &Field| Field::new(field.name(), universal(field.data_type()), field.is_nullable());
    Arc::new(Schema::new(schema.fields().iter().map(|each| field(each)).collect::<Vec<_>>()))
}

/// The type with the zone of instants written as `UTC`.
pub(crate) fn universal(data_type: &DataType) -> DataType {
    in_zone(data_type, UNIVERSAL)
}

/// The type with the zone of instants written as an offset of nothing.
pub(crate) fn without_offset(data_type: &DataType) -> DataType {
    in_zone(data_type, NO_OFFSET)
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
