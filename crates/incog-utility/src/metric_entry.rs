//! An entry of the list of metrics.

use crate::Metric;
use incog_card::{Card, Parameters, Refusal};
use std::ops::RangeInclusive;
use thiserror::Error;

/// Allowed weights, of columns and of the parts of an objective. With a wider range, the smaller
/// weights would vanish in a sum of doubles, and in a report that is read again.
pub const WEIGHTS: RangeInclusive<f64> = 1e-6..=1e6;

/// A metric: its card, and how it is made.
#[derive(Debug)]
pub struct MetricEntry {
    /// Name, paper, parameters.
    pub card: Card,
    /// Makes the metric from its parameters and the class size k that the models ask for.
    pub build: Build,
}

/// Makes a metric from parameters and the k that the models ask for.
pub type Build = fn(&Parameters, u64) -> Result<Box<dyn Metric>, Refusal>;

/// Why a metric cannot be made.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum MetricError {
    /// No metric has this name.
    #[error("unknown metric {name:?}; incog list metrics shows all")]
    Unknown {
        /// The name asked for.
        name: String,
    },
    /// A user's own metric has the name of a listed one.
    #[error("metric {name:?} already exists; choose another name")]
    NameTaken {
        /// The name.
        name: &'static str,
    },
    /// A parameter is refused.
    #[error("metric {metric}: {refusal}")]
    Refused {
        /// The metric.
        metric: &'static str,
        /// Why.
        refusal: Refusal,
    },
}

impl MetricEntry {
    /// The metric with these parameters, when the models ask for classes of `k` records.
    ///
    /// # Errors
    /// When a parameter is refused.
    pub fn metric(&self, parameters: &Parameters, k: u64) -> Result<Box<dyn Metric>, MetricError> {
        let refused = |refusal| MetricError::Refused { metric: self.card.name, refusal };
        (self.build)(parameters, k.max(1)).map_err(refused)
    }
}
