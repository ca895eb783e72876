//! t-closeness: the sensitive values of every class are distributed nearly as in the whole table.

mod earth_movers;
mod equal;
mod euclidean;
mod parameters;
mod prepared_distance;

pub use parameters::DistanceKind;
pub(crate) use parameters::ENTRY;

use crate::largest_part::largest_part;
use crate::projection::{Histogram, Projection, ROUNDING};
use crate::{ClassModel, Direction, ParameterError, Retained};
use earth_movers::EarthMovers;
use equal::Equal;
use euclidean::Euclidean;
use incog_data::{ClassView, Hierarchy, SensitiveAttribute};
use prepared_distance::PreparedDistance;

/// How the distance between two distributions is measured.
#[derive(Debug, Clone, Copy)]
pub enum Distance<'a> {
    /// The Euclidean distance between the two vectors of proportions, `sqrt(sum (p_v - q_v)^2)`,
    /// from 0 to `sqrt(2)` (HAEF, eq. 2).
    Euclidean,
    /// The earth mover's distance when all values are equally far apart: `sum |p_v - q_v| / 2`,
    /// from 0 to 1.
    Equal,
    /// The earth mover's distance along the values as ascending numbers, neighbours being
    /// `1/(m - 1)` apart, from 0 to 1. Every value must be a number; equal numbers are one value.
    Ordered,
    /// The earth mover's distance along a given order, which names every value once and may name
    /// further ones.
    OrderedAs(&'a [String]),
    /// The earth mover's distance when two values are as far apart as the level of their lowest
    /// common label over the height of the hierarchy, from 0 to 1.
    Hierarchical(&'a Hierarchy),
}

/// The distance between the sensitive values' proportions in a class and in the reference is at
/// most `t`.
///
/// The reference is the original table, so it does not move while a search runs. `retain` is exact:
/// for a given number `n` of records that stay, the distance is convex and separable (or nearly so,
/// along a tree), so the nearest part is found greedily; sizes are tried downwards from the bound
/// that the relaxation to real numbers gives.
///
/// The contract holds because every distance here is a norm of `p - q`, and the `p` of a union lies
/// between those of its parts.
///
/// Reference: Li, Li, Venkatasubramanian, "t-closeness: privacy beyond k-anonymity and
/// l-diversity", 2007, doi:10.1109/ICDE.2007.367856.
#[derive(Debug, Clone)]
pub struct TCloseness {
    t: f64,
    projection: Projection,
    distance: PreparedDistance,
}

impl TCloseness {
    /// The model for `attribute`, referring to its distribution in the whole table.
    ///
    /// `t` must be a number of 0 or more. For several attributes jointly see
    /// [`joint_attribute`](crate::joint_attribute).
    pub fn new(
        attribute: &SensitiveAttribute,
        t: f64,
        distance: Distance<'_>,
    ) -> Result<Self, ParameterError> {
        let totals: Vec<f64> = attribute.totals.iter().map(|&total| total as f64).collect();
        Self::with_reference(attribute, &totals, t, distance)
    }

    /// The model with an explicit reference: a weight for each value code of `attribute`. Their
    /// shares are what counts.
    pub fn with_reference(
        attribute: &SensitiveAttribute,
        weights: &[f64],
        t: f64,
        distance: Distance<'_>,
    ) -> Result<Self, ParameterError> {
        if !(t.is_finite() && t >= 0.0) {
            let (model, parameter, expected) = ("t-closeness", "t", "from 0 on");
            return Err(ParameterError::OutOfRange { model, parameter, expected, found: t });
        }
        let reference = proportions(attribute, weights)?;
        let distance = match distance {
            Distance::Euclidean => PreparedDistance::Euclidean(Euclidean::new(reference)),
            Distance::Equal => PreparedDistance::Equal(Equal::new(reference)),
            Distance::Ordered => PreparedDistance::EarthMovers(EarthMovers::ordered(attribute, &reference)?),
            Distance::OrderedAs(order) => {
                PreparedDistance::EarthMovers(EarthMovers::ordered_as(attribute, &reference, order)?)
            }
            Distance::Hierarchical(hierarchy) => {
                PreparedDistance::EarthMovers(EarthMovers::hierarchical(attribute, &reference, hierarchy)?)
            }
        };
        Ok(Self { t, projection: Projection::new(attribute), distance })
    }

    fn within(&self, distance: f64) -> bool {
        distance <= self.t + ROUNDING
    }

    fn distance(&self, histogram: &Histogram, size: u64) -> f64 {
        self.distance.distance(histogram, size)
    }

    fn largest(&self, class: &ClassView<'_>, limit: u64) -> Retained {
        let histogram = self.projection.histogram(class);
        if class.size <= limit && self.within(self.distance(&histogram, class.size)) {
            return Retained::all(class);
        }
        let limit = limit.min(class.size);
        let quota = match self.distance.short_cut(&histogram, limit, self.t + ROUNDING) {
            Some(quota) => quota,
            None => {
                // The relaxation may only err towards larger parts.
                let possible = |size| self.distance.relaxed(&histogram, size) <= self.t + 1e3 * ROUNDING;
                let nearest = |size| {
                    let part = self.distance.nearest(&histogram, size);
                    self.within(self.distance(&part, size)).then_some(part)
                };
                largest_part(limit, possible, nearest)
            }
        };
        Retained::exactly(self.projection.part(class, &quota, 0), class)
    }
}

impl ClassModel for TCloseness {
    fn name(&self) -> &'static str {
        "t-closeness"
    }

    fn required(&self) -> f64 {
        self.t
    }

    fn direction(&self) -> Direction {
        Direction::AtMost
    }

    fn measure(&self, class: &ClassView<'_>) -> f64 {
        if class.size == 0 { 0.0 } else { self.distance(&self.projection.histogram(class), class.size) }
    }

    fn holds(&self, class: &ClassView<'_>) -> bool {
        self.within(self.measure(class))
    }

    fn retain(&self, class: &ClassView<'_>) -> Retained {
        self.largest(class, class.size)
    }

    fn retain_up_to(&self, class: &ClassView<'_>, limit: u64) -> Retained {
        self.largest(class, limit)
    }
}

fn proportions(attribute: &SensitiveAttribute, weights: &[f64]) -> Result<Vec<f64>, ParameterError> {
    let (found, expected) = (weights.len(), attribute.values.len());
    if found != expected {
        return Err(ParameterError::Reference { attribute: attribute.name.clone(), found, expected });
    }
    if let Some(&found) = weights.iter().find(|weight| !(weight.is_finite() && **weight >= 0.0)) {
        let (model, parameter, expected) = ("t-closeness", "reference weight", "from 0 on");
        return Err(ParameterError::OutOfRange { model, parameter, expected, found });
    }
    let sum: f64 = weights.iter().sum();
    // An empty table has no distribution, and no class that could be compared with one.
    Ok(weights.iter().map(|weight| if sum > 0.0 { weight / sum } else { 0.0 }).collect())
}
