//! Whether the rows of a release are sorted by their values.

use incog_data::{Column, Table, ValueType};
use std::cmp::Ordering;

/// The first row that should be before the row above it, counted from 1 without the header.
pub(super) fn first_unsorted(table: &Table) -> Option<usize> {
    let columns: Vec<Ordered<'_>> = table.columns().iter().map(Ordered::new).collect();
    let compare =
        |row: usize| columns.iter().map(|column| column.compare(row - 1, row)).find(|order| order.is_ne());
    (1..table.rows()).find(|&row| compare(row) == Some(Ordering::Greater)).map(|row| row + 1)
}

/// A column whose values are compared by size when all are numbers, else as texts.
struct Ordered<'a> {
    column: &'a Column,
    numbers: Option<Vec<f64>>,
}

impl<'a> Ordered<'a> {
    fn new(column: &'a Column) -> Self {
        let used = column.used();
        let told = column.dictionary.iter().zip(used).filter(|(value, used)| *used && !value.is_empty());
        let is_number = ValueType::infer(told.map(|(value, _)| value)).is_number();
        let number = |value: &str| value.trim().parse().unwrap_or(f64::INFINITY);
        Self { column, numbers: is_number.then(|| column.dictionary.iter().map(number).collect()) }
    }

    fn compare(&self, above: usize, below: usize) -> Ordering {
        let (above, below) = (self.column.codes.at(above), self.column.codes.at(below));
        let by_size = self
            .numbers
            .as_ref()
            .map_or(Ordering::Equal, |numbers| numbers[above as usize].total_cmp(&numbers[below as usize]));
        by_size.then_with(|| self.column.dictionary.get(above).cmp(self.column.dictionary.get(below)))
    }
}
