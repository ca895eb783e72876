//! Reads texts: JSON, tables, digests, and the order of values.

pub(crate) mod json;
mod json_values;
pub(crate) mod order;
pub(crate) mod sha256;
pub(crate) mod table;
