//! Groups of equal rows, in the order of their values.

mod part;

use crate::{Column, NarrowCodes};
use part::Found;
use rayon::prelude::*;

/// Rows whose keys are made at a time: few enough for the keys to stay in the fastest cache; fewer
/// in tests, whose rows are few.
const BLOCK: usize = if cfg!(test) { 16 } else { 1 << 10 };

/// Rows of a part, but for the last one, at least; fewer are grouped sooner than threads are woken.
const LEAST_ROWS: usize = if cfg!(test) { 9 } else { 1 << 16 };

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

/// Rows grouped by equality in some columns; groups are numbered in the order of their values,
/// column by column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partition {
    /// For each row its group.
    pub group_of_row: Vec<u32>,
    /// One row of each group, its first.
    pub representatives: Vec<u32>,
    /// How many rows each group has.
    sizes: Vec<u32>,
    /// The groups by their first rows, ascending.
    by_first_row: Vec<u32>,
}

impl Partition {
    /// Groups rows that are equal in all `columns`; one group for all rows when there are none. The
    /// rows are `row(0)`, `row(1)` and so on, and what is told of them are these numbers.
    ///
    /// Columns are packed into 64-bit keys as far as they fit; the keys so far are then replaced by
    /// their places among all keys and packing goes on, so any number of columns works. One more
    /// always fits: both numbers are below 2^32.
    ///
    /// ```
    /// use incog_data::{Partition, RankedColumn};
    /// let column = RankedColumn { codes: &[0, 1, 2, 0].into(), ranks: vec![1, 0, 1], places: 2 };
    /// let partition = Partition::new(&[column], 4, |row| row);
    /// assert_eq!((partition.group_of_row.as_slice(), partition.representatives.as_slice()), (&[1, 0, 1, 1][..], &[1, 0][..]));
    /// assert_eq!((partition.rows_by_group(), partition.ends()), (vec![1, 0, 2, 3], vec![1, 4]));
    /// ```
    ///
    /// # Panics
    /// When a column has no such row, a code no rank, or a rank is not below the number of places.
    pub fn new(columns: &[RankedColumn<'_>], rows: usize, row: impl Fn(usize) -> usize + Sync) -> Self {
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
        let sizes = one.iter().map(|_| rows as u32).collect();
        Self { group_of_row: vec![0; rows], representatives: one.clone(), sizes, by_first_row: one }
    }

    /// Divides the groups by some columns, which fit a key beside the number of a group.
    fn divide(&mut self, columns: &[RankedColumn<'_>], row: &(impl Fn(usize) -> usize + Sync)) {
        // How rows are divided into parts changes nothing of what is found: groups are numbered by
        // their values.
        let rows = self.group_of_row.len().div_ceil(rayon::current_num_threads()).max(LEAST_ROWS);
        let is_one_group = self.representatives.len() == 1;
        let parts = self.group_of_row.par_chunks_mut(rows).enumerate();
        let found = |(part, groups): (usize, &mut [u32])| {
            part::divide(groups, is_one_group, part * rows, columns, row)
        };
        let parts: Vec<Vec<Found>> = parts.map(found).collect();
        let group_of_found = self.gather(&parts);
        let parts = self.group_of_row.par_chunks_mut(rows).zip(&group_of_found);
        parts.for_each(|(groups, group_of_found)| {
            groups.iter_mut().for_each(|group| *group = group_of_found[*group as usize]);
        });
    }

    /// Takes the groups found in parts of the rows, one part after the other; says which group each
    /// of them is of.
    fn gather(&mut self, parts: &[Vec<Found>]) -> Vec<Vec<u32>> {
        let of_part = |(part, found): (u32, &Vec<Found>)| {
            let keys = (0u32..).zip(found).map(|(place, found)| (found.key, part, place));
            keys.collect::<Vec<_>>()
        };
        // Keys are in the order of values.
        let mut keys: Vec<(u64, u32, u32)> = (0u32..).zip(parts).flat_map(of_part).collect();
        keys.par_sort_unstable();
        let mut group_of_found: Vec<Vec<u32>> = parts.iter().map(|found| vec![0; found.len()]).collect();
        self.representatives.clear();
        self.sizes.clear();
        for (group, same) in (0u32..).zip(keys.chunk_by(|a, b| a.0 == b.0)) {
            let mut rows = 0;
            for &(_, part, place) in same {
                rows += parts[part as usize][place as usize].rows;
                group_of_found[part as usize][place as usize] = group;
            }
            let (_, part, place) = same[0];
            self.representatives.push(parts[part as usize][place as usize].first_row);
            self.sizes.push(rows);
        }
        let found = parts.iter().flatten().zip(group_of_found.iter().flatten());
        let first = found.filter(|(found, group)| self.representatives[**group as usize] == found.first_row);
        self.by_first_row = first.map(|(_, &group)| group).collect();
        group_of_found
    }

    /// The codes that each group has in some columns, group by group. Rows are visited in their
    /// order: in that of the groups nearly every code would have to come from memory.
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

    /// The groups by their first rows, ascending.
    pub(crate) fn by_first_row(&self) -> &[u32] {
        &self.by_first_row
    }

    /// How many rows each group has.
    pub(crate) fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// Where each group ends when the rows are sorted by group.
    pub fn ends(&self) -> Vec<u32> {
        let end = |end: &mut u32, &size: &u32| {
            *end += size;
            Some(*end)
        };
        self.sizes.iter().scan(0, end).collect()
    }

    /// The rows sorted by group, ascending inside a group.
    pub fn rows_by_group(&self) -> Vec<u32> {
        self.by_group(0..)
    }

    /// What there is for each row, in the order of the rows sorted by group.
    ///
    /// ```
    /// use incog_data::{Partition, RankedColumn};
    /// let column = RankedColumn { codes: &[0, 1, 0].into(), ranks: vec![1, 0], places: 2 };
    /// assert_eq!(Partition::new(&[column], 3, |row| row).by_group([7, 8, 9]), [8, 7, 9]);
    /// ```
    pub fn by_group(&self, of_row: impl IntoIterator<Item = u32>) -> Vec<u32> {
        let starts = std::iter::once(0).chain(self.ends());
        let mut next: Vec<u32> = starts.collect();
        let mut sorted = vec![0; self.group_of_row.len()];
        for (one, &group) in of_row.into_iter().zip(&self.group_of_row) {
            sorted[next[group as usize] as usize] = one;
            next[group as usize] += 1;
        }
        sorted
    }
}

/// Groups rows that are equal in all `columns`, in the order of their texts.
pub(crate) fn partition_rows(columns: &[&Column], rows: usize) -> Partition {
    let ranked: Vec<RankedColumn<'_>> = columns.iter().map(|column| RankedColumn::by_text(column)).collect();
    Partition::new(&ranked, rows, |row| row)
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
            let found = FOUR.install(|| Partition::new(&columns, picked.len(), |at| picked[at]));
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
