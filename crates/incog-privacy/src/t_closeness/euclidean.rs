//! The Euclidean distance between two distributions, and the nearest parts of a class.

use crate::projection::{Histogram, ValueCount};
use smallvec::SmallVec;

#[derive(Debug, Clone)]
pub(super) struct Euclidean {
    reference: Vec<f64>,
    /// Sum of the squares of `reference`.
    square: f64,
}

/// A value's count minus what the reference would give it in a part of the size asked for.
#[derive(Clone, Copy)]
struct Slack {
    bin: usize,
    slack: f64,
}

impl Euclidean {
    pub fn new(reference: Vec<f64>) -> Self {
        let square = reference.iter().map(|share| share * share).sum();
        Self { reference, square }
    }

    fn share(&self, bin: &ValueCount) -> f64 {
        self.reference[bin.value as usize]
    }

    /// The sum of the squares of the reference's shares of the values that do not occur.
    fn absent(&self, histogram: &Histogram) -> f64 {
        let present: f64 = histogram.iter().map(|bin| self.share(bin).powi(2)).sum();
        (self.square - present).max(0.0)
    }

    pub fn distance(&self, histogram: &Histogram, size: u64) -> f64 {
        let size = size as f64;
        let present: f64 =
            histogram.iter().map(|bin| (bin.count as f64 / size - self.share(bin)).powi(2)).sum();
        (present + self.absent(histogram)).sqrt()
    }

    /// The least distance of a part of `size` records if records could be divided.
    pub fn relaxed(&self, histogram: &Histogram, size: u64) -> f64 {
        let (slacks, exhausted, excess) = self.level(histogram, size);
        let whole: f64 = slacks[..exhausted].iter().map(|value| value.slack.powi(2)).sum();
        let raised = (slacks.len() - exhausted) as f64 * excess * excess;
        ((whole + raised) / (size as f64).powi(2) + self.absent(histogram)).sqrt()
    }

    /// The nearest part of `size` records.
    ///
    /// For a given size the squared distance is a sum of convex functions of the counts, so it is
    /// exact to take record by record from the value with the least `count - size*q`. If records
    /// could be divided, each value would have `size*q + excess` or all it has; rounded down, that
    /// is where the greedy order can begin, and after it each value with records left takes at most
    /// one more.
    pub fn nearest(&self, histogram: &Histogram, size: u64) -> Histogram {
        let (mut slacks, exhausted, excess) = self.level(histogram, size);
        let mut part = histogram.clone();
        for value in &mut slacks[exhausted..] {
            let bin = &mut part[value.bin];
            let target = bin.count as f64 - value.slack;
            let taken = (target + excess).max(0.0).floor();
            bin.count = bin.count.min(taken as u64);
            value.slack = bin.count as f64 - target;
        }
        let open = &mut slacks[exhausted..];
        open.sort_unstable_by(|a, b| a.slack.total_cmp(&b.slack).then(a.bin.cmp(&b.bin)));
        let taken: u64 = part.iter().map(|bin| bin.count).sum();
        let mut missing = size.saturating_sub(taken);
        for value in open {
            let bin = &mut part[value.bin];
            if missing > 0 && bin.count < histogram[value.bin].count {
                bin.count += 1;
                missing -= 1;
            }
        }
        part
    }

    /// In the order of ascending slack: how many values are exhausted, and by how much each other
    /// value exceeds `size*q` when the records still missing are spread evenly.
    fn level(&self, histogram: &Histogram, size: u64) -> (SmallVec<[Slack; 16]>, usize, f64) {
        let size = size as f64;
        let mut missing = size;
        let mut slacks: SmallVec<[Slack; 16]> = SmallVec::with_capacity(histogram.len());
        for (bin, value) in histogram.iter().enumerate() {
            let target = size * self.share(value);
            missing -= target;
            slacks.push(Slack { bin, slack: value.count as f64 - target });
        }
        slacks.sort_unstable_by(|a, b| a.slack.total_cmp(&b.slack).then(a.bin.cmp(&b.bin)));
        let mut exhausted = 0;
        for value in &slacks {
            if value.slack * (slacks.len() - exhausted) as f64 > missing {
                break;
            }
            missing -= value.slack;
            exhausted += 1;
        }
        let open = slacks.len() - exhausted;
        let excess = if open == 0 { 0.0 } else { missing / open as f64 };
        (slacks, exhausted, excess)
    }

    /// The largest part within `t` when the attribute has two values, otherwise `None`.
    ///
    /// With two values the distance is `sqrt(2)*|p - q|`. Let `many` be the value with more than
    /// its share: beside `few` records of the other, at most `few * s/(1 - s)` of `many` may stay,
    /// where `s` is the largest share allowed. Fewer of `few` never allow more of `many`. So the
    /// largest part is the first, from all of `few` downwards, for which whole records hit the
    /// range.
    pub fn two_values(&self, histogram: &Histogram, limit: u64, t: f64) -> Option<Histogram> {
        if self.reference.len() != 2 {
            return None;
        }
        let size: u64 = histogram.iter().map(|bin| bin.count).sum();
        if limit < size || histogram.len() < 2 {
            // With only one value, a part is as far away as the class.
            return (limit >= size).then(Histogram::new);
        }
        let over = |bin: &ValueCount| bin.count as f64 / size as f64 > self.share(bin);
        let (many, few) = if over(&histogram[0]) { (0, 1) } else { (1, 0) };
        let share = self.share(&histogram[many]) + t / std::f64::consts::SQRT_2;
        let odds = share / (1.0 - share);
        let mut part = histogram.clone();
        for count in (1..=histogram[few].count).rev() {
            part[few].count = count;
            // One more than computed, as the division may have lost a record by rounding.
            let most = (count as f64 * odds) as u64 + 1;
            for candidate in [most, most.saturating_sub(1)] {
                part[many].count = candidate.min(histogram[many].count);
                if self.distance(&part, part[0].count + part[1].count) <= t {
                    return Some(part);
                }
            }
        }
        // Without `few`, the part is farther away than the class.
        Some(Histogram::new())
    }
}
