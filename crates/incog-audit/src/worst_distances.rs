//! The figures of the classes that are farthest from a distribution.

use super::ValueShares;
use super::distance::Reference;
use serde::Serialize;

/// The t of t-closeness for each distance.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Closeness {
    /// Euclidean.
    pub euclidean: f64,
    /// Earth mover's distance, with values equally far apart.
    pub equal: f64,
    /// Earth mover's distance over the order of the values: numbers by size, dates by time, missing
    /// ones last. `None` for texts, for combinations and where there is no record.
    pub ordered: Option<f64>,
    /// Earth mover's distance over the hierarchy; `None` without one.
    pub hierarchical: Option<f64>,
}

/// How far classes are from a distribution of sensitive values, each figure for its worst class.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ReferenceDistances {
    /// Largest distance of a class.
    pub t: Closeness,
    /// Largest shares and gains of a value in a class.
    pub shares: ValueShares,
}

impl ReferenceDistances {
    /// Of a table without classes.
    pub(super) const NONE: Self = Self {
        t: Closeness { euclidean: 0.0, equal: 0.0, ordered: None, hierarchical: None },
        shares: ValueShares::NONE,
    };

    /// These, or those of a class where they are worse.
    pub(super) fn or_of_class(self, reference: &Reference, histogram: &[(u32, u64)]) -> Self {
        let Closeness { euclidean, equal, ordered, hierarchical } = self.t;
        Self {
            t: Closeness {
                euclidean: euclidean.max(reference.euclidean(histogram)),
                equal: equal.max(reference.equal(histogram)),
                ordered: worse(ordered, reference.ordered(histogram)),
                hierarchical: worse(hierarchical, reference.hierarchical(histogram)),
            },
            shares: self.shares.or_of_class(reference, histogram),
        }
    }
}

/// The larger distance; `None` where values have none.
fn worse(worst: Option<f64>, of_class: Option<f64>) -> Option<f64> {
    of_class.map(|t| worst.map_or(t, |worst| worst.max(t)))
}
