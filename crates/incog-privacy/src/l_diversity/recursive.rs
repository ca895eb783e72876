//! Recursive (c, l)-diversity.

use super::most_even_part::{Evened, beside, largest_even};
use crate::projection::{Projection, ROUNDING};
use crate::{ClassModel, Direction, ParameterError, Retained};
use incog_data::{ClassView, SensitiveAttribute};

/// In every class `r_1 < c * (r_l + r_(l+1) + ... + r_m)`, where `r_i` is the number of records
/// with the i-th most frequent sensitive value.
///
/// The measure is `r_1 / (r_l + ... + r_m)`, the number that `c` must exceed; infinite when there
/// are fewer than `l` values. The contract holds because the sum of the largest counts of a union
/// is at most that of its parts. `retain` is exact: cutting the most frequent values to one height
/// gives the largest part.
#[derive(Debug, Clone)]
pub struct RecursiveLDiversity {
    c: f64,
    l: u64,
    projection: Projection,
}

impl RecursiveLDiversity {
    /// The model for `attribute`; `c` must be above 0 and `l` not 0.
    pub fn new(attribute: &SensitiveAttribute, c: f64, l: u64) -> Result<Self, ParameterError> {
        if !(c.is_finite() && c > 0.0) {
            let (model, parameter, expected) = ("l-diversity", "c", "above 0");
            return Err(ParameterError::OutOfRange { model, parameter, expected, found: c });
        }
        let l = ParameterError::positive("l-diversity", "l", l)?;
        Ok(Self { c, l, projection: Projection::new(attribute) })
    }

    /// Makes these values of the attribute count as no value, as missing ones may: a class that has
    /// only them has no value at all.
    pub fn ignoring(self, values: &[u32]) -> Self {
        Self { projection: self.projection.ignoring(values), ..self }
    }

    /// The number of values `l`; [`ClassModel::required`] is `c`.
    pub fn l(&self) -> u64 {
        self.l
    }

    fn ratio(&self, class: &ClassView<'_>) -> f64 {
        let mut counts = self.projection.histogram(class);
        counts.sort_unstable_by_key(|bin| std::cmp::Reverse(bin.count));
        let known = counts.iter().map(|bin| bin.count).sum();
        ratio(self.l, known, counts.iter().map(|bin| (bin.count, 1)))
    }

    /// Strictly less; equality that rounding hides does not pass either.
    fn enough(&self, ratio: f64) -> bool {
        ratio < self.c * (1.0 - ROUNDING)
    }
}

/// `r_1 / (r_l + ... + r_m)`, from the counts in descending order and the number of values that
/// have each.
fn ratio(l: u64, size: u64, runs: impl Iterator<Item = (u64, u64)>) -> f64 {
    let (mut first, mut rest, mut skip) = (0, size, l - 1);
    for (count, values) in runs {
        first = first.max(count);
        let skipped = values.min(skip);
        rest -= skipped * count;
        skip -= skipped;
        if skip == 0 {
            break;
        }
    }
    if rest == 0 { f64::INFINITY } else { first as f64 / rest as f64 }
}

impl ClassModel for RecursiveLDiversity {
    fn name(&self) -> &'static str {
        "l-diversity"
    }

    fn required(&self) -> f64 {
        self.c
    }

    fn direction(&self) -> Direction {
        Direction::Below
    }

    fn measure(&self, class: &ClassView<'_>) -> f64 {
        if class.size == 0 { 0.0 } else { self.ratio(class) }
    }

    fn holds(&self, class: &ClassView<'_>) -> bool {
        self.enough(self.measure(class))
    }

    fn retain(&self, class: &ClassView<'_>) -> Retained {
        self.retain_up_to(class, class.size)
    }

    fn minimum_size(&self) -> u64 {
        self.l
    }

    fn retain_up_to(&self, class: &ClassView<'_>, limit: u64) -> Retained {
        if class.size <= limit && self.holds(class) {
            return Retained::all(class);
        }
        let enough = |part: &Evened<'_>| self.enough(ratio(self.l, part.size, part.runs()));
        let part = largest_even(&self.projection.histogram(class), limit, enough);
        Retained::exactly(self.projection.part(class, &part, beside(&part, limit)), class)
    }
}
