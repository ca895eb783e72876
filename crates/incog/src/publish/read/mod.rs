//! Reading the tables of jobs.

pub(in crate::publish) mod counted_columns;
pub(in crate::publish) mod counted_file;
pub(in crate::publish) mod counted_rows;
pub(in crate::publish) mod engine_session;
pub(in crate::publish) mod named_values;
pub(in crate::publish) mod read_input;
