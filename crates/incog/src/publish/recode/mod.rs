//! The release that a decision describes, made.

pub(in crate::publish) mod automatic_bases;
pub(in crate::publish) mod class_aggregates;
pub(in crate::publish) mod counted_parts;
pub(in crate::publish) mod published_columns;
pub(in crate::publish) mod quantile_codes;
pub(in crate::publish) mod recoding;
pub(in crate::publish) mod released_table;
pub(in crate::publish) mod retained_rows;
pub(in crate::publish) mod row_order;
