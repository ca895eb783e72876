//! From lines to columns of codes; a key may come late, or be left out.

use super::key_orders::KeyOrders;
use super::line::{Line, Value};
use crate::JsonFault;
use crate::column_codes::ColumnCodes;
use crate::key_lines::KeyLines;
use crate::limits::MOST_COLUMNS;
use crate::value_kinds::{Kind, Kinds};
use arrow_schema::Field;
use std::collections::HashMap;

/// The columns of the lines so far.
#[derive(Default)]
pub(super) struct Gathered {
    pub rows: usize,
    columns: Vec<KeyColumn>,
    orders: KeyOrders,
    /// The place of each column, by its name.
    places: HashMap<String, usize>,
}

/// The values of one key. Rows in which the key has not come again are missing at the end.
struct KeyColumn {
    name: String,
    codes: ColumnCodes,
    kinds: Kinds,
}

/// Why lines are not taken.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum TooMuch {
    Fault(JsonFault),
    Columns(usize),
    Cells,
}

impl Gathered {
    /// Adds a line, if the table then has at most so many cells.
    pub fn push(&mut self, line: Line<'_>, most_cells: u64) -> Result<(), TooMuch> {
        let places: Vec<usize> = line.0.iter().map(|(key, _)| self.place(key.0.trim())).collect();
        self.check(self.rows + 1, most_cells)?;
        for ((key, value), &place) in line.0.iter().zip(&places) {
            let column = &mut self.columns[place];
            if column.codes.rows() > self.rows {
                return Err(TooMuch::Fault(JsonFault::Twice { column: key.0.trim().to_owned() }));
            }
            column.codes.pad(self.rows);
            column.codes.push(value.text());
            column.kinds.note(kind_of(value));
        }
        self.orders.note(places);
        self.rows += 1;
        Ok(())
    }

    /// Adds the lines of a later part of the text, if the table then has at most so many cells.
    pub fn append(&mut self, later: Self, most_cells: u64) -> Result<(), TooMuch> {
        let places: Vec<usize> = later.columns.iter().map(|column| self.place(&column.name)).collect();
        self.check(self.rows + later.rows, most_cells)?;
        self.orders.append(later.orders, &places);
        for (column, place) in later.columns.into_iter().zip(places) {
            let known = &mut self.columns[place];
            known.codes.pad(self.rows);
            known.codes.append(column.codes);
            known.kinds.add(column.kinds);
        }
        self.rows += later.rows;
        Ok(())
    }

    /// How many lines have the key of each column.
    pub fn key_lines(&self) -> KeyLines {
        let with = self.columns.iter().zip(self.orders.lines_with(self.columns.len()));
        let with = with.map(|(column, lines)| (column.name.clone(), lines)).collect();
        KeyLines { lines: self.rows as u64, with }
    }

    /// Names and types, and the columns, in the order of [`KeyOrders::ranks`].
    pub fn finish(self) -> (Vec<Field>, Vec<ColumnCodes>) {
        let rows = self.rows;
        let names: Vec<&str> = self.columns.iter().map(|column| &*column.name).collect();
        let ranks = self.orders.ranks(&names);
        let whole = |mut column: KeyColumn| {
            column.codes.pad(rows);
            (Field::new(column.name, column.kinds.data_type(), true), column.codes)
        };
        let mut columns: Vec<(usize, KeyColumn)> = ranks.into_iter().zip(self.columns).collect();
        columns.sort_by_key(|(rank, _)| *rank);
        columns.into_iter().map(|(_, column)| whole(column)).unzip()
    }

    fn place(&mut self, name: &str) -> usize {
        if let Some(&place) = self.places.get(name) {
            return place;
        }
        let place = self.columns.len();
        let (codes, kinds) = (ColumnCodes::default(), Kinds::default());
        self.columns.push(KeyColumn { name: name.to_owned(), codes, kinds });
        self.places.insert(name.to_owned(), place);
        place
    }

    /// A line of a few bytes may leave ten thousand keys out.
    fn check(&self, rows: usize, most_cells: u64) -> Result<(), TooMuch> {
        let columns = self.columns.len();
        if columns > MOST_COLUMNS {
            return Err(TooMuch::Columns(columns));
        }
        let cells = (rows as u64).saturating_mul(columns as u64);
        if cells > most_cells { Err(TooMuch::Cells) } else { Ok(()) }
    }
}

fn kind_of(value: &Value<'_>) -> Option<Kind> {
    match value {
        Value::Null => None,
        Value::Text(_) => Some(Kind::Text),
        Value::Truth(_) | Value::Number(_) => Some(Kind::Other),
    }
}
