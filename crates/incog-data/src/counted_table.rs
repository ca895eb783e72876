//! A table whose rows stand for records.

use crate::{Column, Table, code_counts};
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

/// How many records each row of something stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RecordCounts<'a>(Option<&'a [u32]>);

impl<'a> RecordCounts<'a> {
    /// Each row is one record.
    pub const ONE_EACH: Self = Self(None);

    /// Each row stands for its own number of records.
    pub fn of_rows(counts: &'a [u32]) -> Self {
        Self(Some(counts))
    }

    /// The number for each row; `None` where each row is one record.
    pub fn each(self) -> Option<&'a [u32]> {
        self.0
    }

    /// The records that a row stands for.
    pub fn at(self, row: usize) -> u64 {
        self.0.map_or(1, |counts| counts[row].into())
    }

    /// The records of this many rows, which are all there are.
    pub fn sum(self, rows: usize) -> u64 {
        self.0.map_or(rows as u64, |counts| counts.iter().map(|&count| u64::from(count)).sum())
    }

    /// How many records have each code of a column.
    pub fn by_value(self, column: &Column) -> Vec<u64> {
        self.by_code(&column.codes, column.dictionary.len())
    }

    /// How many records have each of `values` codes, which are given by row.
    pub fn by_code(self, codes: impl IntoIterator<Item = u32>, values: usize) -> Vec<u64> {
        let Some(counts) = self.0 else { return code_counts(codes, values) };
        let mut records = vec![0; values];
        codes.into_iter().zip(counts).for_each(|(code, &count)| records[code as usize] += u64::from(count));
        records
    }
}

impl<'a> From<Option<&'a [u32]>> for RecordCounts<'a> {
    fn from(counts: Option<&'a [u32]>) -> Self {
        Self(counts)
    }
}

/// A table whose rows stand for records: each for one, or, where the owner of the records has
/// grouped them already, each for a number of them. Rows may be equal to each other.
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
    counts: RecordCounts<'a>,
}

impl<'a> CountedTable<'a> {
    /// Each row of the table stands for so many records.
    ///
    /// # Errors
    /// When there is not one count for each row.
    pub fn new(table: &'a Table, counts: &'a [u32]) -> Result<Self, CountsError> {
        let (rows, found) = (table.rows(), counts.len());
        if found == rows {
            Ok(Self { table, counts: RecordCounts::of_rows(counts) })
        } else {
            Err(CountsError { counts: found, rows })
        }
    }

    /// A table with its counts, or with one record a row where there are none.
    ///
    /// # Errors
    /// As [`CountedTable::new`].
    pub fn with_counts(table: &'a Table, counts: RecordCounts<'a>) -> Result<Self, CountsError> {
        counts.0.map_or_else(|| Ok(table.into()), |counts| Self::new(table, counts))
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
        self.counts.sum(self.table.rows())
    }

    /// How many records its rows stand for.
    pub fn counts(self) -> RecordCounts<'a> {
        self.counts
    }

    /// The records that a row stands for.
    pub fn count(self, row: usize) -> u64 {
        self.counts.at(row)
    }
}

impl<'a> From<&'a Table> for CountedTable<'a> {
    fn from(table: &'a Table) -> Self {
        Self { table, counts: RecordCounts::ONE_EACH }
    }
}
