//! What a page draws of a release: its classes and its columns.

use super::{Distribution, released};
use incog_audit::Grouping;
use incog_data::CountedTable;
use rayon::prelude::*;

/// What is drawn of a release; it depends on the release alone.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// The size of each class, in the order of the release.
    pub class_sizes: Vec<u64>,
    /// The distribution of each column.
    pub distributions: Vec<Distribution>,
}

impl Picture {
    /// Draws the published records: without suppressed ones that are shown as `*`.
    pub fn new(records: CountedTable<'_>, is_quasi_identifier: impl Fn(&str) -> bool) -> Self {
        let (table, counts) = (records.table(), records.counts());
        let quasi_identifiers = table.columns().iter().filter(|column| is_quasi_identifier(&column.name));
        let class_sizes = Grouping::sizes_of_columns(quasi_identifiers, table.rows(), counts);
        let distributions = table.columns().par_iter().map(|column| released(column, counts)).collect();
        Self { class_sizes, distributions }
    }
}
