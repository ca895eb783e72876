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

    /// For each class of records the largest own k that somebody of it may have, if all criteria
    /// are to hold for those who ask for no more; `None` where they do not hold.
    ///
    /// Where nobody has a k of her own, any is allowed.
    ///
    /// # Errors
    /// When a criterion cannot be judged.
    pub fn judge(&mut self, classes: &Grouping) -> Result<Vec<Option<u64>>, Unshown> {
        let crowds = LookalikeSets::of_classes(classes, &self.grouped.cells, |row| self.grouped.count(row));
        (0..crowds.len()).map(|class| self.allowed(crowds.cells(class))).collect()
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

    fn allowed(&mut self, cells: &[(u32, u64)]) -> Result<Option<u64>, Unshown> {
        let Some(of_cell) = &self.grouped.own_k_of_cell else {
            return Ok(self.is_met(cells)?.then_some(u64::MAX));
        };
        let of_cell: Vec<u64> = of_cell.iter().copied().collect::<Option<_>>().ok_or(Unshown::OwnK)?;
        // Those who ask for more than all who are left go until nobody does.
        let (mut left, mut size) = (cells.to_vec(), self.grouped.units().count(cells));
        loop {
            left.retain(|&(cell, _)| of_cell[cell as usize] <= size);
            match self.grouped.units().count(&left) {
                0 => return Ok(None),
                same if same == size => return Ok(self.is_met(&left)?.then_some(size)),
                fewer => size = fewer,
            }
        }
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
