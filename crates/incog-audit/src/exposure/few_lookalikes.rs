//! Records that few others look like in some columns.

use super::lookalikes::lookalikes;
use incog_data::{Column, CountedTable};

/// The records that fewer than `k` people, or records, agree with in all of some columns,
/// themselves included. A record that misses one of the values is found by nobody and not counted.
///
/// ```
/// use incog_audit::few_lookalikes;
/// let table = incog_data::Table::from_rows(["cost"], [["5"], ["5"], ["7"], [""]], &[""])?;
/// assert_eq!(few_lookalikes(&table, &[&table.columns()[0]], None, 2), 1);
/// # Ok::<(), incog_data::TableError>(())
/// ```
pub fn few_lookalikes<'a>(
    table: impl Into<CountedTable<'a>>,
    columns: &[&Column],
    unit: Option<&Column>,
    k: u64,
) -> u64 {
    let table = table.into();
    let (groups, sizes) = lookalikes(table, columns.iter().copied(), unit);
    let is_known = |row: usize| columns.iter().all(|column| !column.is_missing(column.codes.at(row)));
    groups
        .of_row
        .iter()
        .enumerate()
        .filter(|&(row, &group): &(usize, &u32)| sizes[group as usize] < k && is_known(row))
        .map(|(row, _)| table.count(row))
        .sum()
}
