//! Which records of the input were published, where a class lost only some of its records.

use super::matching::{CommonColumn, Matching, match_records};
use crate::anonymize::{Draw, Lots};
use incog_audit::{Codes, Grouping};
use incog_data::{NarrowCodes, Table};

/// The tables in common codes.
pub(super) struct Common<'a> {
    /// The released columns by name.
    pub columns: &'a [(String, CommonColumn)],
    /// The columns that determine class and cell: quasi-identifiers, sensitive columns, and the provider.
    pub in_cells: Vec<&'a CommonColumn>,
    /// Published columns of which the release has only aggregates.
    pub aggregated: &'a [String],
    pub input: &'a Table,
    pub records: usize,
}

/// For each released record, its row in the input.
///
/// Where the tables alone leave that open, the rule of [`Draw`] decides: of the records of a class with the
/// same sensitive values those stay whose published content draws the smallest lot. `None` when the release was
/// not made by that rule.
pub(super) fn chosen_rows(common: &Common<'_>, draw: Option<&Draw>) -> Matching {
    let columns: Vec<&CommonColumn> = common.columns.iter().map(|(_, column)| column).collect();
    let all: Vec<u32> = (0..common.input.rows() as u32).collect();
    let matching = match_records(&columns, &all, common.records);
    let by_draw = || match_records(&columns, &drawn(common, draw?, &all), common.records).input_row_of;
    let rows = if matching.unmatched == 0 { matching.input_row_of.clone().or_else(by_draw) } else { None };
    Matching { input_row_of: rows, ..matching }
}

/// The input rows that the rule publishes: of every cell as many as the release has of it.
fn drawn(common: &Common<'_>, draw: &Draw, all: &[u32]) -> Vec<u32> {
    let codes: Vec<NarrowCodes> = common
        .in_cells
        .iter()
        .map(|column| all.iter().map(|&row| column.of_input(row)).chain(column.of_release()).collect())
        .collect();
    let codes: Vec<Codes<'_>> = codes
        .iter()
        .zip(&common.in_cells)
        .map(|(of_row, column)| Codes { of_row, values: column.values() })
        .collect();
    let cells = Grouping::by(&codes, all.len() + common.records);
    let (of_input, of_release) = cells.of_row.split_at(all.len());
    let counts = |of_row: &[u32]| {
        let mut counts = vec![0usize; cells.len()];
        of_row.iter().for_each(|&cell| counts[cell as usize] += 1);
        counts
    };
    let (there, mut quota) = (counts(of_input), counts(of_release));
    let released: Vec<usize> = (common.input.columns().iter().enumerate())
        .filter(|(_, column)| {
            let mut names = common.columns.iter().map(|(name, _)| name).chain(common.aggregated);
            names.any(|name| *name == column.name)
        })
        .map(|(place, _)| place)
        .collect();
    let lots = Lots::new(common.input, &released, draw);
    // Nothing is drawn where all records stay, or none.
    let is_drawn = |cell: u32| (1..there[cell as usize]).contains(&quota[cell as usize]);
    let lot = |row: u32, cell: u32| if is_drawn(cell) { lots.of(row) } else { 0 };
    let mut order: Vec<(u32, u64, u32)> =
        all.iter().zip(of_input).map(|(&row, &cell)| (cell, lot(row, cell), row)).collect();
    lots.sort(&mut order);
    let stays = order.into_iter().map(|(.., row)| row).filter(|&row| {
        let quota = &mut quota[of_input[row as usize] as usize];
        let stays = *quota > 0;
        *quota -= usize::from(stays);
        stays
    });
    stays.collect()
}
