//! Proofs that no release loses less.

pub(crate) mod attribute;
pub(crate) mod boxes;
pub(crate) mod fault;
pub(crate) mod file;
pub(crate) mod kept_columns;
pub(crate) mod lattice;
pub(crate) mod prices;
