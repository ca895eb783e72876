//! The release: its promises, and the records behind its rows.

pub(crate) mod labels;
pub(crate) mod matching;
pub(crate) mod promises;
pub(crate) mod records;
