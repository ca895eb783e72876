//! Why nothing can be learned.

use thiserror::Error;

/// Why nothing can be learned.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LearnError {
    /// There is nothing to learn from.
    #[error("there are no examples to learn from")]
    NoExamples,
    /// There is nothing to learn by.
    #[error("there is no feature to learn from")]
    NoFeatures,
    /// Features are of different records.
    #[error("feature {feature} has {found} records, and others have {expected}")]
    Lengths {
        /// Which one, from 0 on.
        feature: usize,
        /// Its records.
        found: usize,
        /// The records of the target, or of the first feature.
        expected: usize,
    },
    /// A number that is none.
    #[error("feature {feature:?} has a number that is not finite; give the mean in place of what is missing")]
    NotFinite {
        /// Which one, from 0 on; the target where there is no number.
        feature: Option<usize>,
    },
    /// The trees could not be grown.
    #[error("the trees could not be grown: {what}")]
    Trees {
        /// What the library says.
        what: String,
    },
}
