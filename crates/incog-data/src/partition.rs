//! Groups of equal rows, in the order of their values.

use crate::Column;
use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher;

/// Rows grouped by equality in some columns; groups are numbered in the order of their values as
/// texts, column by column.
pub(crate) struct Partition {
    pub group_of_row: Vec<u32>,
    /// One row of each group.
    pub representatives: Vec<u32>,
}

impl Partition {
    /// The rows sorted by group, ascending inside a group; `counts` are the group sizes.
    pub fn rows_by_group(&self, counts: &[u32]) -> Vec<u32> {
        let mut next: Vec<u32> = counts
            .iter()
            .scan(0, |start, &count| {
                let here = *start;
                *start += count;
                Some(here)
            })
            .collect();
        let mut rows = vec![0; self.group_of_row.len()];
        for (row, &group) in (0u32..).zip(&self.group_of_row) {
            rows[next[group as usize] as usize] = row;
            next[group as usize] += 1;
        }
        rows
    }
}

/// Groups rows that are equal in all `columns`; one group for all rows when there are none.
///
/// Columns are packed into 64-bit keys as far as they fit; the keys so far are then replaced by
/// dense group numbers and packing goes on, so any number of columns works.
pub(crate) fn partition_rows(columns: &[&Column], rows: usize) -> Partition {
    let mut keys = vec![0u64; rows];
    let mut radix = 1u64;
    let mut ranks_of_columns = Vec::with_capacity(columns.len());
    for column in columns {
        let values = column.dictionary.len().max(1) as u64;
        if radix.checked_mul(values).is_none() {
            radix = renumber(&mut keys).max(1);
        }
        let ranks = text_ranks(column);
        for (key, &code) in keys.iter_mut().zip(&column.codes) {
            *key = *key * values + u64::from(ranks[code as usize]);
        }
        radix *= values;
        ranks_of_columns.push(ranks);
    }
    renumber(&mut keys);
    let group_of_row: Vec<u32> = keys.iter().map(|&key| key as u32).collect();
    sort_groups(columns, &ranks_of_columns, group_of_row)
}

/// For each code its place among the column's values in text order.
fn text_ranks(column: &Column) -> Vec<u32> {
    let mut order: Vec<u32> = (0..column.dictionary.len() as u32).collect();
    order.sort_unstable_by_key(|&code| column.dictionary.get(code));
    let mut ranks = vec![0; order.len()];
    (0u32..).zip(&order).for_each(|(rank, &code)| ranks[code as usize] = rank);
    ranks
}

/// Replaces keys by dense numbers in order of first appearance; returns how many there are.
fn renumber(keys: &mut [u64]) -> u64 {
    let hasher = FixedState::default();
    let mut seen: HashTable<(u64, u64)> = HashTable::new();
    for key in keys {
        let hash = hasher.hash_one(*key);
        let next = seen.len() as u64;
        let entry = seen.entry(hash, |&(known, _)| known == *key, |&(known, _)| hasher.hash_one(known));
        *key = entry.or_insert((*key, next)).get().1;
    }
    seen.len() as u64
}

fn sort_groups(columns: &[&Column], ranks: &[Vec<u32>], mut group_of_row: Vec<u32>) -> Partition {
    // Groups are dense in order of first appearance, so a new one is always the next number.
    let mut first_rows: Vec<u32> = Vec::new();
    for (row, &group) in (0u32..).zip(&group_of_row) {
        if group as usize == first_rows.len() {
            first_rows.push(row);
        }
    }
    let width = columns.len();
    let values: Vec<u32> = first_rows
        .iter()
        .flat_map(|&row| {
            columns.iter().zip(ranks).map(move |(column, ranks)| ranks[column.codes[row as usize] as usize])
        })
        .collect();
    let value = |group: u32| &values[group as usize * width..(group as usize + 1) * width];
    let mut order: Vec<u32> = (0..first_rows.len() as u32).collect();
    order.sort_unstable_by(|&a, &b| value(a).cmp(value(b)));
    let mut new_number = vec![0; order.len()];
    (0u32..).zip(&order).for_each(|(new, &old)| new_number[old as usize] = new);
    group_of_row.iter_mut().for_each(|group| *group = new_number[*group as usize]);
    let representatives = order.iter().map(|&group| first_rows[group as usize]).collect();
    Partition { group_of_row, representatives }
}
