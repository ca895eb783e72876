//! Columns that nobody named, and that tell records apart together.

use super::{Finding, Rule, Severity};
use crate::grouping::Grouping;
use incog_data::{Column, CountedTable, Table};
use incog_privacy::Role;
use std::collections::BTreeMap;

/// Tables smaller than this are too small to call their records alone.
const FEWEST_ROWS: usize = 20;

/// One record in so many may stand alone.
const SHARE: usize = 20;

/// Finds columns without a role that are published as they are, where more than a twentieth of the
/// records stand alone by them: whoever knows these of somebody finds her, and no model counts it.
/// Columns that are alone in doing so are told by name; others together.
pub(super) fn lint_unnamed(counted: CountedTable<'_>, roles: &BTreeMap<String, Role>) -> Option<Finding> {
    let (table, records) = (counted.table(), counted.records() as usize);
    let unnamed: Vec<&Column> =
        table.columns().iter().filter(|column| !roles.contains_key(&column.name)).collect();
    if unnamed.is_empty() {
        return None;
    }
    let alone = alone(&unnamed, unit(table, roles), counted);
    if records < FEWEST_ROWS || alone * SHARE <= records {
        return None;
    }
    let names: Vec<&str> = unnamed.iter().map(|column| column.name.as_str()).collect();
    let message = format!(
        "{} no role; published unchanged, {alone} of {} records are unique by {} values; give each a role under [columns]",
        if names.len() == 1 { "this column has" } else { "these columns have" },
        records,
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

/// The column that says whose a record is: people before households.
fn unit<'a>(table: &'a Table, roles: &BTreeMap<String, Role>) -> Option<&'a Column> {
    let with = |wanted: Role| table.columns().iter().find(|column| roles.get(&column.name) == Some(&wanted));
    with(Role::Person).or_else(|| with(Role::Household))
}

/// Records that no other one equals in these columns, or none of somebody else where it is known
/// whose each is.
fn alone(columns: &[&Column], unit: Option<&Column>, table: CountedTable<'_>) -> usize {
    let groups = Grouping::of_columns(columns.iter().copied(), table.table().rows());
    // Of each group, the records and the first one's person; nobody's where there are several.
    let mut sizes = vec![0usize; groups.representatives.len()];
    let mut is_of_one = vec![unit.is_some(); sizes.len()];
    for (row, &group) in groups.of_row.iter().enumerate() {
        let group = group as usize;
        sizes[group] += table.count(row) as usize;
        let is_of_the_first =
            |unit: &Column| unit.codes.at(row) == unit.codes.at(groups.representatives[group] as usize);
        is_of_one[group] &= unit.is_some_and(is_of_the_first);
    }
    sizes.iter().zip(&is_of_one).filter(|(size, of_one)| **size == 1 || **of_one).map(|(size, _)| size).sum()
}
