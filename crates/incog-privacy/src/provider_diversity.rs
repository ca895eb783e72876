//! Provider diversity.

use crate::projection::Projection;
use crate::{ClassModel, Direction, ParameterError, Retained};
use incog_data::{ClassView, SensitiveAttribute};

/// Every class has records of at least `m` distinct data providers: what CPGEN asks of m-privacy
/// ([`MPrivacy`](crate::MPrivacy) is the stronger, original notion).
///
/// A part of a class has no more providers than the class, so the class stays whole or goes:
/// `retain` is exact.
#[derive(Debug, Clone)]
pub struct ProviderDiversity {
    m: u64,
    projection: Projection,
}

impl ProviderDiversity {
    /// At least `m` distinct values of the attribute `provider` in each class; `m` must not be 0.
    pub fn new(provider: &SensitiveAttribute, m: u64) -> Result<Self, ParameterError> {
        let m = ParameterError::positive("provider-diversity", "m", m)?;
        Ok(Self { m, projection: Projection::new(provider) })
    }
}

impl ClassModel for ProviderDiversity {
    fn name(&self) -> &'static str {
        "provider-diversity"
    }

    fn required(&self) -> f64 {
        self.m as f64
    }

    fn direction(&self) -> Direction {
        Direction::AtLeast
    }

    fn measure(&self, class: &ClassView<'_>) -> f64 {
        self.projection.histogram(class).len() as f64
    }

    fn holds(&self, class: &ClassView<'_>) -> bool {
        class.size == 0 || self.projection.histogram(class).len() as u64 >= self.m
    }

    fn retain(&self, class: &ClassView<'_>) -> Retained {
        Retained::whole_or_nothing(class, self.holds(class))
    }

    fn minimum_size(&self) -> u64 {
        self.m
    }

    fn is_upward_closed(&self) -> bool {
        true
    }
}
