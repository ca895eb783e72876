//! k-anonymity.

use crate::{ClassModel, Direction, ParameterError, Retained};
use incog_data::ClassView;

/// Every class has at least `k` records.
///
/// A part of a class that is too small is smaller still, so the class stays whole or goes: `retain`
/// is exact.
///
/// Reference: Sweeney, "k-anonymity: a model for protecting privacy", 2002,
/// doi:10.1142/S0218488502001648.
///
/// ```
/// use incog_data::{CellCount, ClassView};
/// use incog_privacy::{ClassModel, KAnonymity};
/// let model = KAnonymity::new(3).unwrap();
/// assert!(!model.holds(&ClassView::new(&[CellCount { cell: 0, count: 2 }])));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KAnonymity {
    k: u64,
}

impl KAnonymity {
    /// The model with classes of at least `k` records; `k` must not be 0.
    pub fn new(k: u64) -> Result<Self, ParameterError> {
        Ok(Self { k: ParameterError::positive("k-anonymity", "k", k)? })
    }

    /// The least number of records of a class.
    pub fn k(&self) -> u64 {
        self.k
    }
}

impl ClassModel for KAnonymity {
    fn name(&self) -> &'static str {
        "k-anonymity"
    }

    fn required(&self) -> f64 {
        self.k as f64
    }

    fn direction(&self) -> Direction {
        Direction::AtLeast
    }

    fn measure(&self, class: &ClassView<'_>) -> f64 {
        class.size as f64
    }

    fn holds(&self, class: &ClassView<'_>) -> bool {
        class.size == 0 || class.size >= self.k
    }

    fn retain(&self, class: &ClassView<'_>) -> Retained {
        Retained::whole_or_nothing(class, self.holds(class))
    }

    fn minimum_size(&self) -> u64 {
        self.k
    }

    fn is_size_only(&self) -> bool {
        true
    }

    fn is_upward_closed(&self) -> bool {
        true
    }
}
