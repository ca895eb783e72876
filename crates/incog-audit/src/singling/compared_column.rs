//! One of the columns by which rows are compared, with an index of the rows that agree with one.

use super::{Blur, PublishedColumn};
use crate::numbers::{numbers_or_days, says_something};
use incog_data::Column;

/// Stands for a cell that says nothing.
const SILENT: u32 = u32::MAX;

/// Sums of multiples are rounded: so small a share of the reach is added to it.
const ROUNDING: f64 = 1e-9;

/// The values of a column by row, and the rows that may be taken for one another by them.
pub(super) enum ComparedColumn {
    /// Values that are known as they are published.
    Kinds {
        /// The code of each row.
        of_row: Vec<u32>,
        /// The rows of each code.
        rows_of: Vec<Vec<u32>>,
        /// Whether chance replaces some of them.
        is_replaced: bool,
    },
    /// Numbers or days that are known within a reach.
    Numbers {
        /// The number of each row; not a number where the cell has none.
        of_row: Vec<f64>,
        /// The rows that have a number, in the order of these.
        in_order: Vec<u32>,
        /// The reach.
        blur: Blur,
    },
}

impl ComparedColumn {
    pub fn new(published: PublishedColumn<'_>, rows: usize) -> Self {
        let (column, blur) = (published.column, published.blur);
        match blur {
            Blur::None => Self::kinds(column, rows, false),
            Blur::Replaced(_) => Self::kinds(column, rows, true),
            Blur::Numbers(_) | Blur::Share(_) | Blur::Multiples(_) | Blur::Days { .. } => {
                let read = numbers(column);
                Self::numbers((0..rows).map(|row| read[column.codes.at(row) as usize]).collect(), blur)
            }
        }
    }

    /// The days between the dates of two columns that are moved together.
    pub fn days_between(first: &Column, second: &Column, rows: usize) -> Self {
        let (from, to) = (numbers(first), numbers(second));
        Self::numbers(
            (0..rows)
                .map(|row: usize| to[second.codes.at(row) as usize] - from[first.codes.at(row) as usize])
                .collect(),
            Blur::Numbers(0.0),
        )
    }

    fn kinds(column: &Column, rows: usize, is_replaced: bool) -> Self {
        let silent: Vec<bool> =
            (0..column.dictionary.len() as u32).map(|code| !says_something(column, code)).collect();
        let code = |row: usize| match column.codes.at(row) {
            code if silent[code as usize] => SILENT,
            code => code,
        };
        let of_row: Vec<u32> = (0..rows).map(code).collect();
        let mut rows_of = vec![Vec::new(); if is_replaced { 0 } else { column.dictionary.len() }];
        for (row, &code) in (0u32..).zip(&of_row) {
            rows_of.get_mut(code as usize).into_iter().for_each(|rows: &mut Vec<u32>| rows.push(row));
        }
        Self::Kinds { of_row, rows_of, is_replaced }
    }

    fn numbers(of_row: Vec<f64>, blur: Blur) -> Self {
        let mut in_order: Vec<u32> =
            (0u32..).zip(&of_row).filter(|one| !one.1.is_nan()).map(|one| one.0).collect();
        in_order.sort_by(|one, other| of_row[*one as usize].total_cmp(&of_row[*other as usize]));
        Self::Numbers { of_row, in_order, blur }
    }

    /// Whether a row has a value here that somebody may know.
    pub fn has_value(&self, row: usize) -> bool {
        match self {
            Self::Kinds { of_row, .. } => of_row[row] != SILENT,
            Self::Numbers { of_row, .. } => !of_row[row].is_nan(),
        }
    }

    /// Whether chance replaces values of this column.
    pub fn is_replaced(&self) -> bool {
        matches!(self, Self::Kinds { is_replaced: true, .. })
    }

    /// Whether another row agrees with what is known of a row: anything where nothing is.
    pub fn agrees(&self, row: usize, other: usize) -> bool {
        match self {
            _ if !self.has_value(row) => true,
            Self::Kinds { of_row, .. } => of_row[row] == of_row[other],
            Self::Numbers { of_row, blur, .. } => {
                (of_row[row] - of_row[other]).abs() <= reach(*blur, of_row[row])
            }
        }
    }

    /// The rows that agree with a row; none where all may.
    pub fn candidates(&self, row: usize) -> Option<&[u32]> {
        match self {
            _ if !self.has_value(row) => None,
            Self::Kinds { is_replaced: true, .. } => None,
            Self::Kinds { of_row, rows_of, .. } => Some(&rows_of[of_row[row] as usize]),
            Self::Numbers { of_row, in_order, blur } => {
                let (number, reach) = (of_row[row], reach(*blur, of_row[row]));
                Some(
                    &in_order[in_order.partition_point(|other: &u32| number - of_row[*other as usize] > reach)
                        ..in_order.partition_point(|other: &u32| of_row[*other as usize] - number <= reach)],
                )
            }
        }
    }
}

fn reach(blur: Blur, number: f64) -> f64 {
    blur.reach(number) * (1.0 + ROUNDING)
}

/// The number or the day of each value; not a number where it is neither.
fn numbers(column: &Column) -> Vec<f64> {
    let read = numbers_or_days(column).into_iter().zip(0u32..);
    let number = |(number, code): (Option<f64>, u32)| number.filter(|_| says_something(column, code));
    read.map(|one| number(one).unwrap_or(f64::NAN)).collect()
}
