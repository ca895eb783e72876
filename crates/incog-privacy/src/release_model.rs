//! The questions that a model about a release as a whole answers.

use crate::Direction;
use incog_data::CellCount;

/// All that a model about the whole may know of a release.
#[derive(Debug, Clone, Copy)]
pub struct ReleaseView<'a> {
    /// For each class how many of its records stay; 0 where the class is suppressed.
    pub kept: &'a [u64],
    /// For each class its records that stay, by cell; empty where no model
    /// [reads values](ReleaseModel::reads_values).
    pub cells: &'a [&'a [CellCount]],
}

impl ReleaseView<'_> {
    /// Records that stay.
    pub fn records(&self) -> u64 {
        self.kept.iter().sum()
    }

    /// Classes of which something stays.
    pub fn classes(&self) -> u64 {
        self.kept.iter().filter(|kept| **kept > 0).count() as u64
    }
}

/// A privacy model of which no class says alone whether it holds.
///
/// Nothing is suppressed for its sake: what the other models leave at a node meets it, or the node
/// is not allowed.
pub trait ReleaseModel: Send + Sync {
    /// The name in the job file.
    fn name(&self) -> &'static str;

    /// The parameter that the release is held against.
    fn required(&self) -> f64;

    /// In which direction the measure gets safer.
    fn direction(&self) -> Direction;

    /// The release's own value of the parameter; `None` where it has none, and the model does not
    /// hold.
    fn measure(&self, release: &ReleaseView<'_>) -> Option<f64>;

    /// Whether the release meets the model.
    fn holds(&self, release: &ReleaseView<'_>) -> bool;

    /// Whether a release meets it whose classes are unions of those of one that does, where neither
    /// suppresses a record.
    fn unions_hold(&self) -> bool;

    /// Whether it looks at the sensitive values of records that stay, and not only at their number.
    fn reads_values(&self) -> bool {
        false
    }
}
