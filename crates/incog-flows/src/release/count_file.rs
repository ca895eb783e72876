//! The file of counts.

use crate::counts::{FlowTable, PublishedCount};
use crate::error::FlowsError;
use crate::facts::clock::FlowClock;
use crate::facts::grid::{FlowGrid, FlowSquare};
use incog_data::{Column, ColumnBuilder, Table, ValueType};
use incog_io::{OutputColumn, ReadError, ReadOptions, WriteOptions, read_table, sha256_of_file, write_table};
use std::path::Path;

/// The band of a count of all bands.
const ALL_BANDS: &str = "all";

/// The columns, with degrees or with metres.
const COLUMNS: [[&str; 9]; 2] = [
    [
        "table",
        "band",
        "from",
        "to",
        "objects",
        "from_longitude",
        "from_latitude",
        "to_longitude",
        "to_latitude",
    ],
    ["table", "band", "from", "to", "objects", "from_x", "from_y", "to_x", "to_y"],
];

/// How counts are written.
#[derive(Debug, Clone, Copy)]
pub struct CountFile {
    /// The squares.
    pub grid: FlowGrid,
    /// The bands.
    pub clock: FlowClock,
}

/// A row as it was read: texts that are no count are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountRow {
    /// Its cells.
    pub cells: [String; 5],
}

impl CountFile {
    /// Writes all counts; the ending of the name chooses the format.
    pub fn write(self, path: &Path, counts: &[PublishedCount]) -> Result<(), FlowsError> {
        let names = COLUMNS[usize::from(self.grid.parallel.is_none())];
        let mut columns = names.map(ColumnBuilder::new);
        for count in counts {
            columns.iter_mut().zip(self.row(count)).for_each(|(column, cell)| column.push(&cell));
        }
        let columns: Vec<Column> = columns.into_iter().map(|column| column.finish(&[])).collect();
        let outputs: Vec<OutputColumn<'_>> = columns.iter().map(Into::into).collect();
        let decimals = names[5..].iter().map(|name| ((*name).to_owned(), ValueType::Decimal));
        let types = decimals.chain([("objects".to_owned(), ValueType::Integer)]).collect();
        write_table(path, &outputs, None, &WriteOptions { force: true, types, ..WriteOptions::default() })?;
        Ok(())
    }

    fn row(self, count: &PublishedCount) -> [String; 9] {
        let PublishedCount { table, key, objects } = count;
        let band = key.band.map_or_else(|| ALL_BANDS.to_owned(), |band| self.clock.name(band));
        let [x, y] = self.centre(key.origin());
        let (to, [to_x, to_y]) = match table {
            FlowTable::Presence => Default::default(),
            _ => (self.grid.name(key.destination()), self.centre(key.destination())),
        };
        [table.name().into(), band, self.grid.name(key.origin()), to, objects.to_string(), x, y, to_x, to_y]
    }

    fn centre(self, square: FlowSquare) -> [String; 2] {
        let digits = if self.grid.parallel.is_some() { 6 } else { 1 };
        self.grid.point(square, [0.5, 0.5]).map(|part| format!("{part:.digits$}"))
    }
}

/// Reads the rows of a file of counts.
pub fn read_rows(path: &Path) -> Result<Vec<CountRow>, FlowsError> {
    let table = read_table(path, &ReadOptions::default())?.table;
    let columns: Vec<Option<&Column>> = COLUMNS[0][..5].iter().map(|name| table.column(name)).collect();
    Ok((0..rows_of(&table)).map(|row| CountRow { cells: cells(&columns, row) }).collect())
}

/// The SHA-256 of a file of counts.
pub fn digest(path: &Path) -> Result<String, FlowsError> {
    sha256_of_file(path).map_err(|fault| ReadError::File { path: path.to_owned(), fault }.into())
}

fn rows_of(table: &Table) -> usize {
    table.columns().first().map_or(0, |column| column.codes.len())
}

/// The cells of a row; empty where the file has no such column.
fn cells(columns: &[Option<&Column>], row: usize) -> [String; 5] {
    std::array::from_fn(|place| columns[place].map(|column| column.value(row).to_owned()).unwrap_or_default())
}
