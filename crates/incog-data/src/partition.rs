//! Groups of equal rows, in the order of their values.

use crate::{Column, NarrowCodes, code_counts};
use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher;

/// Rows whose keys are made at a time: few enough for the keys to stay in the fastest cache; fewer in tests, whose rows are few.
const BLOCK: usize = if cfg!(test) { 16 } else { 1 << 10 };

/// A column whose values have places in an order.
#[derive(Debug, Clone)]
pub struct RankedColumn<'a> {
    /// For each row its code.
    pub codes: &'a NarrowCodes,
    /// For each code its place in the order; codes may share one.
    pub ranks: Vec<u32>,
    /// All places are below this.
    pub places: u32,
}

impl<'a> RankedColumn<'a> {
    /// A column whose values are in the order of texts.
    fn by_text(column: &'a Column) -> Self {
        let mut order: Vec<u32> = (0..column.dictionary.len() as u32).collect();
        order.sort_unstable_by_key(|&code| column.dictionary.get(code));
        let mut ranks = vec![0; order.len()];
        (0u32..).zip(&order).for_each(|(rank, &code)| ranks[code as usize] = rank);
        Self { codes: &column.codes, ranks, places: order.len() as u32 }
    }

    #[inline]
    fn rank(&self, row: usize) -> u32 {
        self.ranks[self.codes.at(row) as usize]
    }
}

/// Rows grouped by equality in some columns; groups are numbered in the order of their values, column by column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partition {
    /// For each row its group.
    pub group_of_row: Vec<u32>,
    /// One row of each group, its first.
    pub representatives: Vec<u32>,
    /// The groups by their first rows, ascending.
    by_first_row: Vec<u32>,
}

impl Partition {
    /// Groups rows that are equal in all `columns`; one group for all rows when there are none. The rows are
    /// `row(0)`, `row(1)` and so on, and what is told of them are these numbers.
    ///
    /// Columns are packed into 64-bit keys as far as they fit; the keys so far are then replaced by their places among all
    /// keys and packing goes on, so any number of columns works. One more always fits: both numbers are below 2^32.
    ///
    /// ```
    /// use incog_data::{Partition, RankedColumn};
    /// let column = RankedColumn { codes: &[0, 1, 2, 0].into(), ranks: vec![1, 0, 1], places: 2 };
    /// let partition = Partition::of(&[column], 4, |row| row);
    /// assert_eq!((partition.group_of_row.as_slice(), partition.representatives.as_slice()), (&[1, 0, 1, 1][..], &[1, 0][..]));
    /// assert_eq!((partition.rows_by_group(), partition.ends()), (vec![1, 0, 2, 3], vec![1, 4]));
    /// ```
    ///
    /// # Panics
    /// When a column has no such row, a code no rank, or a rank is not below the number of places.
    pub fn of(columns: &[RankedColumn<'_>], rows: usize, row: impl Fn(usize) -> usize) -> Self {
        let is_ranked = |column: &RankedColumn<'_>| column.ranks.iter().all(|&rank| rank < column.places);
        assert!(columns.iter().all(is_ranked), "a rank is not below the number of places");
        let mut partition = Self::one_group(rows);
        let mut rest = columns;
        while !rest.is_empty() {
            let mut radix = partition.representatives.len().max(1) as u64;
            let fits = |column: &&RankedColumn<'_>| match radix.checked_mul(u64::from(column.places.max(1))) {
                Some(product) => {
                    radix = product;
                    true
                }
                None => false,
            };
            let fitting = rest.iter().take_while(fits).count();
            let (now, later) = rest.split_at(fitting);
            partition.divide(now, &row);
            rest = later;
        }
        partition
    }

    fn one_group(rows: usize) -> Self {
        let one = if rows == 0 { Vec::new() } else { vec![0] };
        Self { group_of_row: vec![0; rows], representatives: one.clone(), by_first_row: one }
    }

