//! Bounds on the share that each sensitive value has of a class.

use crate::Retained;
use crate::largest_part::largest_part;
use crate::projection::{Histogram, Projection};
use crate::share::Share;
use incog_data::{ClassView, SensitiveAttribute};

/// By how much a strict bound is drawn in, so that equality that rounding hides does not pass.
const STRICT: f64 = 1e-12;

/// How far sums of shares in floating point may be off.
const ROUNDS: f64 = 1e-9;

/// How often a value may occur in a class.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ShareBound {
    /// More than this share; it must then occur.
    above: Option<Share>,
    most: Most,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Most {
    Any,
    UpTo(Share),
    Below(Share),
}

impl ShareBound {
    /// At most this share.
    pub fn up_to(share: f64) -> Self {
        let most = if share >= 1.0 { Most::Any } else { Most::UpTo(Share::new(share.max(0.0))) };
        Self { above: None, most }
    }

    /// More than the one share and less than the other.
    pub fn between(above: f64, below: f64) -> Self {
        let below = below * (1.0 - 2.0 * STRICT);
        let most = if below >= 1.0 { Most::Any } else { Most::Below(Share::new(below)) };
        Self { above: Some(Share::new(above)), most }
    }

    /// Of so many records the fewest with the value.
    fn least(self, records: u64) -> u64 {
        self.above.map_or(0, |share| share.of_records(records) + 1)
    }

    /// Of so many records the most with the value.
    fn most(self, records: u64) -> u64 {
        match self.most {
            Most::Any => records,
            Most::UpTo(share) => share.of_records(records),
            Most::Below(share) => share.below(records),
        }
    }

    /// The least share with the value.
    fn least_divided(self) -> f64 {
        self.above.map_or(0.0, Share::fraction)
    }

    /// The largest share with the value.
    fn most_divided(self) -> f64 {
        match self.most {
            Most::Any => 1.0,
            Most::UpTo(share) | Most::Below(share) => share.fraction(),
        }
    }

    /// The fewest records of which one may have the value.
    fn least_records(self) -> u64 {
        match self.most {
            Most::Any => 1,
            Most::UpTo(share) | Most::Below(share) => share.least_records(),
        }
    }
}

/// In every class the share of each sensitive value is within bounds of its own, which follow from
/// its share in the whole table.
///
/// All bounds are linear in the size of a class, and counts are compared with them in integers. So
/// the union of what is within them is within them, and the largest part is exact: a part of `n`
/// records exists when each value has as many records as it must, and all together may have `n`.
/// Could records be divided, this would hold up to some `n`, since the shares that a part may have
/// lie in a box that shrinks as `n` grows; from there on every smaller `n` is tried.
#[derive(Debug, Clone)]
pub(crate) struct ShareBounds {
    /// Of each value, its share in the whole table.
    shares: Vec<f64>,
    bounds: Vec<ShareBound>,
    /// How many values must occur.
    must_occur: usize,
    projection: Projection,
}

impl ShareBounds {
    /// The bound of each value of `attribute`, made of its share in the whole table.
    pub fn new(attribute: &SensitiveAttribute, bound: impl Fn(f64) -> ShareBound) -> Self {
        let all: u64 = attribute.totals.iter().sum();
        let share = |&total: &u64| if all == 0 { 0.0 } else { total as f64 / all as f64 };
        let shares: Vec<f64> = attribute.totals.iter().map(share).collect();
        // What the table does not have, no class may have.
        let bound = |&share: &f64| if share > 0.0 { bound(share) } else { ShareBound::up_to(0.0) };
        let bounds: Vec<ShareBound> = shares.iter().map(bound).collect();
        let must_occur = bounds.iter().filter(|bound| bound.above.is_some()).count();
        Self { shares, bounds, must_occur, projection: Projection::new(attribute) }
    }

