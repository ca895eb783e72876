//! What a search optimizes.

use crate::metrics::{DEFAULT_OBJECTIVE, metric_entry};
use crate::{Goal, Metric, MetricEntry, MetricError};
use incog_card::Parameters;
use std::fmt;

/// A metric as an objective: which one, and its parameters.
///
/// ```
/// use incog_utility::Objective;
/// assert_eq!(Objective::default(), Objective::named("gen-loss")?);
/// # Ok::<(), incog_utility::MetricError>(())
/// ```
#[derive(Clone)]
pub struct Objective {
    entry: &'static MetricEntry,
    parameters: Parameters,
}

impl Objective {
    /// A metric with its defaults.
    ///
    /// # Errors
    /// When there is no such metric.
    pub fn named(name: &str) -> Result<Self, MetricError> {
        let entry = metric_entry(name)?;
        Ok(Self { entry, parameters: Parameters::defaults(&entry.card) })
    }

    /// The metric that these parameters belong to.
    ///
    /// # Errors
    /// When they belong to no metric, or one of them is refused.
    pub fn new(parameters: Parameters) -> Result<Self, MetricError> {
        let entry = metric_entry(parameters.card().name)?;
        entry.metric(&parameters, 1)?;
        Ok(Self { entry, parameters })
    }

    /// A metric that is not listed, with its defaults; reports cannot name it.
    ///
    /// # Errors
    /// When a listed metric has the same name, or the metric refuses its own defaults.
    pub fn own(entry: &'static MetricEntry) -> Result<Self, MetricError> {
        if metric_entry(entry.card.name).is_ok() {
            return Err(MetricError::NameTaken { name: entry.card.name });
        }
        let parameters = Parameters::defaults(&entry.card);
        entry.metric(&parameters, 1)?;
        Ok(Self { entry, parameters })
    }

    /// Whether it is one of [`METRICS`](crate::METRICS), so that reports can name it.
    pub fn is_listed(&self) -> bool {
        metric_entry(self.name()).is_ok()
    }

    /// The metric's name.
    pub fn name(&self) -> &'static str {
        self.entry.card.name
    }

    /// Its parameters, in their ranges.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// In which direction the value is better.
    ///
    /// # Errors
    /// None that can occur for an objective.
    pub fn goal(&self) -> Result<Goal, MetricError> {
        Ok(self.metric(1)?.goal())
    }

    /// The metric, when the models ask for classes of `k` records.
    ///
    /// # Errors
    /// None that can occur for an objective: its parameters were read when it was made.
    pub fn metric(&self, k: u64) -> Result<Box<dyn Metric>, MetricError> {
        self.entry.metric(&self.parameters, k)
    }
}

/// GenLoss, whose releases served best where it was measured (docs/utility.md).
impl Default for Objective {
    fn default() -> Self {
        let entry = DEFAULT_OBJECTIVE;
        Self { entry, parameters: Parameters::defaults(&entry.card) }
    }
}

impl PartialEq for Objective {
    fn eq(&self, other: &Self) -> bool {
        self.parameters == other.parameters
    }
}

impl fmt::Debug for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parameters.fmt(f)
    }
}
