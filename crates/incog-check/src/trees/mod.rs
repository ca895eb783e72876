//! Hierarchies.

pub(crate) mod hierarchy;
pub(crate) mod intervals;
pub(crate) mod rule;
