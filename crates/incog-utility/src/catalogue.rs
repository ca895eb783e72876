//! All metrics by name. What each is and where it comes from stands in its own file; what a job may set, in
//! the catalogue of the job.

use crate::{
    Ambiguity, AverageClassSize, ClassSize, Cpgen, Discernibility, Entropy, GenLoss, Height, KlDivergence,
    KlSum, Loss, Metric, Precision, SuppressedEntropy, SuppressedPrecision, Transparency,
};
use thiserror::Error;

/// One metric: its name in a job file, and how it is made.
#[derive(Debug, Clone, Copy)]
pub struct MetricEntry {
    /// The name in the job file.
    pub name: &'static str,
    /// Makes it.
    pub build: fn(&MetricParameters) -> Box<dyn Metric>,
}

/// The parameters of all metrics; each reads its own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MetricParameters {
    /// The k that the release has to reach, at least 1.
    pub k: u64,
    /// Weight of GenLoss in CPGEN's fitness.
    pub alpha: f64,
    /// Weight of `C_AVG` in CPGEN's fitness.
    pub beta: f64,
    /// `suppressed = "lost"`: suppressed records count as fully generalized where the metric has a
    /// choice (precision, entropy).
    pub suppressed_lost: bool,
    /// Over what the Kullback-Leibler divergence sums.
    pub over: KlSum,
}

impl Default for MetricParameters {
    fn default() -> Self {
        Self { k: 1, alpha: 0.6, beta: 0.4, suppressed_lost: false, over: KlSum::default() }
    }
}

/// Why a metric cannot be made.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum MetricError {
    /// No metric has this name.
    #[error("there is no metric {name:?}; `incog list metrics` shows all of them")]
    Unknown {
        /// The name asked for.
        name: String,
    },
    /// A number is too small or not a number.
    #[error("metric {metric}: {parameter} is {found} where a finite number of at least {least} is expected")]
    OutOfRange {
        /// The metric.
        metric: &'static str,
        /// The parameter.
        parameter: &'static str,
        /// What was given.
        found: f64,
        /// What is allowed.
        least: f64,
    },
}

/// The metric of a job.
///
/// ```
/// use incog_utility::{MetricParameters, metric_by_name};
/// let metric = metric_by_name("discernibility", &MetricParameters::default()).unwrap();
/// assert_eq!(metric.name(), "discernibility");
/// assert!(metric_by_name("beauty", &MetricParameters::default()).is_err());
/// ```
pub fn metric_by_name(name: &str, parameters: &MetricParameters) -> Result<Box<dyn Metric>, MetricError> {
    let entry = all_metrics().iter().find(|entry| entry.name == name);
    let entry = entry.ok_or_else(|| MetricError::Unknown { name: name.to_owned() })?;
    let numbers =
        [("k", parameters.k as f64, 1.0), ("alpha", parameters.alpha, 0.0), ("beta", parameters.beta, 0.0)];
    for (parameter, found, least) in numbers {
        if !found.is_finite() || found < least {
            return Err(MetricError::OutOfRange { metric: entry.name, parameter, found, least });
        }
    }
    Ok((entry.build)(parameters))
}

/// All metrics, the default objective first.
pub fn all_metrics() -> &'static [MetricEntry] {
    METRICS
}

const METRICS: &[MetricEntry] = &[
    MetricEntry { name: "transparency", build: |_| Box::new(Transparency) },
    MetricEntry {
        name: "precision",
        build: |parameters| {
            let suppressed = match parameters.suppressed_lost {
                true => SuppressedPrecision::Lost,
                false => SuppressedPrecision::NotCounted,
            };
            Box::new(Precision { suppressed })
        },
    },
    MetricEntry { name: "gen-loss", build: |_| Box::new(GenLoss) },
    MetricEntry { name: "loss", build: |_| Box::new(Loss) },
    MetricEntry {
        name: "cpgen",
        build: |parameters| {
            Box::new(Cpgen { alpha: parameters.alpha, beta: parameters.beta, k: parameters.k })
        },
    },
    MetricEntry { name: "c-avg", build: |parameters| Box::new(AverageClassSize { k: parameters.k }) },
    MetricEntry { name: "class-size", build: |_| Box::new(ClassSize) },
    MetricEntry { name: "discernibility", build: |_| Box::new(Discernibility) },
    MetricEntry {
        name: "entropy",
        build: |parameters| {
            let suppressed = match parameters.suppressed_lost {
                true => SuppressedEntropy::Lost,
                false => SuppressedEntropy::Hidden,
            };
            Box::new(Entropy { suppressed })
        },
    },
    MetricEntry { name: "ambiguity", build: |_| Box::new(Ambiguity) },
    MetricEntry {
        name: "kl-divergence",
        build: |parameters| Box::new(KlDivergence { over: parameters.over }),
    },
    MetricEntry { name: "height", build: |_| Box::new(Height) },
];

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_builds_the_metric_it_names() {
        for entry in all_metrics() {
            let metric = metric_by_name(entry.name, &MetricParameters::default()).unwrap();
            assert_eq!(metric.name(), entry.name);
        }
    }

    #[test]
    fn refuses_numbers_out_of_range() {
        let parameters = MetricParameters { alpha: f64::NAN, ..Default::default() };
        let error = metric_by_name("cpgen", &parameters).err().unwrap();
        assert!(matches!(error, MetricError::OutOfRange { metric: "cpgen", parameter: "alpha", .. }));
        let parameters = MetricParameters { k: 0, ..Default::default() };
        let error = metric_by_name("c-avg", &parameters).err().unwrap();
        assert_eq!(error.to_string(), "metric c-avg: k is 0 where a finite number of at least 1 is expected");
    }
}
