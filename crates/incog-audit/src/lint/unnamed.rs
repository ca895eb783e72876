//! Columns that nobody named, and that tell records apart together.

use super::{Finding, Rule, Severity};
use crate::grouping::{Codes, Grouping};
use incog_data::{Column, Table};
use incog_privacy::Role;
use std::collections::BTreeMap;

/// Tables smaller than this are too small to call their records alone.
const FEWEST_ROWS: usize = 20;

/// One record in so many may stand alone.
const SHARE: usize = 20;

/// Finds columns without a role that are published as they are, where more than a twentieth of the records stand alone
/// by them: whoever knows these of somebody finds her, and no model counts it. Columns that are alone in doing so are
/// told by name; others together.
pub(super) fn lint_unnamed(table: &Table, roles: &BTreeMap<String, Role>) -> Option<Finding> {
    let unnamed: Vec<&Column> =
        table.columns().iter().filter(|column| !roles.contains_key(&column.name)).collect();
    let alone = alone(&unnamed, table.rows());
    if table.rows() < FEWEST_ROWS || alone * SHARE <= table.rows() {
        return None;
    }
    let names: Vec<&str> = unnamed.iter().map(|column| column.name.as_str()).collect();
    let message = format!(
        "nobody said what {}; published as they are, {alone} of {} records stand alone by {} values: say the role of \
         each under [columns]",
        if names.len() == 1 { "this column is" } else { "these columns are" },
        table.rows(),
        if names.len() == 1 { "its" } else { "their" },
    );
    Some(Finding {
        severity: Severity::Danger,
        rule: Rule::UniqueTogether,
        column: names.join(" + "),
        about: None,
        message,
    })
}

/// Records that no other one equals in these columns.
fn alone(columns: &[&Column], rows: usize) -> usize {
    let codes: Vec<Codes<'_>> = columns
        .iter()
        .map(|column| Codes { of_row: &column.codes, values: column.dictionary.len() })
        .collect();
    let groups = Grouping::by(&codes, rows);
    let mut sizes = vec![0usize; groups.representatives.len()];
    groups.of_row.iter().for_each(|&group| sizes[group as usize] += 1);
    sizes.into_iter().filter(|&size| size == 1).count()
}
