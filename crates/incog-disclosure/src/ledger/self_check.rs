//! Whether a written release has the records that its ledger says.

use super::line::LedgerTerms;
use super::state::LedgerState;
use crate::DisclosureError;
use crate::LedgerError;
use incog_data::{Column, Table};
use std::collections::BTreeMap;

/// How many records look alike, by all that they show.
type Shown = BTreeMap<Vec<String>, u64>;

/// Checks that a written release shows everybody who is in it with the labels of her block and with
/// the values that she came with, and nobody else.
///
/// # Errors
/// When a column has other labels than the ledger, or records are missing or too many.
pub fn check_release(
    series: &LedgerTerms,
    state: &LedgerState,
    release: &Table,
) -> Result<(), DisclosureError> {
    for (place, column) in series.quasi_identifiers.iter().enumerate() {
        let mut expected: BTreeMap<&str, u64> = BTreeMap::new();
        for block in state.blocks.all() {
            *expected.entry(block.labels[place].as_str()).or_default() += block.people.len() as u64;
        }
        expected.retain(|_, people| *people > 0);
        let mut found: BTreeMap<&str, u64> = BTreeMap::new();
        let released = release.column(&column.name);
        released
            .into_iter()
            .flat_map(|column| (0..release.rows()).map(|row| column.value(row)))
            .for_each(|label| *found.entry(label).or_default() += 1);
        if found != expected {
            return Err(LedgerError::OtherLabels { column: column.name.clone() }.into());
        }
    }
    if expected(series, state) == found(series, release) {
        Ok(())
    } else {
        Err(LedgerError::OtherRelease.into())
    }
}

fn expected(series: &LedgerTerms, state: &LedgerState) -> Shown {
    let mut shown = Shown::new();
    for block in state.blocks.all() {
        for cells in block.people.values() {
            let labels = block.labels.iter().cloned();
            let cells = cells[..series.published_cells()].iter();
            let cells = cells.map(|cell| cell.as_deref().map(plain).unwrap_or_default());
            *shown.entry(labels.chain(cells).collect()).or_default() += 1;
        }
    }
    shown
}

fn found(series: &LedgerTerms, release: &Table) -> Shown {
    let labels = series.quasi_identifiers.iter().map(|column| release.column(&column.name));
    let labels: Vec<Option<&Column>> = labels.collect();
    let cells = series.cells().take(series.published_cells());
    let cells: Vec<Option<&Column>> = cells.map(|name| release.column(name)).collect();
    let mut shown = Shown::new();
    for row in 0..release.rows() {
        let labels = labels.iter().map(|column| column.map_or("", |column| column.value(row)).to_owned());
        let cells = cells.iter().map(|column| column.map_or(String::new(), |column| cell(column, row)));
        *shown.entry(labels.chain(cells).collect()).or_default() += 1;
    }
    shown
}

/// The value of a row as it is compared; nothing where it is missing.
fn cell(column: &Column, row: usize) -> String {
    if column.is_missing(column.codes.at(row)) { String::new() } else { plain(column.value(row)) }
}

/// A value as it is compared: typed files may write `1.50` as `1.5`.
fn plain(value: &str) -> String {
    let value = value.trim();
    value.parse::<f64>().map_or_else(|_| value.to_owned(), |number| number.to_string())
}
