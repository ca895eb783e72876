//! A table in a file whose rows stand for several records.

use super::input::known_column;
use crate::IncogError;
use crate::job::CountedColumns;
use incog_data::{Column, RecordCounts, Table};
use incog_io::limits::most_unpacked;
use std::collections::HashSet;
use std::path::Path;

/// A table as it stands in a file, with what the file says of its rows.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CountedFile {
    /// The columns of the records.
    pub table: Table,
    /// How many records each row stands for; `None` where each is one.
    counts: Option<Vec<u32>>,
    /// The number of each row in the engine that has the same table.
    pub numbers: Option<Vec<i64>>,
}

impl CountedFile {
    /// Takes the columns out of a table that are about its rows.
    pub fn of(path: &Path, table: Table, columns: Option<&CountedColumns>) -> Result<Self, IncogError> {
        let Some(CountedColumns { counts, numbers }) = columns else {
            return Ok(Self { table, counts: None, numbers: None });
        };
        let counts_of_rows = counts_in(path, known_column(&table, counts)?)?;
        let numbers_of_rows = match numbers {
            Some(numbers) => Some(numbers_in(path, known_column(&table, numbers)?)?),
            None => None,
        };
        let is_of_records =
            |column: &Column| &column.name != counts && Some(&column.name) != numbers.as_ref();
        let table = Table::new(table.into_columns().into_iter().filter(is_of_records).collect())?;
        Ok(Self { table, counts: Some(counts_of_rows), numbers: numbers_of_rows })
    }

    /// How many records each row stands for.
    pub fn counts(&self) -> RecordCounts<'_> {
        self.counts.as_deref().into()
    }

    /// The table with its records one by one.
    ///
    /// A few rows can stand for any number of records, so these are no more than what a file of that size may hold.
    pub fn records(self, path: &Path) -> Result<Table, IncogError> {
        let Some(counts) = &self.counts else { return Ok(self.table) };
        let (records, columns) = (self.counts().sum(counts.len()), self.table.columns().len().max(1) as u64);
        let most = most_unpacked(4 * columns * counts.len() as u64) / columns;
        if records > most {
            return Err(IncogError::TooManyRecords { path: path.to_owned(), records, most });
        }
        let of_row = |(row, count): (usize, &u32)| std::iter::repeat_n(row, *count as usize);
        Ok(self.table.with_rows(&counts.iter().enumerate().flat_map(of_row).collect::<Vec<_>>()))
    }
}

fn counts_in(path: &Path, column: &Column) -> Result<Vec<u32>, IncogError> {
    let what = "a number of records, which is a whole number from 1 to 4294967294";
    each(path, column, what, |text| text.parse().ok().filter(|count| (1..u32::MAX).contains(count)))
}

fn numbers_in(path: &Path, column: &Column) -> Result<Vec<i64>, IncogError> {
    let what = "the number of a row, which is a whole number that no other row has";
    let numbers = each(path, column, what, |text| text.parse::<i64>().ok())?;
    let mut seen = HashSet::with_capacity(numbers.len());
    match numbers.iter().position(|number| !seen.insert(*number)) {
        None => Ok(numbers),
        Some(place) => Err(refused(path, column, place, what)),
    }
}

/// What each row says, by its code.
fn each<T: Copy>(
    path: &Path,
    column: &Column,
    what: &'static str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>, IncogError> {
    let of_code: Vec<Option<T>> = column.dictionary.iter().map(|text| read(text.trim())).collect();
    let of_row = |(place, &code): (usize, &u32)| {
        of_code[code as usize].ok_or_else(|| refused(path, column, place, what))
    };
    column.codes.iter().enumerate().map(of_row).collect()
}

/// What a row does not say. It says something of few records, so it is not shown.
fn refused(path: &Path, column: &Column, place: usize, expected: &'static str) -> IncogError {
    IncogError::NotOfARow { path: path.to_owned(), column: column.name.clone(), row: place + 1, expected }
}
