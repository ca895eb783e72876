//! Rows with equal codes, found by packing codes into 64-bit keys.

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use incog_data::{Column, NarrowCodes, RecordCounts};
use std::hash::BuildHasher;

/// Rows whose keys are made at a time: few enough for the keys to stay in the fastest cache; fewer in tests, whose rows are few.
const BLOCK: usize = if cfg!(test) { 16 } else { 1 << 10 };

/// Codes of one column, all below `values`.
#[derive(Debug, Clone, Copy)]
pub struct Codes<'a> {
    /// The code of each row.
    pub of_row: &'a NarrowCodes,
    /// Number of possible codes.
    pub values: usize,
}

impl<'a> From<&'a Column> for Codes<'a> {
    fn from(column: &'a Column) -> Self {
        Self { of_row: &column.codes, values: column.dictionary.len() }
    }
}

/// Rows grouped by equal codes; groups are numbered in order of first appearance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grouping {
    /// The group of each row.
    pub of_row: Vec<u32>,
    /// One row of each group, its first.
    pub representatives: Vec<u32>,
}

impl Grouping {
    /// Groups `rows` rows by what they have in all of these columns.
    pub fn of_columns<'a>(columns: impl IntoIterator<Item = &'a Column>, rows: usize) -> Self {
        let codes: Vec<Codes<'_>> = columns.into_iter().map(Codes::from).collect();
        Self::by(&codes, rows)
    }

    /// The records of each group of rows that have the same in all of these columns, in the order in which groups appear.
    pub fn sizes_of_columns<'a>(
        columns: impl IntoIterator<Item = &'a Column>,
        rows: usize,
        counts: RecordCounts<'_>,
    ) -> Vec<u64> {
        let codes: Vec<Codes<'_>> = columns.into_iter().map(Codes::from).collect();
        Self::sizes(&codes, rows, counts)
    }

    /// Groups `rows` rows by any number of columns.
    ///
    /// As many columns as fit are packed into one 64-bit key; the group numbers found then take their place beside the
    /// next columns. Both are 32-bit, so every pass takes in at least one more column.
    pub fn by(columns: &[Codes<'_>], rows: usize) -> Self {
        let mut grouping = Self::one_group(rows);
        let mut rest = columns;
        while !rest.is_empty() {
            let mut used = bits(grouping.len());
            let taken = rest.iter().take_while(|column| {
                used += bits(column.values);
                used <= u64::BITS
            });
            let (now, later) = rest.split_at(taken.count());
            grouping = grouping.divided(now);
            rest = later;
        }
        grouping
    }

    fn one_group(rows: usize) -> Self {
        Self { of_row: vec![0; rows], representatives: if rows == 0 { Vec::new() } else { vec![0] } }
    }

    /// The groups divided by some columns, whose bits fit a key beside those of the group.
    fn divided(self, columns: &[Codes<'_>]) -> Self {
        let mut of_row = self.of_row;
        let mut found = Numbers::default();
        let mut keys = [0u64; BLOCK];
        for (block, groups) in of_row.chunks_mut(BLOCK).enumerate() {
            let (first, keys) = (block * BLOCK, &mut keys[..groups.len()]);
            keys.iter_mut().zip(&*groups).for_each(|(key, &group)| *key = u64::from(group));
            append(keys, columns, first);
            for ((row, group), &key) in (first as u32..).zip(groups).zip(&*keys) {
                *group = found.number(key, row);
            }
        }
        Self { of_row, representatives: found.first_rows }
    }

    /// The records of each group, in the order of the groups; which row is in which is kept only where the columns do not
    /// fit one key.
    pub fn sizes(columns: &[Codes<'_>], rows: usize, counts: RecordCounts<'_>) -> Vec<u64> {
        if columns.iter().map(|column| bits(column.values)).sum::<u32>() > u64::BITS {
            let grouping = Self::by(columns, rows);
            return counts.by_code(grouping.of_row.iter().copied(), grouping.len());
        }
        let mut found = Numbers::default();
        let mut sizes: Vec<u64> = Vec::new();
        let mut keys = [0u64; BLOCK];
        for first in (0..rows).step_by(BLOCK) {
            let keys = &mut keys[..BLOCK.min(rows - first)];
            keys.fill(0);
            append(keys, columns, first);
            for (row, &key) in (first..).zip(&*keys) {
                let group = found.number(key, row as u32) as usize;
                if group == sizes.len() {
                    sizes.push(0);
                }
                sizes[group] += counts.of(row);
            }
        }
        sizes
    }

    /// Number of groups.
    pub fn len(&self) -> usize {
        self.representatives.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.representatives.is_empty()
    }

    /// The rows of each group, ascending: group `g` has `rows[starts[g]..starts[g + 1]]`.
    pub fn rows_by_group(&self) -> (Vec<usize>, Vec<u32>) {
        let mut starts = vec![0usize; self.len() + 1];
        self.of_row.iter().for_each(|&group| starts[group as usize + 1] += 1);
        for group in 0..self.len() {
            starts[group + 1] += starts[group];
        }
        let mut next = starts.clone();
        let mut rows = vec![0u32; self.of_row.len()];
        for (row, &group) in (0u32..).zip(&self.of_row) {
            rows[next[group as usize]] = row;
            next[group as usize] += 1;
        }
        (starts, rows)
    }
}

/// Appends codes of the rows from `first` on to their keys. Keys are made for some rows at a time, so that they stay in the cache and
/// take no memory of their own.
fn append(keys: &mut [u64], columns: &[Codes<'_>], first: usize) {
    for column in columns {
        let width = bits(column.values);
        let rows = first..first + keys.len();
        column.of_row.visit_with(rows, keys, |key, code| *key = (*key << width) | u64::from(code));
    }
}

/// Numbers of keys in order of first appearance.
#[derive(Default)]
struct Numbers {
    numbers: HashTable<(u64, u32)>,
    hasher: FixedState,
    /// The last key and its number: rows that are sorted mostly have the key of the row before.
    last: Option<(u64, u32)>,
    /// The row in which each key came first.
    first_rows: Vec<u32>,
}

impl Numbers {
    /// The number of a key that a row has.
    fn number(&mut self, key: u64, row: u32) -> u32 {
        let Self { numbers, hasher, last, first_rows } = self;
        if let Some((known, number)) = *last
            && known == key
        {
            return number;
        }
        let same = |&(other, _): &(u64, u32)| other == key;
        let number = match numbers.entry(hasher.hash_one(key), same, |&(other, _)| hasher.hash_one(other)) {
            Entry::Occupied(entry) => entry.get().1,
            Entry::Vacant(entry) => {
                let number = first_rows.len() as u32;
                entry.insert((key, number));
                first_rows.push(row);
                number
            }
        };
        *last = Some((key, number));
        number
    }
}

/// Bits that tell `values` codes apart.
fn bits(values: usize) -> u32 {
    usize::BITS - values.saturating_sub(1).leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_comparing_rows(
            // Up to 12 columns of 2^31 possible codes need several passes.
            rows in prop::collection::vec(prop::collection::vec(0u32..3, 12), 0..40),
            width in 0usize..=12,
            scale in prop::sample::select(vec![1u32, 7, 1 << 29]),
        ) {
            let columns: Vec<NarrowCodes> =
                (0..width).map(|c| rows.iter().map(|row| row[c] * scale).collect()).collect();
            let codes: Vec<Codes<'_>> =
                columns.iter().map(|of_row| Codes { of_row, values: 2 * scale as usize + 1 }).collect();
            let grouping = Grouping::by(&codes, rows.len());
            for a in 0..rows.len() {
                for b in 0..rows.len() {
                    let same = rows[a][..width] == rows[b][..width];
                    prop_assert_eq!(grouping.of_row[a] == grouping.of_row[b], same);
                }
            }
            let sizes = RecordCounts::ONE_EACH.by_code(grouping.of_row.iter().copied(), grouping.len());
            prop_assert_eq!(Grouping::sizes(&codes, rows.len(), RecordCounts::ONE_EACH), sizes);
        }
    }
}
