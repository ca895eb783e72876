//! A table in a file whose rows stand for several records.

use crate::DisclosureError;
use crate::InputError;
use crate::job::{CountedColumns, JobError, JobProblem, Place, Terms, nearest};
use crate::treated_table::treated;
use incog_data::{Column, DictionaryBuilder, RecordCounts, Table};
use incog_io::limits::most_unpacked;
use incog_io::sha256_of_text;
use std::collections::HashSet;
use std::path::Path;

/// A table as it stands in a file, with what the file says of its rows.
#[derive(Debug, Clone, PartialEq)]
pub struct CountedFile {
    /// The columns of the records.
    pub table: Table,
    /// How many records each row stands for; `None` where each is one.
    counts: Option<Vec<u32>>,
    /// The number of each row in the engine that has the same table.
    pub numbers: Option<Vec<i64>>,
}

impl CountedFile {
    /// Takes the columns out of a table that are about its rows.
    pub fn new(path: &Path, table: Table, columns: Option<&CountedColumns>) -> Result<Self, DisclosureError> {
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

    /// The table with its columns treated as the terms say.
    pub fn treated(self, terms: &Terms) -> Result<Self, DisclosureError> {
        let table = treated(terms, self.table, self.counts.as_deref().into())?;
        Ok(Self { table, ..self })
    }

    /// How many records each row stands for.
    pub fn counts(&self) -> RecordCounts<'_> {
        self.counts.as_deref().into()
    }

    /// Sorts the rows by their texts, so that nothing of the order in which an engine gave them is
    /// left.
    pub fn in_order(self) -> Result<Self, DisclosureError> {
        let ranks: Vec<Vec<u32>> = self.table.columns().iter().map(ranks).collect();
        let key = |row: u32| ranks.iter().map(move |of_column| of_column[row as usize]);
        let mut rows: Vec<u32> = (0..self.table.rows() as u32).collect();
        rows.sort_by(|&one, &other| key(one).cmp(key(other)));
        let columns = self.table.columns().iter().map(|column| rewritten(column, &rows)).collect();
        let counts = self.counts.map(|counts| rows.iter().map(|&row| counts[row as usize]).collect());
        let numbers = self.numbers.map(|numbers| rows.iter().map(|&row| numbers[row as usize]).collect());
        Ok(Self { table: Table::new(columns)?, counts, numbers })
    }

    /// The table with its records one by one, however many these are.
    pub fn all_records(&self) -> Table {
        let of_row = |row: usize| std::iter::repeat_n(row, self.counts().at(row) as usize);
        self.table.with_rows(&(0..self.table.rows()).flat_map(of_row).collect::<Vec<_>>())
    }

    /// The table with its records one by one.
    ///
    /// A few rows can stand for any number of records, so these are no more than what a file of
    /// that size may hold.
    pub fn records(self, path: &Path) -> Result<Table, DisclosureError> {
        let Some(counts) = &self.counts else { return Ok(self.table) };
        let (records, columns) = (self.counts().sum(counts.len()), self.table.columns().len().max(1) as u64);
        let most = most_unpacked(4 * columns * counts.len() as u64) / columns;
        if records > most {
            return Err(DisclosureError::Input(InputError::TooManyRecords {
                path: path.to_owned(),
                records,
                most,
            }));
        }
        let of_row = |(row, count): (usize, &u32)| std::iter::repeat_n(row, *count as usize);
        Ok(self.table.with_rows(&counts.iter().enumerate().flat_map(of_row).collect::<Vec<_>>()))
    }
}

/// The SHA-256 of the text of a table whose rows stand for several records, in the order of their
/// texts: the names of the columns in a line; then for each row its count, and its cells. A cell is
/// the number of its bytes, a colon and its text, or `-` where it is missing.
pub fn digest(counted: &CountedFile) -> Result<String, DisclosureError> {
    let counted = counted.clone().in_order()?;
    let cell = |text: &str| format!("\t{}:{text}", text.len());
    let mut text: String = counted.table.columns().iter().map(|column| cell(&column.name)).collect();
    for row in 0..counted.table.rows() {
        text += &format!("\n{}", counted.counts().at(row));
        for column in counted.table.columns() {
            text += &if column.is_missing(column.codes.at(row)) {
                "\t-".to_owned()
            } else {
                cell(column.value(row))
            };
        }
    }
    Ok(sha256_of_text(&text))
}

/// The place of each row among the values of a column, what is missing first.
fn ranks(column: &Column) -> Vec<u32> {
    let mut codes: Vec<u32> = (0..column.dictionary.len() as u32).collect();
    codes.sort_by_key(|&code| (!column.is_missing(code), column.dictionary.get(code)));
    let mut rank = vec![0; codes.len()];
    (0u32..).zip(codes).for_each(|(place, code)| rank[code as usize] = place);
    column.codes.iter().map(|code| rank[code as usize]).collect()
}

/// These rows of a column, as if it had been read in that order.
fn rewritten(column: &Column, rows: &[u32]) -> Column {
    let (mut values, mut new) = (DictionaryBuilder::default(), vec![None; column.dictionary.len()]);
    let mut code = |row: &u32| {
        let old = column.codes.at(*row as usize);
        *new[old as usize].get_or_insert_with(|| values.insert(column.dictionary.get(old)))
    };
    let codes = rows.iter().map(&mut code).collect();
    let mut missing: Vec<u32> = column.missing.iter().filter_map(|&code| new[code as usize]).collect();
    missing.sort_unstable();
    Column {
        name: column.name.clone(),
        value_type: column.value_type,
        dictionary: values.finish(),
        codes,
        missing,
    }
}

fn counts_in(path: &Path, column: &Column) -> Result<Vec<u32>, DisclosureError> {
    let what = "a number of records, from 1 to 4294967294";
    each(path, column, what, |text| text.parse().ok().filter(|count| (1..u32::MAX).contains(count)))
}

fn numbers_in(path: &Path, column: &Column) -> Result<Vec<i64>, DisclosureError> {
    let what = "a whole number that no other row has";
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
) -> Result<Vec<T>, DisclosureError> {
    let of_code: Vec<Option<T>> = column.dictionary.iter().map(|text| read(text.trim())).collect();
    let of_row = |(place, code): (usize, u32)| {
        of_code[code as usize].ok_or_else(|| refused(path, column, place, what))
    };
    column.codes.iter().enumerate().map(of_row).collect()
}

/// What a row does not say. It says something of few records, so it is not shown.
fn refused(path: &Path, column: &Column, place: usize, expected: &'static str) -> DisclosureError {
    DisclosureError::Input(InputError::NotOfARow {
        path: path.to_owned(),
        column: column.name.clone(),
        row: place + 1,
        expected,
    })
}

/// The column that a job names.
pub fn known_column<'t>(table: &'t Table, name: &str) -> Result<&'t Column, DisclosureError> {
    table.column(name).ok_or_else(|| {
        let nearest = nearest(name, table.columns().iter().map(|column| column.name.as_str()));
        JobError::new(Place::default(), JobProblem::UnknownColumn { column: name.to_owned(), nearest }).into()
    })
}
