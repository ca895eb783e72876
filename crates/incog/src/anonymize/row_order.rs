//! Sorting the rows of a release by its values.

use super::recoding::ReleaseColumn;
use rayon::slice::ParallelSliceMut;
use std::borrow::Cow;

/// Sorts rows by their released values, column by column; rows that are equal in all of them are sorted by their
/// number, which cannot be seen in the release.
///
/// The ranks of the columns are packed into 64-bit keys as far as they fit; then the keys are
/// replaced by their own ranks and packing goes on.
pub(super) fn sort(columns: &[Cow<'_, ReleaseColumn<'_>>], rows: &mut [u32]) {
    let mut keys = vec![0u64; rows.len()];
    let mut radix = 1u64;
    for column in columns {
        let (ranks, values) = column.ranks();
        let values = u64::from(values.max(1));
        if radix.checked_mul(values).is_none() {
            radix = rerank(&mut keys);
        }
        for (key, &row) in keys.iter_mut().zip(rows.iter()) {
            *key = *key * values + u64::from(ranks[column.codes[row as usize] as usize]);
        }
        radix *= values;
    }
    let mut keyed: Vec<(u64, u32)> = keys.into_iter().zip(rows.iter().copied()).collect();
    keyed.par_sort_unstable();
    rows.iter_mut().zip(keyed).for_each(|(row, (_, sorted))| *row = sorted);
}

/// Replaces keys by their ranks among the distinct keys; returns how many there are.
fn rerank(keys: &mut [u64]) -> u64 {
    let mut distinct = keys.to_vec();
    distinct.par_sort_unstable();
    distinct.dedup();
    for key in keys {
        *key = distinct.partition_point(|other| other < key) as u64;
    }
    distinct.len().max(1) as u64
}
