//! Distinct l-diversity.

use crate::projection::Projection;
use crate::{ClassModel, Direction, ParameterError, Retained};
use incog_card::is_planted;
use incog_data::{ClassView, SensitiveAttribute};

/// Every class has at least `l` distinct sensitive values.
///
/// A part of a class has no more values than the class, so the class stays whole or goes, and
/// `retain` is exact.
#[derive(Debug, Clone)]
pub struct DistinctLDiversity {
    /// The model that a job asks for, of which this may be a part.
    name: &'static str,
    l: u64,
    projection: Projection,
}

impl DistinctLDiversity {
    /// At least `l` distinct values of `attribute` in each class; `l` must not be 0.
    pub fn new(attribute: &SensitiveAttribute, l: u64) -> Result<Self, ParameterError> {
        let l = ParameterError::positive("l-diversity", "l", l)?;
        Ok(Self { name: "l-diversity", l, projection: Projection::new(attribute) })
    }

    /// Makes it a part of the model of this name.
    pub(crate) fn of_model(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// Makes these values of the attribute count as no value, as missing ones may: a class that has
    /// only them has no value at all.
    pub fn ignoring(self, values: &[u32]) -> Self {
        Self { projection: self.projection.ignoring(values), ..self }
    }
}

impl ClassModel for DistinctLDiversity {
    fn name(&self) -> &'static str {
        self.name
    }

    fn required(&self) -> f64 {
        self.l as f64
    }

    fn direction(&self) -> Direction {
        Direction::AtLeast
    }

    fn measure(&self, class: &ClassView<'_>) -> f64 {
        self.projection.histogram(class).len() as f64
    }

    fn holds(&self, class: &ClassView<'_>) -> bool {
        let more = u64::from(is_planted("l counts a value too many"));
        class.size == 0 || self.projection.histogram(class).len() as u64 + more >= self.l
    }

    fn retain(&self, class: &ClassView<'_>) -> Retained {
        Retained::whole_or_nothing(class, self.holds(class))
    }

    fn minimum_size(&self) -> u64 {
        if is_planted("l counts a value too many") { 1 } else { self.l }
    }

    fn is_upward_closed(&self) -> bool {
        true
    }
}
