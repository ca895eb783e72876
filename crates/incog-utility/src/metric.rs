//! The questions a utility metric answers.

use crate::{ClassForm, Separable};
use incog_data::{Classes, Tuples};

/// In which direction a metric is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// More is better, as for the transparency degree.
    Maximize,
    /// Less is better, as for every loss.
    Minimize,
}

/// A utility metric.
pub trait Metric: Send + Sync {
    /// The name in the job file, such as `transparency`.
    fn name(&self) -> &'static str;

    /// In which direction the value is better.
    fn goal(&self) -> Goal;

    /// The value in the literature's unit. The plain, obviously correct computation: the oracle for
    /// every faster one.
    fn value(&self, classes: &Classes<'_>) -> f64;

    /// The value mapped to 0 (nothing lost) .. 1 (everything lost).
    fn normalized(&self, classes: &Classes<'_>) -> f64;

    /// Whether keeping more records never makes a release worse: of two releases at the same
    /// levels, the one that keeps at least as many records of every class has at most the loss of
    /// the other.
    ///
    /// Exact searches look at releases in which every class keeps the most that the models allow.
    /// When this holds, no release at all loses less than the one they prove optimal. When it does
    /// not hold, suppressing more than the models demand can help, and a search that may do so can
    /// find a better value than the proved one.
    fn keeping_most_is_best(&self) -> bool;

    /// Whether the loss never falls when whole classes are merged and nothing is suppressed. This
    /// asks about metrics that are not sums over records: those that count classes, or grow with
    /// class sizes and with what labels stand for. Sums over records never fall, since no label at
    /// a higher level costs less.
    fn rises_when_classes_merge(&self) -> bool {
        false
    }

    /// The metric as per-record costs, when it is of that form; searches then get incremental
    /// evaluation and bounds for free.
    fn separable(&self, _tuples: &Tuples) -> Option<Separable> {
        None
    }

    /// The metric as a function of class sizes and labels, when it is of that form but not
    /// separable; searches then need no [`Classes`] and get a bound.
    fn class_form(&self, _tuples: &Tuples) -> Option<Box<dyn ClassForm>> {
        None
    }
}