    /// Divides the groups by some columns, which fit a key beside the number of a group.
    fn divide(&mut self, columns: &[RankedColumn<'_>], row: &impl Fn(usize) -> usize) {
        let hasher = FixedState::default();
        let mut seen: HashTable<(u64, u32)> = HashTable::new();
        let (mut first_rows, mut keys_of_groups) = (Vec::new(), Vec::new());
        let mut keys = [0u64; BLOCK];
        for (block, groups) in self.group_of_row.chunks_mut(BLOCK).enumerate() {
            let (first, keys) = (block * BLOCK, &mut keys[..groups.len()]);
            keys.iter_mut().zip(&*groups).for_each(|(key, &group)| *key = u64::from(group));
            for column in columns {
                let places = u64::from(column.places.max(1));
                for (key, at) in keys.iter_mut().zip(first..) {
                    *key = *key * places + u64::from(column.rank(row(at)));
                }
            }
            for ((at, group), &key) in (first as u32..).zip(groups).zip(&*keys) {
                let hash = hasher.hash_one(key);
                let next = first_rows.len() as u32;
                let entry = seen.entry(hash, |known| known.0 == key, |known| hasher.hash_one(known.0));
                *group = entry.or_insert((key, next)).get().1;
                if *group == next {
                    first_rows.push(at);
                    keys_of_groups.push((key, next));
                }
            }
        }
        // Keys are in the order of values.
        keys_of_groups.sort_unstable();
        self.by_first_row = vec![0; keys_of_groups.len()];
        let numbered = (0u32..).zip(&keys_of_groups);
        numbered.for_each(|(group, &(_, found_as))| self.by_first_row[found_as as usize] = group);
        self.group_of_row.iter_mut().for_each(|group| *group = self.by_first_row[*group as usize]);
        let found_as = keys_of_groups.iter().map(|&(_, found_as)| found_as);
        self.representatives = found_as.map(|found_as| first_rows[found_as as usize]).collect();
    }

    /// The codes that each group has in some columns, group by group. Rows are visited in their order: in that of the groups nearly
    /// every code would have to come from memory.
    pub(crate) fn codes(&self, columns: &[&Column]) -> Vec<u32> {
        let width = columns.len();
        let mut codes = vec![0; width * self.representatives.len()];
        for &group in &self.by_first_row {
            let row = self.representatives[group as usize] as usize;
            let of_group = &mut codes[group as usize * width..][..width];
            of_group.iter_mut().zip(columns).for_each(|(code, column)| *code = column.codes.at(row));
        }
        codes
    }

    /// How many rows each group has.
    pub(crate) fn sizes(&self) -> Vec<u64> {
        code_counts(self.group_of_row.iter().copied(), self.representatives.len())
    }

    /// Where each group ends when the rows are sorted by group.
    pub fn ends(&self) -> Vec<u32> {
        let end = |end: &mut u64, size: u64| {
            *end += size;
            Some(*end as u32)
        };
        self.sizes().into_iter().scan(0, end).collect()
    }

    /// The rows sorted by group, ascending inside a group.
    pub fn rows_by_group(&self) -> Vec<u32> {
        let starts = std::iter::once(0).chain(self.ends());
        let mut next: Vec<u32> = starts.collect();
        let mut rows = vec![0; self.group_of_row.len()];
        for (row, &group) in (0u32..).zip(&self.group_of_row) {
            rows[next[group as usize] as usize] = row;
            next[group as usize] += 1;
        }
        rows
    }
}

/// Groups rows that are equal in all `columns`, in the order of their texts.
pub(crate) fn partition_rows(columns: &[&Column], rows: usize) -> Partition {
    let ranked: Vec<RankedColumn<'_>> = columns.iter().map(|column| RankedColumn::by_text(column)).collect();
    Partition::of(&ranked, rows, |row| row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Up to nine columns of up to 2^31 places need several passes.
        #[test]
        fn groups_are_those_of_sorted_rows(
            rows in prop::collection::vec(prop::collection::vec(0u32..3, 9), 0..40),
            width in 0usize..=9,
            scale in prop::sample::select(vec![1u32, 5, 1 << 29]),
            picked in prop::collection::vec(any::<prop::sample::Index>(), 0..40),
        ) {
            let picked: Vec<usize> = picked.iter().filter(|_| !rows.is_empty()).map(|at| at.index(rows.len())).collect();
            let codes: Vec<NarrowCodes> = (0..width).map(|at| rows.iter().map(|row| row[at]).collect()).collect();
            // The first and the last code have one place.
            let ranks = vec![scale, 0, scale];
            let columns: Vec<RankedColumn<'_>> = codes
                .iter()
                .map(|codes| RankedColumn { codes, ranks: ranks.clone(), places: scale + 1 })
                .collect();
            let value = |&row: &usize| -> Vec<u32> { codes.iter().map(|codes| ranks[codes.at(row) as usize]).collect() };
            let mut distinct: Vec<Vec<u32>> = picked.iter().map(value).collect();
            distinct.sort();
            distinct.dedup();
            let found = Partition::of(&columns, picked.len(), |at| picked[at]);
            let of_row: Vec<u32> = picked
                .iter()
                .map(|row| distinct.iter().position(|other| *other == value(row)).map_or(u32::MAX, |at| at as u32))
                .collect();
            prop_assert_eq!(&found.group_of_row, &of_row);
            let first = |group: usize| of_row.iter().position(|other| *other as usize == group);
            let first_rows: Vec<u32> = (0..distinct.len()).filter_map(first).map(|at| at as u32).collect();
            prop_assert_eq!(&found.representatives, &first_rows);
            let mut sorted: Vec<u32> = (0..picked.len() as u32).collect();
            sorted.sort_by_key(|&at| of_row[at as usize]);
            prop_assert_eq!(found.rows_by_group(), sorted);
        }
    }
}
