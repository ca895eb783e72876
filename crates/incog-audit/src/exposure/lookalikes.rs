//! Rows that agree in some columns, and how many people, or records, each group of them has.

use crate::grouping::Grouping;
use crate::units::counts_by_code;
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
    let sizes = counts_by_code(groups.of_row.iter().copied(), groups.len(), table.counts(), unit);
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
    let records = table.counts().by_code(groups.of_row.iter().copied(), groups.len());
    for (size, records) in sizes.into_iter().zip(records) {
        *by_size.entry(size).or_default() += records;
    }
    by_size
}
