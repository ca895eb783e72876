//! Rows that agree in some columns, and how many people, or records, each group of them has.

use crate::grouping::Grouping;
use incog_data::{Column, CountedTable};
use std::collections::BTreeMap;

/// The rows that agree in all of some columns, and the people, or records, of each group.
///
/// All people whose name is missing count as one. A missing cell agrees with other missing cells.
pub(super) fn lookalikes<'a>(
    table: CountedTable<'_>,
    columns: impl IntoIterator<Item = &'a Column>,
    unit: Option<&Column>,
) -> (Grouping, Vec<u64>) {
    let groups = Grouping::of_columns(columns, table.table().rows());
    let sizes = unit.map_or_else(|| records(table, &groups), |unit| people(&groups, unit));
    (groups, sizes)
}

/// Records by the number of people, or records, that agree with them, themselves included.
pub(super) fn records_by_lookalikes<'a>(
    table: CountedTable<'_>,
    columns: impl IntoIterator<Item = &'a Column>,
    unit: Option<&Column>,
) -> BTreeMap<u64, u64> {
    let (groups, sizes) = lookalikes(table, columns, unit);
    let mut by_size = BTreeMap::new();
    for (size, records) in sizes.into_iter().zip(records(table, &groups)) {
        *by_size.entry(size).or_default() += records;
    }
    by_size
}

/// The records of each group.
fn records(table: CountedTable<'_>, groups: &Grouping) -> Vec<u64> {
    let mut records = vec![0; groups.len()];
    groups.of_row.iter().enumerate().for_each(|(row, &group)| records[group as usize] += table.count(row));
    records
}

/// The different people of each group.
fn people(groups: &Grouping, unit: &Column) -> Vec<u64> {
    let person = unit.codes.iter().map(|code| unit.one_missing(code));
    let mut pairs: Vec<(u32, u32)> = groups.of_row.iter().copied().zip(person).collect();
    pairs.sort_unstable();
    pairs.dedup();
    let mut people = vec![0; groups.len()];
    pairs.iter().for_each(|&(group, _)| people[group as usize] += 1);
    people
}
