//! Entropy l-diversity.

use super::most_even_part::{Evened, beside, largest_even};
use crate::projection::{Projection, ROUNDING};
use crate::{ClassModel, Direction, ParameterError, Retained};
use incog_data::{ClassView, SensitiveAttribute};

/// The entropy of the sensitive values in every class is at least `ln l`:
/// `-sum p_v ln p_v >= ln l`.
///
/// The measure is `exp(entropy)`, the number of values that would be as diverse if all were equally
/// frequent. The contract holds because entropy is concave. `retain` is exact: cutting the most
/// frequent values to one height gives the largest part (entropy is Schur-concave).
#[derive(Debug, Clone)]
pub struct EntropyLDiversity {
    l: f64,
    projection: Projection,
}

impl EntropyLDiversity {
    /// The values of `attribute` have an entropy of at least `ln l` in each class; `l` is a number
    /// of 1 or more, whole or not.
    pub fn new(attribute: &SensitiveAttribute, l: f64) -> Result<Self, ParameterError> {
        if !(l.is_finite() && l >= 1.0) {
            let (model, parameter, expected) = ("l-diversity", "l", "from 1 on");
            return Err(ParameterError::OutOfRange { model, parameter, expected, found: l });
        }
        Ok(Self { l, projection: Projection::new(attribute) })
    }

    /// Makes these values of the attribute count as no value, as missing ones may: a class that has
    /// only them has no value at all.
    pub fn ignoring(self, values: &[u32]) -> Self {
        Self { projection: self.projection.ignoring(values), ..self }
    }

    /// The entropy of the values that count; minus infinity when there are records but none has a
    /// value.
    fn entropy(&self, class: &ClassView<'_>) -> f64 {
        let counts = self.projection.histogram(class);
        let known = counts.iter().map(|bin| bin.count).sum();
        if known == 0 && class.size > 0 {
            return f64::NEG_INFINITY;
        }
        entropy(known, counts.iter().map(|bin| (bin.count, 1)))
    }

    fn enough(&self, entropy: f64) -> bool {
        entropy >= self.l.ln() - ROUNDING
    }

    fn largest(&self, class: &ClassView<'_>, limit: u64) -> Retained {
        let enough = |part: &Evened<'_>| self.enough(entropy(part.size, part.runs()));
        let part = largest_even(&self.projection.histogram(class), limit, enough);
        Retained::exactly(self.projection.part(class, &part, beside(&part, limit)), class)
    }
}

/// In nats, from counts and the number of values that have each.
fn entropy(size: u64, runs: impl Iterator<Item = (u64, u64)>) -> f64 {
    if size == 0 {
        return 0.0;
    }
    let sum: f64 = runs.map(|(count, values)| values as f64 * count as f64 * (count as f64).ln()).sum();
    (size as f64).ln() - sum / size as f64
}

impl ClassModel for EntropyLDiversity {
    fn name(&self) -> &'static str {
        "l-diversity"
    }

    fn required(&self) -> f64 {
        self.l
    }

    fn direction(&self) -> Direction {
        Direction::AtLeast
    }

    fn measure(&self, class: &ClassView<'_>) -> f64 {
        self.entropy(class).exp()
    }

    fn holds(&self, class: &ClassView<'_>) -> bool {
        class.size == 0 || self.enough(self.entropy(class))
    }

    fn retain(&self, class: &ClassView<'_>) -> Retained {
        self.retain_up_to(class, class.size)
    }

    fn minimum_size(&self) -> u64 {
        (self.l * (1.0 - ROUNDING)).ceil() as u64
    }

    fn retain_up_to(&self, class: &ClassView<'_>, limit: u64) -> Retained {
        if class.size <= limit && self.holds(class) {
            return Retained::all(class);
        }
        self.largest(class, limit)
    }
}
