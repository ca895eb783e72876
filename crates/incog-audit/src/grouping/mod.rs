//! Rows with equal codes, found by packing codes into 64-bit keys.

mod numbers;

use incog_data::{Column, NarrowCodes, RecordCounts};
use numbers::{Found, Numbers};
use rayon::prelude::*;
use std::ops::Range;

/// Rows whose keys are made at a time: few enough for the keys to stay in the fastest cache; fewer
/// in tests, whose rows are few.
const BLOCK: usize = if cfg!(test) { 16 } else { 1 << 10 };

/// Rows of a part, but for the last one, at least; fewer are grouped sooner than threads are woken.
const LEAST_ROWS: usize = if cfg!(test) { 9 } else { 1 << 16 };

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

    /// The records of each group of rows that have the same in all of these columns, in the order
    /// in which groups appear.
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
    /// As many columns as fit are packed into one 64-bit key; the group numbers found then take
    /// their place beside the next columns. Both are 32-bit, so every pass takes in at least one
    /// more column.
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
        let rows = part(of_row.len());
        let is_one_group = self.representatives.len() == 1;
        let parts = of_row.par_chunks_mut(rows).enumerate();
        let found =
            |(part, groups): (usize, &mut [u32])| numbered(groups, is_one_group, part * rows, columns);
        let parts: Vec<Found> = parts.map(found).collect();
        let (found, number_of) = Found::merged(parts);
        if let Some(number_of) = number_of {
            let parts = of_row.par_chunks_mut(rows).zip(&number_of);
            parts.for_each(|(groups, number_of)| {
                groups.iter_mut().for_each(|group| *group = number_of[*group as usize]);
            });
        }
        Self { of_row, representatives: found.first_rows }
    }

    /// The records of each group, in the order of the groups; which row is in which is kept only
    /// where the columns do not fit one key.
    pub fn sizes(columns: &[Codes<'_>], rows: usize, counts: RecordCounts<'_>) -> Vec<u64> {
        if columns.iter().map(|column| bits(column.values)).sum::<u32>() > u64::BITS {
            let grouping = Self::by(columns, rows);
            return counts.by_code(grouping.of_row.iter().copied(), grouping.len());
        }
        let part = part(rows);
        let parts = (0..rows).into_par_iter().step_by(part).map(|first| first..rows.min(first + part));
        let parts: Vec<(Found, Vec<u64>)> = parts.map(|rows| counted(columns, rows, counts)).collect();
        let (parts, sizes_of): (Vec<Found>, Vec<Vec<u64>>) = parts.into_iter().unzip();
        let (found, number_of) = Found::merged(parts);
        let Some(number_of) = number_of else { return sizes_of.into_iter().next().unwrap_or_default() };
        let mut sizes = vec![0; found.first_rows.len()];
        let counted = number_of.iter().flatten().zip(sizes_of.iter().flatten());
        counted.for_each(|(&number, size)| sizes[number as usize] += size);
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

/// Rows of each part that a thread has; where parts end changes no group and no number.
fn part(rows: usize) -> usize {
    rows.div_ceil(rayon::current_num_threads()).max(LEAST_ROWS)
}

/// Divides the groups of the rows from `first` on by some columns. As long as there `is_one_group`,
/// rows have no group to be read: memory that is read before it was ever written has to be mapped
/// twice.
fn numbered(groups: &mut [u32], is_one_group: bool, first: usize, columns: &[Codes<'_>]) -> Found {
    let mut found = Numbers::default();
    let mut keys = [0u64; BLOCK];
    for (block, groups) in groups.chunks_mut(BLOCK).enumerate() {
        let (first, keys) = (first + block * BLOCK, &mut keys[..groups.len()]);
        if is_one_group {
            keys.fill(0);
        } else {
            keys.iter_mut().zip(&*groups).for_each(|(key, &group)| *key = u64::from(group));
        }
        append(keys, columns, first);
        for ((row, group), &key) in (first as u32..).zip(groups).zip(&*keys) {
            *group = found.number(key, row);
        }
    }
    found.into_found()
}

/// The groups of some rows, and the records of each.
fn counted(columns: &[Codes<'_>], rows: Range<usize>, counts: RecordCounts<'_>) -> (Found, Vec<u64>) {
    let mut found = Numbers::default();
    let mut sizes: Vec<u64> = Vec::new();
    let mut keys = [0u64; BLOCK];
    for first in rows.clone().step_by(BLOCK) {
        let keys = &mut keys[..BLOCK.min(rows.end - first)];
        keys.fill(0);
        append(keys, columns, first);
        for (row, &key) in (first..).zip(&*keys) {
            let group = found.number(key, row as u32) as usize;
            if group == sizes.len() {
                sizes.push(0);
            }
            sizes[group] += counts.at(row);
        }
    }
    (found.into_found(), sizes)
}

/// Appends codes of the rows from `first` on to their keys. Keys are made for some rows at a time,
/// so that they stay in the cache and take no memory of their own.
fn append(keys: &mut [u64], columns: &[Codes<'_>], first: usize) {
    for column in columns {
        let width = bits(column.values);
        let rows = first..first + keys.len();
        column.of_row.visit_with(rows, keys, |key, code| *key = (*key << width) | u64::from(code));
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
    use rayon::{ThreadPool, ThreadPoolBuilder};
    use std::sync::LazyLock;

    static FOUR: LazyLock<ThreadPool> =
        LazyLock::new(|| ThreadPoolBuilder::new().num_threads(4).build().expect("threads can be started"));

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
            let grouping = FOUR.install(|| Grouping::by(&codes, rows.len()));
            for a in 0..rows.len() {
                for b in 0..rows.len() {
                    let same = rows[a][..width] == rows[b][..width];
                    prop_assert_eq!(grouping.of_row[a] == grouping.of_row[b], same);
                }
            }
            let sizes = RecordCounts::ONE_EACH.by_code(grouping.of_row.iter().copied(), grouping.len());
            let found = FOUR.install(|| Grouping::sizes(&codes, rows.len(), RecordCounts::ONE_EACH));
            prop_assert_eq!(found, sizes);
            let counts: Vec<u32> = (1..).take(rows.len()).collect();
            let counts = RecordCounts::of_rows(&counts);
            let found = FOUR.install(|| Grouping::sizes(&codes, rows.len(), counts));
            prop_assert_eq!(found, counts.by_code(grouping.of_row.iter().copied(), grouping.len()));
            let representatives: Vec<u32> = (0..grouping.len()).filter_map(|group: usize| grouping.of_row.iter().position(|of_row| *of_row as usize == group)).map(|row| row as u32).collect();
            prop_assert_eq!(&grouping.representatives, &representatives);
            prop_assert!(representatives.is_sorted());
        }
    }
}
