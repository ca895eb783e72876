//! Classes of a table judged one by one.

use super::measured::Judged;
use super::{Demand, Evidence, Figure, Unshown, criteria, found, is_enough, request};
use crate::crowds::Crowds;
use crate::grouping::Grouping;
use crate::measure::Grouped;
use crate::{AuditError, AuditRequest, Criterion};
use incog_privacy::Of;

/// Judges classes of a table, made in any way.
pub(crate) struct ClassJudge<'a> {
    demand: &'a Demand,
    evidence: Evidence<'a>,
    criteria: Vec<Criterion>,
    grouped: Grouped<'a>,
}

impl<'a> ClassJudge<'a> {
    /// What is asked of a table when its classes are to be judged.
    pub fn request(demand: &Demand, evidence: &Evidence<'a>) -> AuditRequest<'a> {
        request(demand, evidence)
    }

    /// Counts the cells of the table.
    pub fn new(
        demand: &'a Demand,
        evidence: Evidence<'a>,
        request: &'a AuditRequest<'a>,
    ) -> Result<Self, AuditError> {
        let criteria = criteria(demand, evidence.original);
        let grouped = Grouped::new(evidence.release, request)?;
        Ok(Self { demand, evidence, criteria, grouped })
    }

    /// For each class whether it meets all criteria.
    ///
    /// # Errors
    /// When one of them cannot be judged.
    pub fn judge(&mut self, classes: &Grouping) -> Result<Vec<bool>, Unshown> {
        if self.asks_for_records_only() {
            return Ok(self.by_size(classes));
        }
        let crowds = Crowds::of_classes(classes, &self.grouped.cells);
        (0..crowds.len()).map(|class| self.is_met(crowds.cells(class))).collect()
    }

    fn asks_for_records_only(&self) -> bool {
        self.demand.unit.is_none() && self.criteria.iter().all(|criterion| *criterion.of() == Of::Records)
    }

    fn by_size(&self, classes: &Grouping) -> Vec<bool> {
        let mut sizes = vec![0u64; classes.len()];
        classes.of_row.iter().for_each(|&class| sizes[class as usize] += 1);
        let is_met = |size: u64, criterion: &Criterion| {
            is_enough(size as f64, criterion.direction(), criterion.required())
        };
        let are_met = |size| self.criteria.iter().all(|criterion| is_met(size, criterion));
        sizes.into_iter().map(are_met).collect()
    }

    fn is_met(&mut self, cells: &[(u32, u64)]) -> Result<bool, Unshown> {
        self.grouped.crowds = Crowds::of_cells(cells.iter().copied());
        let Self { demand, evidence, criteria, grouped } = self;
        let measured = Judged { grouped, criteria, evidence, demand }.measure();
        for criterion in criteria.iter() {
            match found(criterion, &measured) {
                Figure::Measured { satisfied: true, .. } => {}
                Figure::Measured { .. } => return Ok(false),
                Figure::NotShown(why) => return Err(why),
            }
        }
        Ok(true)
    }
}
