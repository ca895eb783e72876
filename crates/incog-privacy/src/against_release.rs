//! Demands on sensitive values, held against the distribution of the published records.

use crate::{
    Binding, ClassModel, Direction, ParameterError, ReferenceDistribution, ReleaseModel, ReleaseView,
    SensitiveScope,
};
use incog_data::{CellCount, ClassView, SensitiveAttribute};

/// A demand that compares the values of a class with those of a whole.
pub(crate) trait ValueDemand: Send + Sync {
    /// The model for an attribute, whose totals are the whole.
    ///
    /// # Errors
    /// When the model does not fit the attribute.
    fn class_model(&self, attribute: &SensitiveAttribute) -> Result<Box<dyn ClassModel>, ParameterError>;
}

/// A demand held against the distribution of the published records.
///
/// What is suppressed moves this distribution, so no class says alone whether it holds. Nothing is
/// suppressed for its sake: what the demand leaves of each class against the table meets it, or the
/// node is not allowed. Where nothing is suppressed, both distributions are one.
pub(crate) struct AgainstRelease<D> {
    demand: D,
    attribute: SensitiveAttribute,
    name: &'static str,
    required: f64,
    direction: Direction,
}

impl<D: ValueDemand + Clone + 'static> AgainstRelease<D> {
    /// The demand for each attribute that it is about, where it is to be held against the release.
    ///
    /// # Errors
    /// When the demand does not fit the table.
    pub fn bind(
        demand: &D,
        of: &SensitiveScope,
        reference: ReferenceDistribution,
        binding: &Binding<'_>,
    ) -> Result<Vec<Box<dyn ReleaseModel>>, ParameterError> {
        if reference == ReferenceDistribution::Table {
            return Ok(Vec::new());
        }
        let subjects = binding.subjects(of).into_iter();
        subjects.map(|attribute| Self::boxed(demand, attribute.into_owned())).collect()
    }

    fn boxed(demand: &D, attribute: SensitiveAttribute) -> Result<Box<dyn ReleaseModel>, ParameterError> {
        let of_table = demand.class_model(&attribute)?;
        let (name, required, direction) = (of_table.name(), of_table.required(), of_table.direction());
        Ok(Box::new(Self { demand: demand.clone(), attribute, name, required, direction }))
    }
}

impl<D: ValueDemand> AgainstRelease<D> {
    /// The model that compares with the published records; `None` where it does not fit them.
    fn of_published(&self, release: &ReleaseView<'_>) -> Option<Box<dyn ClassModel>> {
        self.demand.class_model(&published_values(&self.attribute, release.cells)).ok()
    }
}

/// The classes of which something is published.
fn published_classes<'a>(release: &ReleaseView<'a>) -> impl Iterator<Item = ClassView<'a>> {
    release.cells.iter().filter(|cells| !cells.is_empty()).map(|cells| ClassView::new(cells))
}

/// An attribute with the values and totals of published records alone: where values have an order,
/// one that nobody has any more takes no place in it.
fn published_values(attribute: &SensitiveAttribute, published: &[&[CellCount]]) -> SensitiveAttribute {
    let mut totals = vec![0; attribute.values.len()];
    for cell in published.iter().copied().flatten() {
        totals[attribute.of_cell[cell.cell as usize] as usize] += u64::from(cell.count);
    }
    let codes: Vec<u32> =
        (0u32..).zip(&totals).filter(|(_, total)| **total > 0).map(|(code, _)| code).collect();
    SensitiveAttribute {
        name: attribute.name.clone(),
        values: codes.iter().map(|&code| attribute.values[code as usize].clone()).collect(),
        of_cell: attribute.of_cell.iter().map(|code| new_code(&codes, *code).unwrap_or(0)).collect(),
        totals: codes.iter().map(|&code| totals[code as usize]).collect(),
        missing: attribute.missing.iter().filter_map(|code| new_code(&codes, *code)).collect(),
        hierarchy: attribute.hierarchy.clone(),
    }
}

/// The place of a value among those that are published. Cells with another one are asked for
/// nothing, so any place will do for them.
fn new_code(published: &[u32], code: u32) -> Option<u32> {
    published.binary_search(&code).ok().map(|place| place as u32)
}

impl<D: ValueDemand> ReleaseModel for AgainstRelease<D> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn required(&self) -> f64 {
        self.required
    }

    fn direction(&self) -> Direction {
        self.direction
    }

    fn measure(&self, release: &ReleaseView<'_>) -> Option<f64> {
        let model = self.of_published(release)?;
        let measures = published_classes(release).map(|class| model.measure(&class));
        match self.direction {
            Direction::AtLeast => measures.reduce(f64::min),
            Direction::AtMost | Direction::Below => measures.reduce(f64::max),
        }
    }

    fn holds(&self, release: &ReleaseView<'_>) -> bool {
        let Some(model) = self.of_published(release) else { return false };
        published_classes(release).all(|class| model.holds(&class))
    }

    fn unions_hold(&self) -> bool {
        true
    }

    fn reads_values(&self) -> bool {
        true
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
