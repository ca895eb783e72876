//! Sorting the rows of a release by its values.

use crate::publish::recode::recoding::ReleaseColumn;
use incog_data::{Partition, RankedColumn};
use std::borrow::Cow;

/// Sorts rows by their released values, column by column; rows that are equal in all of them stay
/// in the order of their number, in which they are given and which cannot be seen in the release.
/// Says where each run of equal ones ends.
pub(in crate::publish) fn sort(columns: &[Cow<'_, ReleaseColumn<'_>>], rows: &mut Vec<u32>) -> Vec<u32> {
    let ranked = columns.iter().map(|column| {
        let (ranks, places) = column.ranks();
        RankedColumn { codes: &column.codes, ranks, places }
    });
    let ranked: Vec<RankedColumn<'_>> = ranked.collect();
    let partition = Partition::new(&ranked, rows.len(), |place| rows[place] as usize);
    *rows = partition.by_group(rows.iter().copied());
    partition.ends()
}
