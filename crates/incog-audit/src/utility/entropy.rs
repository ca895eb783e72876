//! Non-uniform entropy, counted on the cells of a release.

use super::attribute::{Attribute, Original};
use std::collections::BTreeMap;

/// Which rows of the input were released.
pub(super) struct ReleasedRows<'a> {
    /// For each released row, its row in the input; none stands twice.
    rows: &'a [u32],
    /// For each row of the input, whether it was released.
    is_released: Vec<bool>,
}

impl<'a> ReleasedRows<'a> {
    /// These of so many rows of the input.
    pub fn new(rows: &'a [u32], all: usize) -> Self {
        let mut is_released = vec![false; all];
        rows.iter().for_each(|&row| is_released[row as usize] = true);
        Self { rows, is_released }
    }
}

impl Attribute<'_> {
    /// Non-uniform entropy in bits over the released records alone: `-log2(f(v) / f(g))`, where `f`
    /// counts only those. `None` where it is not known which record became which.
    pub(super) fn entropy_of_released(&self, released: &ReleasedRows<'_>) -> Option<f64> {
        let at_level = self.leaves_by_level(released)?;
        let mut of_leaf = vec![0u64; self.hierarchy.values()];
        for records in at_level.values() {
            of_leaf.iter_mut().zip(records).for_each(|(sum, count)| *sum += count);
        }
        let of_level = |(&level, records): (&usize, &Vec<u64>)| -> f64 {
            let of_label = self.records_below(level, &of_leaf);
            let label = |leaf: usize| self.hierarchy.label_code(level, leaf as u32) as usize;
            let cells = records.iter().enumerate().filter(|(_, count)| **count > 0);
            cells.map(|(leaf, &count)| count as f64 * bits(of_leaf[leaf], of_label[label(leaf)])).sum()
        };
        let sum: f64 = at_level.iter().map(of_level).sum();
        // An empty sum is minus zero.
        Some(sum + 0.0)
    }

    /// For each level that records have, how many have each leaf. `None` where a cell is no label
    /// or a value no leaf. A released row stands for as many records as its row of the input.
    ///
    /// The values are read in the order of the input: in that of the release nearly each would have
    /// to come from memory.
    fn leaves_by_level(&self, released: &ReleasedRows<'_>) -> Option<BTreeMap<usize, Vec<u64>>> {
        let original = self.original.as_ref()?;
        let values = original.leaf_of.len();
        let (levels, records) = match self.level {
            Some(level) => {
                let mut records = vec![0u64; 2 * values];
                let (suppressed, kept) = records.split_at_mut(values);
                for (row, (is_released, code)) in
                    released.is_released.iter().zip(&original.column.codes).enumerate()
                {
                    let of_code = if *is_released { &mut *kept } else { &mut *suppressed };
                    of_code[code as usize] += original.counts.at(row);
                }
                (if self.codes.is_empty() { Vec::new() } else { vec![level] }, records)
            }
            None => self.records_by_place(released, original)?,
        };
        let of_leaves = |of_code: &[u64]| {
            let mut of_leaf = vec![0u64; self.hierarchy.values()];
            for (leaf, &count) in original.leaf_of.iter().zip(of_code).filter(|(_, count)| **count > 0) {
                of_leaf[(*leaf)? as usize] += count;
            }
            Some(of_leaf)
        };
        levels
            .into_iter()
            .zip(records.chunks(values.max(1)).skip(1))
            .map(|(level, of_code)| Some((level, of_leaves(of_code)?)))
            .collect()
    }

    /// The levels that records have, and how many records have each code of the input: first those
    /// that were not released, then those of each of the levels.
    fn records_by_place(
        &self,
        released: &ReleasedRows<'_>,
        original: &Original<'_>,
    ) -> Option<(Vec<usize>, Vec<u64>)> {
        let values = original.leaf_of.len();
        let mut levels = Vec::new();
        // For each row of the input the place of its level among these, from 1; 0 for one that was
        // not released.
        let mut places = vec![0u16; original.column.codes.len()];
        for (&row, code) in released.rows.iter().zip(&*self.codes) {
            let level = self.label_of[code as usize].map(|label| label.level)?;
            let place = levels.iter().position(|known| *known == level).unwrap_or_else(|| {
                levels.push(level);
                levels.len() - 1
            });
            places[row as usize] = u16::try_from(place + 1).ok()?;
        }
        let mut records = vec![0u64; (levels.len() + 1) * values];
        for (row, (&place, code)) in places.iter().zip(&original.column.codes).enumerate() {
            records[usize::from(place) * values + code as usize] += original.counts.at(row);
        }
        Some((levels, records))
    }

    /// How many of the records by leaf are below each label of a level.
    fn records_below(&self, level: usize, of_leaf: &[u64]) -> Vec<u64> {
        let mut of_label = vec![0u64; self.hierarchy.labels(level).len()];
        for (leaf, count) in (0u32..).zip(of_leaf) {
            of_label[self.hierarchy.label_code(level, leaf) as usize] += count;
        }
        of_label
    }

    /// Non-uniform entropy in bits over all records: `-log2(f(v) / f(g))` for every record of the
    /// input, plus what hiding among the suppressed records adds, `-log2(c / s)` for each of the
    /// `c` of `s` that carry a label. `None` without the input, and where records have several
    /// levels.
    pub(super) fn entropy_of_input(&self) -> Option<f64> {
        let (original, level) = (self.original.as_ref()?, self.level?);
        let of_value = original.counts.by_value(original.column);
        let label = |code: usize| original.leaf_of[code].map(|leaf| self.hierarchy.label_code(level, leaf));
        let mut of_label = vec![0u64; self.hierarchy.labels(level).len()];
        for (code, count) in of_value.iter().enumerate().filter(|(_, count)| **count > 0) {
            of_label[label(code)? as usize] += count;
        }
        let mut left = of_label.clone();
        for (label, count) in self.label_of.iter().zip(self.counts()) {
            let label = label.map(|at| &mut left[at.label as usize]);
            label.into_iter().for_each(|left| *left = left.saturating_sub(count as u64));
        }
        let values = of_value.iter().enumerate().filter(|(_, count)| **count > 0);
        let generalized: f64 = values
            .filter_map(|(code, &count)| Some(count as f64 * bits(count, of_label[label(code)? as usize])))
            .sum();
        let suppressed: u64 = left.iter().sum();
        let hidden =
            left.iter().filter(|&&count| count > 0).map(|&count| count as f64 * bits(count, suppressed));
        Some(generalized + hidden.sum::<f64>())
    }
}

/// `-log2(part / whole)`
fn bits(part: u64, whole: u64) -> f64 {
    -(part as f64 / whole as f64).log2()
}
