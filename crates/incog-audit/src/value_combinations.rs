//! Combinations of several sensitive values, as if they were the values of one attribute (HAEF
//! section 3.2).

use super::distance::Reference;
use super::grouping::Grouping;
use super::units::counts_by_code;
use incog_data::{Column, CountedTable};
use std::collections::HashMap;

/// The codes of combinations, in the order in which they are met. All markers of missing values
/// count as one value.
#[derive(Default)]
pub(super) struct CombinationCodes(HashMap<Vec<Option<String>>, u32>);

/// The combination of each row of a table.
pub(super) struct CodedRows {
    groups: Grouping,
    of_group: Vec<u32>,
}

impl CombinationCodes {
    /// The combinations of these rows.
    pub fn of_rows(&mut self, columns: &[&Column], rows: &[u32]) -> Vec<u32> {
        rows.iter().map(|&row| self.code(columns, row as usize)).collect()
    }

    /// The combination of each row of a table.
    pub fn of_table(&mut self, columns: &[&Column], rows: usize) -> CodedRows {
        let groups = Grouping::of_columns(columns.iter().copied(), rows);
        CodedRows { of_group: self.of_rows(columns, &groups.representatives), groups }
    }

    /// How many records, or people of `unit`, of a table have each combination that is known.
    pub fn reference(&self, rows: &CodedRows, table: CountedTable<'_>, unit: Option<&Column>) -> Reference {
        let of_row = rows.groups.of_row.iter().map(|&group| rows.of_group[group as usize]);
        Reference::new(counts_by_code(of_row, self.0.len(), table.counts(), unit), None, None)
    }

    fn code(&mut self, columns: &[&Column], row: usize) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(columns.iter().map(|column| known_value(column, row)).collect()).or_insert(next)
    }
}

/// The value of a row, if it is not missing.
fn known_value(column: &Column, row: usize) -> Option<String> {
    (!column.is_missing(column.codes.at(row))).then(|| column.value(row).to_owned())
}
