//! Rows with equal codes, found by packing codes into 64-bit keys.

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use incog_data::Column;
use std::hash::BuildHasher;

/// Codes of one column, all below `values`.
#[derive(Debug, Clone, Copy)]
pub struct Codes<'a> {
    /// The code of each row.
    pub of_row: &'a [u32],
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

    /// Groups `rows` rows by any number of columns.
    ///
    /// As many columns as fit are packed into one 64-bit key; the group numbers found then take their place beside the
    /// next columns. Both are 32-bit, so every pass takes in at least one more column.
    pub fn by(columns: &[Codes<'_>], rows: usize) -> Self {
        let mut grouping = Self::one_group(rows);
        let mut rest = columns;
        while !rest.is_empty() {
            let mut keys: Vec<u64> = grouping.of_row.iter().map(|&group| u64::from(group)).collect();
            let mut used = bits(grouping.representatives.len());
            let mut taken = 0;
            while let Some(column) = rest.get(taken)
                && used + bits(column.values) <= 64
            {
                let width = bits(column.values);
                for (key, &code) in keys.iter_mut().zip(column.of_row) {
                    *key = (*key << width) | u64::from(code);
                }
                used += width;
                taken += 1;
            }
            grouping = Self::of_keys(&keys);
            rest = &rest[taken..];
        }
        grouping
    }

    fn one_group(rows: usize) -> Self {
        Self { of_row: vec![0; rows], representatives: if rows == 0 { Vec::new() } else { vec![0] } }
    }

    fn of_keys(keys: &[u64]) -> Self {
        let hasher = FixedState::default();
        let mut groups: HashTable<(u64, u32)> = HashTable::new();
        let mut representatives = Vec::new();
        let of_row = (0u32..)
            .zip(keys)
            .map(|(row, &key)| {
                let same = |&(other, _): &(u64, u32)| other == key;
                match groups.entry(hasher.hash_one(key), same, |&(other, _)| hasher.hash_one(other)) {
                    Entry::Occupied(entry) => entry.get().1,
                    Entry::Vacant(entry) => {
                        let group = representatives.len() as u32;
                        entry.insert((key, group));
                        representatives.push(row);
                        group
                    }
                }
            })
            .collect();
        Self { of_row, representatives }
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
            let columns: Vec<Vec<u32>> =
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
        }
    }
}
