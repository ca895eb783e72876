//! Whether the rows of a written release are the records they are said to be.

use super::input::Input;
use crate::IncogError;
use crate::job::Role;
use incog_data::{Column, Levels, Table};
use std::collections::HashSet;

/// Compares each row of the release, as read back, with the record of the input it was made of: its
/// quasi-identifiers at their levels and its sensitive values. `rows` says which records those are.
pub(super) fn match_rows(
    input: &Input,
    levels: &Levels,
    rows: &[u32],
    release: &Table,
) -> Result<(), IncogError> {
    if release.rows() != rows.len() {
        let row = release.rows().min(rows.len()) + 1;
        return Err(IncogError::Unmatched { row, column: String::new() });
    }
    for (qid, &level) in input.quasi_identifiers.iter().zip(levels.iter()) {
        let label = |column: &Column, row: usize| qid.label(level, column.codes[row]).to_owned();
        compare(input, &qid.name, rows, release, label)?;
    }
    let sensitive: Vec<&Column> = input.with_role(Role::Sensitive).collect();
    for column in sensitive {
        compare(input, &column.name, rows, release, |column, row| column.value(row).to_owned())?;
    }
    Ok(())
}

fn compare(
    input: &Input,
    name: &str,
    rows: &[u32],
    release: &Table,
    expected: impl Fn(&Column, usize) -> String,
) -> Result<(), IncogError> {
    let unmatched = |row: usize| IncogError::Unmatched { row: row + 1, column: name.to_owned() };
    let (Some(original), Some(released)) = (input.file.table.column(name), release.column(name)) else {
        return Err(unmatched(0));
    };
    let mut seen = HashSet::new();
    for (place, &row) in rows.iter().enumerate() {
        // Each pair of codes is compared once.
        if seen.insert((original.codes[row as usize], released.codes[place]))
            && !is_same(&expected(original, row as usize), released.value(place))
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
