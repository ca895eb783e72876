//! Groups of equal rows among those of one part of a table.

use super::{BLOCK, RankedColumn};
use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher;

/// A group of rows of a part.
pub(super) struct Found {
    /// What its rows have in common, as a number in the order of values.
    pub key: u64,
    /// The first of its rows.
    pub first_row: u32,
    /// How many rows it has.
    pub rows: u32,
}

/// Divides the groups of the rows from `first` on by some columns, which fit a key beside the
/// number of a group. Groups are numbered in the order in which they appear.
///
/// As long as there `is_one_group`, rows have no group to be read: memory that is read before it
/// was ever written has to be mapped twice.
pub(super) fn divide(
    group_of_row: &mut [u32],
    is_one_group: bool,
    first: usize,
    columns: &[RankedColumn<'_>],
    row: impl Fn(usize) -> usize,
) -> Vec<Found> {
    let hasher = FixedState::default();
    let mut seen: HashTable<(u64, u32)> = HashTable::new();
    let mut found: Vec<Found> = Vec::new();
    let mut keys = [0u64; BLOCK];
    for (block, groups) in group_of_row.chunks_mut(BLOCK).enumerate() {
        let (first, keys) = (first + block * BLOCK, &mut keys[..groups.len()]);
        if is_one_group {
            keys.fill(0);
        } else {
            keys.iter_mut().zip(&*groups).for_each(|(key, &group)| *key = u64::from(group));
        }
        for column in columns {
            let places = u64::from(column.places.max(1));
            for (key, at) in keys.iter_mut().zip(first..) {
                *key = *key * places + u64::from(column.rank(row(at)));
            }
        }
        for ((first_row, group), &key) in (first as u32..).zip(groups).zip(&*keys) {
            let hash = hasher.hash_one(key);
            let next = found.len() as u32;
            let entry = seen.entry(hash, |known| known.0 == key, |known| hasher.hash_one(known.0));
            *group = entry.or_insert((key, next)).get().1;
            if *group == next {
                found.push(Found { key, first_row, rows: 0 });
            }
            found[*group as usize].rows += 1;
        }
    }
    found
}
