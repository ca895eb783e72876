//! From the rows of a sheet to columns of codes.

use super::cell_text::{column_letters, day_text, number_text};
use crate::SheetFault;
use crate::column_codes::ColumnCodes;
use crate::value_kinds::{Kind, Kinds};
use arrow_schema::Field;
use calamine::{DataRef, ExcelDateTime};
use std::collections::VecDeque;

/// A cell that has something in it: its column, its text, and what it is; an empty text has no
/// kind.
pub(super) type Filled = (u32, String, Option<Kind>);

/// The columns of the rows so far.
#[derive(Default)]
pub(super) struct Sheet {
    columns: Vec<SheetColumn>,
    rows: usize,
    /// The last rows, which may be sums and notes below the table.
    held: VecDeque<(u32, Vec<Filled>)>,
}

struct SheetColumn {
    /// Its place in the sheet, counted from 0.
    place: u32,
    name: String,
    codes: ColumnCodes,
    kinds: Kinds,
}

impl Sheet {
    /// Whether the first row has come.
    pub fn has_columns(&self) -> bool {
        !self.columns.is_empty()
    }

    /// Cells so far.
    pub fn cells(&self) -> u64 {
        (self.columns.len() as u64).saturating_mul(self.rows as u64)
    }

    /// Begins the columns: with the names in a row, or as many as it has cells.
    pub fn begin(&mut self, row: &[Filled], header: bool) {
        let column = |(number, (place, text, _)): (usize, &Filled)| SheetColumn {
            place: *place,
            name: if header { text.trim().to_owned() } else { format!("column_{}", number + 1) },
            codes: ColumnCodes::default(),
            kinds: Kinds::default(),
        };
        self.columns = row.iter().enumerate().map(column).collect();
    }

    /// Adds the row that so many rows come after, once they have come.
    pub fn hold(&mut self, number: u32, row: &[Filled], last: usize) -> Result<(), SheetFault> {
        if last == 0 {
            return self.push(number, row);
        }
        self.held.push_back((number, row.to_vec()));
        if self.held.len() <= last {
            return Ok(());
        }
        self.held.pop_front().map_or(Ok(()), |(number, row)| self.push(number, &row))
    }

    /// Adds a row, whose number is for messages.
    fn push(&mut self, number: u32, row: &[Filled]) -> Result<(), SheetFault> {
        let names = self.columns.len();
        let is_below_title = self.rows == 0 && (names == 1 || 2 * names <= row.len());
        let outside = |place: u32| SheetFault::Outside {
            row: number + 1,
            column: column_letters(place),
            is_below_title,
        };
        let mut cells = row.iter().peekable();
        for column in &mut self.columns {
            let here = cells.next_if(|(place, ..)| *place == column.place);
            let (text, kind) = here.map_or(("", None), |(_, text, kind)| (text, *kind));
            column.codes.push(text);
            column.kinds.note(kind);
            if let Some((place, ..)) = cells.peek().filter(|(place, ..)| *place < column.place) {
                return Err(outside(*place));
            }
        }
        self.rows += 1;
        cells.next().map_or(Ok(()), |(place, ..)| Err(outside(*place)))
    }

    /// Names and types, and the columns.
    pub fn finish(self) -> (Vec<Field>, Vec<ColumnCodes>) {
        let whole =
            |column: SheetColumn| (Field::new(column.name, column.kinds.data_type(), true), column.codes);
        self.columns.into_iter().map(whole).unzip()
    }
}

/// What a cell says; `None` when it is blank.
pub(super) fn filled(place: u32, value: &DataRef<'_>) -> Option<Filled> {
    let (text, kind) = match value {
        DataRef::Empty => return None,
        DataRef::Int(number) => (number.to_string(), Kind::Other),
        DataRef::Float(number) => (number_text(*number), Kind::Other),
        DataRef::String(text) => (text.clone(), Kind::Text),
        DataRef::SharedString(text) => ((*text).to_owned(), Kind::Text),
        DataRef::Bool(truth) => (truth.to_string(), Kind::Other),
        DataRef::DateTime(time) => moment(*time),
        DataRef::DateTimeIso(text) => iso_moment(text),
        DataRef::DurationIso(text) => (text.clone(), Kind::Text),
        DataRef::Error(error) => (error.to_string(), Kind::Text),
    };
    let kind = (!text.is_empty()).then_some(kind);
    Some((place, text, kind))
}

/// A day as `2001-02-03`, also where midnight stands behind it.
fn iso_moment(text: &str) -> (String, Kind) {
    let day = text.strip_suffix("T00:00:00").unwrap_or(text);
    (day.to_owned(), if day.contains('T') { Kind::Text } else { Kind::Other })
}

/// A day as `2001-02-03`, a moment as `2001-02-03T04:05:06`, a time of day or a duration as its
/// number of days.
fn moment(time: ExcelDateTime) -> (String, Kind) {
    if time.is_duration() || time.as_f64() < 1.0 {
        return (number_text(time.as_f64()), Kind::Other);
    }
    let (year, month, day, hour, minute, second, milli) = time.to_ymd_hms_milli();
    let day = day_text(year, month, day);
    match (hour, minute, second, milli) {
        (0, 0, 0, 0) => (day, Kind::Other),
        (_, _, _, 0) => (format!("{day}T{hour:02}:{minute:02}:{second:02}"), Kind::Text),
        _ => (format!("{day}T{hour:02}:{minute:02}:{second:02}.{milli:03}"), Kind::Text),
    }
}
