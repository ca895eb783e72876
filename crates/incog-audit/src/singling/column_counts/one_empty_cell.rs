//! Rows with one empty cell, each in another column: whoever rates all others leaves out herself.

use super::LookedAt;
use crate::grouping::Codes;
use crate::numbers::says_something;
use crate::singling::thresholds::ONE_EMPTY_CELL;
use crate::singling::{Known, SingledOut, Singling};
use incog_data::NarrowCodes;

impl LookedAt<'_> {
    /// The records whose only empty cell is in a column where few others have theirs, where these
    /// are most records.
    pub fn one_empty_cell(&self) -> Option<SingledOut> {
        let columns: Vec<&Known<'_>> = self.columns.iter().filter(|known| known.is_exact()).collect();
        let is_empty = |known: &Known<'_>, row: usize| {
            let column = known.published.column;
            !says_something(column, column.codes.at(row))
        };
        // From 1 the column of the only empty cell; 0 where there is none, or there are several.
        let only_empty = |row: usize| {
            let mut empty = (1u32..).zip(&columns).filter(|(_, known)| is_empty(known, row));
            empty.next().filter(|_| empty.next().is_none()).map_or(0, |(place, _)| place)
        };
        let of_row: NarrowCodes = (0..self.crowd.rows).map(only_empty).collect();
        let codes = Codes { of_row: &of_row, values: columns.len() + 1 };
        let records = self.crowd.fewer_by(self.least, &[codes], |row| of_row.at(row) > 0);
        if u128::from(records) * u128::from(ONE_EMPTY_CELL) <= u128::from(self.records) {
            return None;
        }
        let used = (1u32..).zip(&columns).filter(|(place, _)| of_row.iter().any(|code| code == *place));
        let used: Vec<&Known<'_>> = used.map(|(_, known)| *known).collect();
        Some(self.found(Singling::OneEmptyCell, &used, records))
    }
}
