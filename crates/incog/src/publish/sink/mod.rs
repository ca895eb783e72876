//! Where releases go.

pub(in crate::publish) mod cluster_sink;
pub(in crate::publish) mod engine_medium;
pub(in crate::publish) mod file_sink;
pub(in crate::publish) mod in_parts;
pub(in crate::publish) mod memory_sink;
pub(in crate::publish) mod plan_sink;
pub(in crate::publish) mod preview;
pub(in crate::publish) mod release_outcome;
pub(in crate::publish) mod replacement_check;
