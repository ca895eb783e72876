//! What a search is to optimize.

use crate::{Goal, KlSum, Metric, MetricError, MetricParameters, metric_by_name};

/// A metric as an objective: its name and its parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct Objective {
    /// The metric's name in the catalogue.
    pub metric: &'static str,
    /// Whether a suppressed record counts as fully generalized; only for metrics with that choice.
    pub suppressed_lost: bool,
    /// Over what the Kullback-Leibler divergence sums.
    pub over: KlSum,
    /// Weight of GenLoss in `cpgen`.
    pub alpha: f64,
    /// Weight of C_AVG in `cpgen`.
    pub beta: f64,
}

impl Objective {
    /// A metric with its defaults.
    pub fn of(metric: &'static str) -> Self {
        Self { metric, suppressed_lost: false, over: KlSum::default(), alpha: 0.6, beta: 0.4 }
    }

    /// Which way the value is better.
    ///
    /// # Errors
    /// When there is no such metric.
    pub fn goal(&self) -> Result<Goal, MetricError> {
        Ok(self.metric(1)?.goal())
    }

    /// The metric, where the models ask for classes of `k` records.
    ///
    /// # Errors
    /// When there is no such metric, or a parameter is out of its range.
    pub fn metric(&self, k: u64) -> Result<Box<dyn Metric>, MetricError> {
        let Self { metric, suppressed_lost, over, alpha, beta } = *self;
        metric_by_name(metric, &MetricParameters { k, alpha, beta, suppressed_lost, over })
    }
}
