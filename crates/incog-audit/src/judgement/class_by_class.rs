//! Classes of a table judged one by one.

use super::release_counts::Judged;
use super::{Demand, Evidence, Figure, Unshown, criteria, found, request};
use crate::grouping::Grouping;
use crate::lookalike_sets::LookalikeSets;
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

    /// For each class of records whether it meets all criteria.
    ///
    /// # Errors
    /// When one of them cannot be judged.
    pub fn judge(&mut self, classes: &Grouping) -> Result<Vec<bool>, Unshown> {
        let crowds = LookalikeSets::of_classes(classes, &self.grouped.cells, |row| self.grouped.count(row));
        (0..crowds.len()).map(|class| self.is_met(crowds.cells(class))).collect()
    }

    /// Whether the sizes of classes are all that counts.
    pub fn asks_for_records_only(&self) -> bool {
        self.demand.unit.is_none() && self.criteria.iter().all(|criterion| *criterion.about() == Of::Records)
    }

    /// Whether classes of these sizes meet the criteria, where sizes are all that counts.
    pub fn judge_sizes(&self, sizes: &[u64]) -> Vec<bool> {
        let least = self.criteria.iter().map(Criterion::smallest_class).max().unwrap_or(1);
        sizes.iter().map(|&size| size >= least).collect()
    }

    fn is_met(&mut self, cells: &[(u32, u64)]) -> Result<bool, Unshown> {
        self.grouped.crowds = LookalikeSets::of_cells(cells.iter().copied());
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
