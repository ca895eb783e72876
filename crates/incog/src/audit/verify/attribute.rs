//! What one quasi-identifier lost, cell by cell, from the two tables and its hierarchy alone.

use super::matching::CommonColumn;
use incog_data::{Column, Hierarchy};

/// One quasi-identifier in the input, its hierarchy and the release.
pub(super) struct Attribute<'a> {
    /// Importance, scaled to a mean of 1.
    pub weight: f64,
    /// Its level in the release.
    pub level: usize,
    pub hierarchy: &'a Hierarchy,
    /// The values of the input.
    pub input: &'a Column,
    /// Both tables in common codes.
    pub column: &'a CommonColumn,
}

impl Attribute<'_> {
    /// Leaves below each released cell; cells that are no label of the level are left out.
    fn leaves<'b>(&'b self, kept: &'b [usize]) -> impl Iterator<Item = f64> + 'b {
        let code = |row: &usize| self.column.codes[self.column.input_rows + row] as usize;
        kept.iter()
            .filter_map(move |row| self.column.leaves.get(code(row)))
            .map(|&leaves| f64::from(leaves.max(1)))
    }

    /// Leaves below the cell of one released row; 1 for what is no label of the level.
    pub fn leaves_of(&self, row: usize) -> f64 {
        self.leaves(&[row]).next().unwrap_or(1.0)
    }

    /// Leaves of the whole hierarchy.
    pub fn domain(&self) -> f64 {
        self.hierarchy.labels(0).len() as f64
    }

    /// `sum 1/|v_g|` over the kept records.
    pub fn transparency(&self, kept: &[usize]) -> f64 {
        self.leaves(kept).map(f64::recip).sum()
    }

    /// `level / top level`.
    pub fn climbed(&self) -> f64 {
        let height = self.hierarchy.height();
        if height == 0 { 0.0 } else { self.level as f64 / height as f64 }
    }

    /// ARX's loss: the share of the domain below each cell, 1 for a suppressed record, so moved and
    /// stretched that the original table has 0.
    pub fn loss(&self, kept: &[usize], rows: f64) -> f64 {
        let domain = self.domain();
        let sum = self.leaves(kept).sum::<f64>() / domain + (rows - kept.len() as f64);
        let least = rows / domain;
        if domain > 1.0 { (sum - least) / (rows - least) } else { 0.0 }
    }

    /// CPGEN's loss: the width of a released interval over that of the domain, or the share of the other
    /// categories below a label; 1 for a suppressed record; the mean over all records.
    pub fn gen_loss(&self, kept: &[usize], rows: f64) -> f64 {
        let lost = self.lost_by_label();
        let code = |row: &usize| self.column.codes[self.column.input_rows + row] as usize;
        let released: f64 = kept.iter().filter_map(|row| lost.get(code(row))).sum();
        (released + rows - kept.len() as f64) / rows
    }

    fn lost_by_label(&self) -> Vec<f64> {
        let leaves = self.hierarchy.labels(0);
        let numbers: Option<Vec<f64>> = leaves
            .iter()
            .map(|leaf| leaf.trim().parse().ok().filter(|number: &f64| number.is_finite()))
            .collect();
        // Categories stand a distance of 1 from each other, all below a label next to each other.
        let labels = self.hierarchy.labels(self.level).len();
        let mut ranges = vec![(f64::INFINITY, f64::NEG_INFINITY); labels];
        let mut seen = vec![0.0; labels];
        for leaf in 0..leaves.len() {
            let label = self.hierarchy.label_code(self.level, leaf as u32) as usize;
            let place = numbers.as_ref().map_or(seen[label], |numbers| numbers[leaf]);
            seen[label] += 1.0;
            ranges[label] = (ranges[label].0.min(place), ranges[label].1.max(place));
        }
        let whole = match &numbers {
            None => leaves.len() as f64 - 1.0,
            Some(numbers) => {
                let fold = |pick: fn(f64, f64) -> f64, from| numbers.iter().copied().fold(from, pick);
                fold(f64::max, f64::NEG_INFINITY) - fold(f64::min, f64::INFINITY)
            }
        };
        ranges.iter().map(|(low, high)| if whole > 0.0 { (high - low) / whole } else { 0.0 }).collect()
    }

    /// Non-uniform entropy in bits: `-log2(f(v) / f(g))` for every record of the input, and what is hidden
    /// among the suppressed records, `-log2(c / s)` for each of the `c` of `s` that carry a label.
    pub fn entropy(&self, kept: &[usize]) -> f64 {
        let rows = self.column.input_rows;
        let mut of_value = vec![0u64; self.input.dictionary.len()];
        self.input.codes.iter().for_each(|&code| of_value[code as usize] += 1);
        let mut of_label = vec![0u64; self.column.known];
        self.column.codes[..rows].iter().for_each(|&code| of_label[code as usize] += 1);
        let mut left = of_label.clone();
        for row in kept {
            let code = self.column.codes[rows + row] as usize;
            if let Some(count) = left.get_mut(code) {
                *count = count.saturating_sub(1);
            }
        }
        let bits = |part: u64, whole: u64| -(part as f64 / whole as f64).log2();
        let cells = self.input.codes.iter().zip(&self.column.codes);
        let generalized: f64 =
            cells.map(|(&value, &label)| bits(of_value[value as usize], of_label[label as usize])).sum();
        let suppressed: u64 = left.iter().sum();
        let hidden =
            left.iter().filter(|&&count| count > 0).map(|&count| count as f64 * bits(count, suppressed));
        generalized + hidden.sum::<f64>()
    }
}
