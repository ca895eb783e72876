//! How often each value of a table occurs.

use crate::{Column, CountedTable};
use rayon::prelude::*;

/// A table with the records that have each value of each column, counted once for all who ask.
///
/// ```
/// use incog_data::{Table, ValueCounts};
/// let table = Table::from_rows(["sex", "town"], [["f", "Bonn"], ["f", ""]], &[""])?;
/// let counts = ValueCounts::new(&table);
/// assert_eq!((counts.of_column(0), counts.of_column(1)), (&[2][..], &[1, 1][..]));
/// assert_eq!(counts.present(1), 1);
/// # Ok::<(), incog_data::TableError>(())
/// ```
#[derive(Debug, Clone)]
pub struct ValueCounts<'t> {
    table: CountedTable<'t>,
    of_column: Vec<Vec<u64>>,
}

/// How likely two records that are drawn have the same value: the sum of squared shares of the
/// records that have each code.
///
/// ```
/// assert_eq!(incog_data::chance_to_agree(&[1, 3]), 0.0625 + 0.5625);
/// ```
pub fn chance_to_agree(of_code: &[u64]) -> f64 {
    let records = of_code.iter().sum::<u64>() as f64;
    of_code.iter().map(|&count| (count as f64 / records).powi(2)).sum()
}

/// What is likelier than this by chance says nothing about two columns.
const CHANCE: f64 = 1e-6;

/// Whether chance alone could make all records that share a value agree in another column.
///
/// `of_code` has the records of each code of the other column. Of `draws` records, the first with
/// each of `values` different values agrees with nothing. Each other one agrees with the
/// [chance](chance_to_agree) that two records do.
///
/// ```
/// // Two answers, each of 50 records: three groups agree by chance hardly ever, 90 groups may.
/// assert!(!incog_data::may_agree_by_chance(&[50, 50], 100, 3));
/// assert!(incog_data::may_agree_by_chance(&[50, 50], 100, 90));
/// ```
pub fn may_agree_by_chance(of_code: &[u64], draws: u64, values: u64) -> bool {
    chance_to_agree(of_code).powf(draws.saturating_sub(values) as f64) > CHANCE
}

impl<'t> ValueCounts<'t> {
    /// Counts the values of a table.
    pub fn new(table: impl Into<CountedTable<'t>>) -> Self {
        let table: CountedTable<'t> = table.into();
        let columns = table.table().columns().par_iter();
        Self { table, of_column: columns.map(|column| table.counts().by_value(column)).collect() }
    }

    /// The table.
    pub fn table(&self) -> CountedTable<'t> {
        self.table
    }

    /// The columns, each with the records that have each of its codes.
    pub fn columns(&self) -> impl ExactSizeIterator<Item = (&'t Column, &[u64])> {
        self.table.table().columns().iter().zip(self.of_column.iter().map(Vec::as_slice))
    }

    /// The records that have each code of a column, which is given by its place.
    ///
    /// # Panics
    /// If there is no such column.
    pub fn of_column(&self, column: usize) -> &[u64] {
        &self.of_column[column]
    }

    /// How many values of a column occur, without what is missing.
    ///
    /// # Panics
    /// If there is no such column.
    pub fn present(&self, column: usize) -> usize {
        let is_missing = |code: u32| self.table.table().columns()[column].is_missing(code);
        (0u32..).zip(self.of_column(column)).filter(|(code, count)| **count > 0 && !is_missing(*code)).count()
    }
}
