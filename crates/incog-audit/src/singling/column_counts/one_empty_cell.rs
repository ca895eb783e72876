//! Rows with one empty cell, each in another column, as where people rate all others.

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
        let exact = self.columns.iter().filter(|known| known.is_exact());
        let partly_empty: Vec<(&Known<'_>, Vec<bool>)> = exact
            .map(|known| (known, empty_codes(known)))
            .filter(|(_, empty)| empty.contains(&true))
            .collect();
        // From 1 the column of the only empty cell; 0 where there is none, or there are several.
        let only_empty = |row: usize| {
            let mut found = (1u32..)
                .zip(&partly_empty)
                .filter(|(_, (known, empty))| empty[known.published.column.codes.at(row) as usize]);
            found.next().filter(|_| found.next().is_none()).map_or(0, |(place, _)| place)
        };
        let of_row: NarrowCodes = (0..self.crowd.rows).map(only_empty).collect();
        let codes = Codes { of_row: &of_row, values: partly_empty.len() + 1 };
        let records = self.crowd.fewer_by(self.least, &[codes], |row| of_row.at(row) > 0);
        if u128::from(records) * u128::from(ONE_EMPTY_CELL) <= u128::from(self.records) {
            return None;
        }
        let used = (1u32..).zip(&partly_empty).filter(|(place, _)| of_row.iter().any(|code| code == *place));
        let used: Vec<&Known<'_>> = used.map(|(_, (known, _))| *known).collect();
        Some(self.found(Singling::OneEmptyCell, &used, records))
    }
}

/// For each code, whether records have it and it says nothing.
fn empty_codes(known: &Known<'_>) -> Vec<bool> {
    let codes = (0u32..).zip(&known.of_code);
    codes.map(|(code, records)| *records > 0 && !says_something(known.published.column, code)).collect()
}