    /// The largest of a figure that is made of the share in the table and that in the class; of
    /// values that the class lacks, too, where each must occur. 0 for a class without records.
    pub fn worst(&self, class: &ClassView<'_>, figure: impl Fn(f64, f64) -> f64) -> f64 {
        if class.size == 0 {
            return 0.0;
        }
        let histogram = self.projection.histogram(class);
        let of_bin =
            |count: u64, value: u32| figure(self.shares[value as usize], count as f64 / class.size as f64);
        let worst = histogram.iter().map(|bin| of_bin(bin.count, bin.value)).fold(0.0, f64::max);
        if self.occur(&histogram) { worst } else { f64::INFINITY }
    }

    fn occur(&self, histogram: &Histogram) -> bool {
        let must = |value: u32| self.bounds[value as usize].above.is_some();
        histogram.iter().filter(|bin| must(bin.value)).count() == self.must_occur
    }

    /// Whether all values are within their bounds.
    pub fn holds(&self, class: &ClassView<'_>) -> bool {
        let histogram = self.projection.histogram(class);
        let within = |count: u64, bound: ShareBound| {
            (bound.least(class.size)..=bound.most(class.size)).contains(&count)
        };
        class.size == 0
            || self.occur(&histogram)
                && histogram.iter().all(|bin| within(bin.count, self.bounds[bin.value as usize]))
    }

    /// The fewest records in which as many values as must can occur, and one of them may.
    pub fn minimum_size(&self) -> u64 {
        let least = self.bounds.iter().map(|bound| bound.least_records()).min().unwrap_or(1);
        least.max(self.must_occur as u64).max(1)
    }

    /// The largest part of at most `limit` records.
    pub fn retain_up_to(&self, class: &ClassView<'_>, limit: u64) -> Retained {
        if class.size <= limit && self.holds(class) {
            return Retained::all(class);
        }
        let histogram = self.projection.histogram(class);
        if !self.occur(&histogram) {
            return Retained::nothing();
        }
        let possible = |size| self.is_possible(&histogram, size);
        let part = largest_part(limit.min(class.size), possible, |size| self.part(&histogram, size));
        Retained::exactly(self.projection.part(class, &part, 0), class)
    }

    /// Whether a part of this size would be within the bounds if records could be divided. What it
    /// is off by is concave in the size and 0 at 0, so this holds up to some size. It errs only
    /// towards larger parts, by what rounding may do.
    fn is_possible(&self, histogram: &Histogram, size: u64) -> bool {
        let size = size as f64;
        let bins = || histogram.iter().map(|bin| (self.bounds[bin.value as usize], bin.count as f64));
        let most: f64 = bins().map(|(bound, count)| count.min(bound.most_divided() * size)).sum();
        let enough =
            |(bound, count): (ShareBound, f64)| bound.least_divided() * size <= count * (1.0 + ROUNDS);
        most >= size * (1.0 - ROUNDS) && bins().all(enough)
    }

    /// A part of this size: what each value must have, then as much as it may, in the order of
    /// values.
    fn part(&self, histogram: &Histogram, size: u64) -> Option<Histogram> {
        let mut part = histogram.clone();
        for bin in &mut part {
            bin.count = self.range(bin.value, bin.count, size)?.0;
        }
        let mut missing = size.checked_sub(part.iter().map(|bin| bin.count).sum())?;
        for (bin, whole) in part.iter_mut().zip(histogram) {
            let (least, most) = self.range(bin.value, whole.count, size)?;
            let taken = missing.min(most - least);
            bin.count += taken;
            missing -= taken;
        }
        (missing == 0).then_some(part)
    }

    /// How many of `count` records with a value a part of this size must and may have.
    fn range(&self, value: u32, count: u64, size: u64) -> Option<(u64, u64)> {
        let bound = self.bounds[value as usize];
        let (least, most) = (bound.least(size), bound.most(size).min(count));
        (least <= most).then_some((least, most))
    }
}
