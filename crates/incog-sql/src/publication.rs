//! A release of a counted table, as an engine can make it.

use crate::SqlError;
use crate::released_domain::{LabelType, ReleasedColumn, Shown};
use incog_data::{Column, Table};
use std::collections::HashMap;

/// Some records of a counted row, which are published alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublicationPart {
    /// The number of the row in the counted table.
    pub number: i64,
    /// How many of its records.
    pub records: u32,
    /// With which labels, see [`Publication::labels`].
    pub labels: u32,
}

/// A release of a counted table: which records are published, and how. It tells nothing of the
/// others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publication {
    /// Its columns.
    pub columns: Vec<ReleasedColumn>,
    /// The different combinations of labels: one each for the columns that need labels, in their
    /// order. `None` is `NULL`.
    pub labels: Vec<Vec<Option<String>>>,
    /// The parts, in the order of the release.
    pub parts: Vec<PublicationPart>,
    /// The columns by which people may be known.
    pub quasi_identifiers: Vec<String>,
    /// How many classes there are: groups of records that are alike in all quasi-identifiers.
    pub classes: u64,
    /// How many records the smallest class has; 0 where nothing is published.
    pub smallest: u64,
}

/// A release whose rows are parts of counted rows.
#[derive(Debug, Clone, Copy)]
pub struct CountedRelease<'a> {
    /// What it shows.
    pub table: &'a Table,
    /// For each of its rows, the row of the counted table, from 0.
    pub rows: &'a [u32],
    /// For each of its rows, how many records it stands for.
    pub records: &'a [u32],
    /// Its columns that are texts whatever they say, such as labels of any level.
    pub texts: &'a [String],
}

impl Publication {
    /// What an engine has to make of a counted table whose rows have these numbers.
    /// `quasi_identifiers` are columns of the release; a name of no column stands for nothing.
    ///
    /// # Errors
    /// When a row of the release is none of the counted table.
    ///
    /// # Panics
    /// When the release has not one row and one count for each of its rows.
    pub fn new(
        release: CountedRelease<'_>,
        counted: &Table,
        numbers: &[i64],
        quasi_identifiers: Vec<String>,
    ) -> Result<Self, SqlError> {
        let number = |(place, row): (usize, &u32)| {
            numbers.get(*row as usize).copied().ok_or(SqlError::NoCountedRow { row: place + 1 })
        };
        let numbers = release.rows.iter().enumerate().map(number).collect::<Result<Vec<_>, _>>()?;
        let of_column = |column: &Column| ReleasedColumn {
            name: column.name.clone(),
            shown: match release.texts.contains(&column.name) {
                true => Shown::Labels(LabelType::Text),
                false => Shown::new(column, counted.column(&column.name), release.rows),
            },
        };
        let columns: Vec<ReleasedColumn> = release.table.columns().iter().map(of_column).collect();
        let labelled: Vec<(&Column, Shown)> = release
            .table
            .columns()
            .iter()
            .zip(&columns)
            .map(|(column, published)| (column, published.shown))
            .filter(|(_, shown)| shown.labels().is_some())
            .collect();
        let (mut labels, mut place_of) = (Vec::new(), HashMap::new());
        let mut parts = Vec::with_capacity(numbers.len());
        for (row, (&number, &records)) in numbers.iter().zip(release.records).enumerate() {
            let shown: Vec<Option<&str>> =
                labelled.iter().map(|(column, shown)| shown.label(column, column.codes.at(row))).collect();
            let place = *place_of.entry(shown).or_insert_with_key(|shown| {
                labels.push(shown.iter().map(|label| label.map(str::to_owned)).collect());
                labels.len() as u32 - 1
            });
            parts.push(PublicationPart { number, records, labels: place });
        }
        let mut quasi_identifiers = quasi_identifiers;
        quasi_identifiers.retain(|name| release.table.column(name).is_some());
        let (classes, smallest) = classes(release, &quasi_identifiers);
        Ok(Self { columns, labels, parts, quasi_identifiers, classes, smallest })
    }

    /// How many records are published.
    pub fn records(&self) -> u64 {
        self.parts.iter().map(|part| u64::from(part.records)).sum()
    }
}

/// How many groups there are that are alike in these columns, and the records of the smallest.
fn classes(release: CountedRelease<'_>, columns: &[String]) -> (u64, u64) {
    let columns: Vec<&Column> = columns.iter().filter_map(|name| release.table.column(name)).collect();
    let mut groups: HashMap<Vec<u32>, u64> = HashMap::new();
    for (row, &records) in release.records.iter().enumerate() {
        let codes = columns.iter().map(|column| column.one_missing(column.codes.at(row))).collect();
        *groups.entry(codes).or_default() += u64::from(records);
    }
    (groups.len() as u64, groups.into_values().min().unwrap_or(0))
}
