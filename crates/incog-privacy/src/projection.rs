//! The cells of a class seen as values of one attribute.

use incog_data::{CellCount, ClassView, Kept, SensitiveAttribute};
use smallvec::SmallVec;

/// Records of a class with one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ValueCount {
    pub value: u32,
    pub count: u64,
}

/// The values that occur in a class, each once; on the stack for the usual handful.
pub(crate) type Histogram = SmallVec<[ValueCount; 16]>;

/// For each cell the value it has in one attribute.
#[derive(Debug, Clone)]
pub(crate) struct Projection {
    of_cell: Vec<u32>,
    /// No two cells have the same value, so counting needs no sorting.
    injective: bool,
    /// For each cell whether its value counts as none, and is ignored; empty when every value
    /// counts.
    ignored: Vec<bool>,
}

impl Projection {
    pub fn new(attribute: &SensitiveAttribute) -> Self {
        let of_cell = attribute.of_cell.clone();
        let mut sorted = of_cell.clone();
        sorted.sort_unstable();
        let injective = sorted.windows(2).all(|pair| pair[0] != pair[1]);
        Self { of_cell, injective, ignored: Vec::new() }
    }

    /// Makes these values count as none: their records are in the class, but in no histogram of it.
    pub fn ignoring(mut self, values: &[u32]) -> Self {
        if !values.is_empty() {
            self.ignored = self.of_cell.iter().map(|value| values.contains(value)).collect();
        }
        self
    }

    fn is_ignored(&self, cell: u32) -> bool {
        self.ignored.get(cell as usize).copied().unwrap_or(false)
    }

    pub fn value(&self, cell: u32) -> u32 {
        self.of_cell[cell as usize]
    }

    /// Records by value, without the values that do not occur.
    pub fn histogram(&self, class: &ClassView<'_>) -> Histogram {
        let present = class.cells.iter().filter(|cell| cell.count > 0 && !self.is_ignored(cell.cell));
        let counts =
            present.map(|cell| ValueCount { value: self.value(cell.cell), count: u64::from(cell.count) });
        let mut histogram: Histogram = counts.collect();
        if !self.injective {
            histogram.sort_unstable_by_key(|bin| bin.value);
            histogram.dedup_by(|next, bin| {
                let same = next.value == bin.value;
                bin.count += if same { next.count } else { 0 };
                same
            });
        }
        histogram
    }

    /// The part of the class with at most `quota` records of each value, and `free` records of
    /// ignored ones. Among several cells with the same value, or without one, the first are filled
    /// first.
    pub fn part(&self, class: &ClassView<'_>, quota: &[ValueCount], mut free: u64) -> Kept {
        let mut left: Histogram = quota.iter().copied().collect();
        left.sort_unstable_by_key(|bin| bin.value);
        let mut part = Vec::with_capacity(class.cells.len());
        let mut size = 0;
        for &CellCount { cell, count } in class.cells {
            let left = match left.binary_search_by_key(&self.value(cell), |bin| bin.value) {
                _ if self.is_ignored(cell) => &mut free,
                Ok(bin) => &mut left[bin].count,
                Err(_) => continue,
            };
            let taken = u64::from(count).min(*left);
            *left -= taken;
            size += taken;
            if taken > 0 {
                // At most `count`, which is 32 bits wide.
                part.push(CellCount { cell, count: taken as u32 });
            }
        }
        match size {
            0 => Kept::Nothing,
            size if size == class.size => Kept::All,
            _ => Kept::Part(part),
        }
    }
}

/// How far a measure may pass its limit and still count as equal to it: it covers the rounding of
/// sums of 64-bit floating-point numbers, nothing more.
pub(crate) const ROUNDING: f64 = 1e-12;
