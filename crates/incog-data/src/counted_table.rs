//! A table whose rows stand for records.

use crate::{Column, Table};
use thiserror::Error;

/// Why counts do not fit a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{counts} counts were given for {rows} rows")]
pub struct CountsError {
    /// Counts given.
    pub counts: usize,
    /// Rows of the table.
    pub rows: usize,
}

/// A table whose rows stand for records: each for one, or, where the owner of the records has grouped them already, each
/// for a number of them. Rows may be equal to each other.
///
/// ```
/// use incog_data::{CountedTable, Table};
/// let table = Table::from_rows(["age"], [["31"], ["34"]], &[])?;
/// assert_eq!(CountedTable::from(&table).records(), 2);
/// assert_eq!(CountedTable::new(&table, &[1_000, 2])?.records(), 1_002);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CountedTable<'a> {
    table: &'a Table,
    counts: Option<&'a [u32]>,
}

impl<'a> CountedTable<'a> {
    /// Each row of the table stands for so many records.
    ///
    /// # Errors
    /// When there is not one count for each row.
    pub fn new(table: &'a Table, counts: &'a [u32]) -> Result<Self, CountsError> {
        let (rows, found) = (table.rows(), counts.len());
        if found == rows {
            Ok(Self { table, counts: Some(counts) })
        } else {
            Err(CountsError { counts: found, rows })
        }
    }

    /// The table.
    pub fn table(self) -> &'a Table {
        self.table
    }

    /// The column with this name.
    pub fn column(self, name: &str) -> Option<&'a Column> {
        self.table.column(name)
    }

    /// The number of records.
    pub fn records(self) -> u64 {
        match self.counts {
            None => self.table.rows() as u64,
            Some(counts) => counts.iter().map(|&count| u64::from(count)).sum(),
        }
    }

    /// The records that a row stands for.
    pub fn count(self, row: usize) -> u64 {
        self.counts.map_or(1, |counts| counts[row].into())
    }
}

impl<'a> From<&'a Table> for CountedTable<'a> {
    fn from(table: &'a Table) -> Self {
        Self { table, counts: None }
    }
}
