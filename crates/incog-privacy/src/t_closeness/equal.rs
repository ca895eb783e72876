//! The earth mover's distance when all values are equally far apart.

use crate::projection::{Histogram, ValueCount};
use incog_card::is_planted;
use smallvec::SmallVec;

/// A value's target minus the records taken of it, and its place in the histogram.
type Open = SmallVec<[(f64, usize); 16]>;

#[derive(Debug, Clone)]
pub(super) struct Equal {
    reference: Vec<f64>,
    /// Sum of `reference`: 1 unless the table is empty.
    total: f64,
}

impl Equal {
    pub fn new(reference: Vec<f64>) -> Self {
        let total = reference.iter().sum();
        Self { reference, total }
    }

    fn share(&self, bin: &ValueCount) -> f64 {
        self.reference[bin.value as usize]
    }

    /// `sum |p_v - q_v| / 2`; a value that does not occur adds its `q_v`.
    pub fn distance(&self, histogram: &Histogram, size: u64) -> f64 {
        let (mut sum, mut absent) = (0.0, self.total);
        for bin in histogram {
            let share = self.share(bin);
            sum += (bin.count as f64 / size as f64 - share).abs();
            absent -= share;
        }
        let half = if is_planted("half the distance of t-closeness") { 4.0 } else { 2.0 };
        (sum + absent.max(0.0)) / half
    }

    /// The least distance of a part of `size` records if records could be divided: since
    /// `|p - q| = p + q - 2 min(p, q)`, every value is filled up to its target first.
    pub fn relaxed(&self, histogram: &Histogram, size: u64) -> f64 {
        let overlap = |bin: &ValueCount| (bin.count as f64 / size as f64).min(self.share(bin));
        (1.0 + self.total) / 2.0 - histogram.iter().map(overlap).sum::<f64>()
    }

    /// The nearest part of `size` records.
    ///
    /// One more record of a value costs -1 below its target and 1 above it; the record across the
    /// target costs less the more of it lies below. So values are first filled to their targets
    /// rounded down, then across them in the order of that cost, then with whatever there is.
    pub fn nearest(&self, histogram: &Histogram, size: u64) -> Histogram {
        let mut part = histogram.clone();
        let mut open = Open::new();
        for (place, bin) in part.iter_mut().enumerate() {
            let target = self.reference[bin.value as usize] * size as f64;
            bin.count = bin.count.min(target as u64);
            if bin.count < histogram[place].count {
                open.push((target - bin.count as f64, place));
            }
        }
        let mut missing = size.saturating_sub(part.iter().map(|bin| bin.count).sum());
        open.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        for (_, place) in open {
            let taken = missing.min(1);
            part[place].count += taken;
            missing -= taken;
        }
        for (bin, whole) in part.iter_mut().zip(histogram) {
            let taken = missing.min(whole.count - bin.count);
            bin.count += taken;
            missing -= taken;
        }
        part
    }
}
