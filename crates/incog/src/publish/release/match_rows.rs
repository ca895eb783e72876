//! Whether the rows of a written release are the records they are said to be.

use crate::IncogError;
use crate::SelfCheckError;
use crate::job::Role;
use crate::publish::prepare::bound_table::BoundTable;
use crate::publish::recode::recoding::{Recoded, ReleaseColumn};
use incog_data::Table;
use std::collections::HashSet;

/// Compares each row of the release, as read back, with what should have been written for the
/// record it was made from: its quasi-identifiers at their levels and its sensitive values. `rows`
/// says which records those are.
pub(in crate::publish) fn match_rows(
    input: &BoundTable,
    recoded: &Recoded<'_>,
    rows: &[u32],
    release: &Table,
) -> Result<(), IncogError> {
    if release.rows() != rows.len() {
        let row = release.rows().min(rows.len()) + 1;
        return Err(IncogError::SelfCheck(SelfCheckError::Unmatched { row, column: String::new() }));
    }
    let is_compared = |column: &&ReleaseColumn<'_>| {
        matches!(input.role(&column.name), Role::QuasiIdentifier | Role::Sensitive)
    };
    recoded.columns.iter().filter(is_compared).try_for_each(|column| compare(column, rows, release))
}

fn compare(column: &ReleaseColumn<'_>, rows: &[u32], release: &Table) -> Result<(), IncogError> {
    let unmatched = |row: usize| {
        IncogError::SelfCheck(SelfCheckError::Unmatched { row: row + 1, column: column.name.to_string() })
    };
    let Some(released) = release.column(&column.name) else { return Err(unmatched(0)) };
    let mut seen = HashSet::new();
    for (place, &row) in rows.iter().enumerate() {
        // Each pair of codes is compared once.
        if seen.insert((column.codes.at(row as usize), released.codes.at(place)))
            && !is_same(column.label(row), released.value(place))
        {
            return Err(unmatched(place));
        }
    }
    Ok(())
}

/// Texts that say the same: typed files may write `1.50` as `1.5`.
fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.trim(), b.trim());
    a == b || matches!((a.parse::<f64>(), b.parse::<f64>()), (Ok(a), Ok(b)) if a == b)
}
