//! All utility metrics.

use crate::{
    Metric, ambiguity, c_avg, class_size, cpgen, discernibility, entropy, gen_loss, height, kl_divergence,
    loss, precision, transparency,
};
use incog_card::{Card, Parameters, Refusal};
use std::ops::RangeInclusive;
use thiserror::Error;

/// All metrics, the default objective first.
pub static METRICS: &[&MetricEntry] = &[
    &transparency::ENTRY,
    &precision::ENTRY,
    &gen_loss::ENTRY,
    &loss::ENTRY,
    &cpgen::ENTRY,
    &c_avg::ENTRY,
    &class_size::ENTRY,
    &discernibility::ENTRY,
    &entropy::ENTRY,
    &ambiguity::ENTRY,
    &kl_divergence::ENTRY,
    &height::ENTRY,
];

/// Weights, of columns and of the parts of an objective: a wider range leaves nothing of the smaller ones
/// in a sum of doubles, and nothing in a report that reads them again.
pub const WEIGHTS: RangeInclusive<f64> = 1e-6..=1e6;

/// A metric: its card, and how it is made.
#[derive(Debug)]
pub struct MetricEntry {
    /// Name, paper, parameters.
    pub card: Card,
    /// Makes it from its parameters, where the models ask for classes of so many records.
    pub build: Build,
}

/// From parameters, and the k that models ask for, to a metric.
pub type Build = fn(&Parameters, u64) -> Result<Box<dyn Metric>, Refusal>;

/// Why a metric cannot be made.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum MetricError {
    /// No metric has this name.
    #[error("there is no metric {name:?}; `incog list metrics` shows all of them")]
    Unknown {
        /// The name asked for.
        name: String,
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
    /// The metric with these parameters, where the models ask for classes of `k` records.
    ///
    /// # Errors
    /// When a parameter is refused.
    pub fn metric(&self, parameters: &Parameters, k: u64) -> Result<Box<dyn Metric>, MetricError> {
        let refused = |refusal| MetricError::Refused { metric: self.card.name, refusal };
        (self.build)(parameters, k.max(1)).map_err(refused)
    }
}

/// The entry with this name.
///
/// # Errors
/// When there is none.
pub fn metric_entry(name: &str) -> Result<&'static MetricEntry, MetricError> {
    let entry = METRICS.iter().find(|entry| entry.card.name == name).copied();
    entry.ok_or_else(|| MetricError::Unknown { name: name.to_owned() })
}

/// The metric with this name and the defaults, where the models ask for classes of `k` records.
///
/// ```
/// use incog_utility::metric_by_name;
/// assert_eq!(metric_by_name("discernibility", 5).unwrap().name(), "discernibility");
/// assert!(metric_by_name("beauty", 5).is_err());
/// ```
///
/// # Errors
/// When there is none.
pub fn metric_by_name(name: &str, k: u64) -> Result<Box<dyn Metric>, MetricError> {
    let entry = metric_entry(name)?;
    entry.metric(&Parameters::unsaid(&entry.card), k)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_builds_the_metric_it_names() {
        for entry in METRICS {
            let metric = metric_by_name(entry.card.name, 1).unwrap();
            assert_eq!(metric.name(), entry.card.name);
        }
    }

    #[test]
    fn refuses_numbers_out_of_range() {
        let cpgen = metric_entry("cpgen").unwrap();
        for alpha in [f64::NAN, -1.0, 1e-9, f64::INFINITY] {
            let parameters = Parameters::said(&cpgen.card, [("alpha", alpha.into())]).unwrap();
            let error = cpgen.metric(&parameters, 1).err().unwrap();
            let refusal = |error| match error {
                MetricError::Refused { metric: "cpgen", refusal } => Some(refusal),
                _ => None,
            };
            assert!(matches!(refusal(error), Some(Refusal::OutOfRange { parameter: "alpha", .. })));
        }
    }
}
