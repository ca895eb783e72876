//! What a page draws of a release: its classes and its columns.

use super::{Distribution, released};
use incog_audit::Grouping;
use incog_data::Table;

/// What is drawn of a release; it depends on the release alone.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Picture {
    /// The size of each class, in the order of the release.
    pub class_sizes: Vec<u64>,
    /// The distribution of each column.
    pub distributions: Vec<Distribution>,
}

impl Picture {
    /// Draws the published records: without suppressed ones that are shown as `*`.
    pub fn of(records: &Table, is_quasi_identifier: impl Fn(&str) -> bool) -> Self {
        let columns = records.columns().iter();
        let quasi_identifiers = columns.filter(|column| is_quasi_identifier(&column.name));
        let grouping = Grouping::of_columns(quasi_identifiers, records.rows());
        let mut class_sizes = vec![0; grouping.len()];
        grouping.of_row.iter().for_each(|&class| class_sizes[class as usize] += 1);
        Self { class_sizes, distributions: records.columns().iter().map(released).collect() }
    }
}
