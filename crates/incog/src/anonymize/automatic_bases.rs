//! Bases of rounding that the published numbers decide, when it is known which records are
//! published.

use super::bound_table::BoundTable;
use super::counted_parts::RowAllocation;
use super::noise;
use super::prepared_problem::PreparedProblem;
use super::recoding::allocate;
use crate::IncogError;
use crate::auto_round::{Bases, PublishedNumbers};
use incog_plan::Plan;

/// How often a decision is made again, since the records that it publishes ask for other bases.
const MOST_DECISIONS: usize = 6;

impl PreparedProblem {
    /// Decides, and decides again as long as the records that would be published ask for other
    /// bases of rounding.
    pub(super) fn decided(
        self,
        mut decide: impl FnMut(&Self) -> Result<Plan, IncogError>,
    ) -> Result<(Self, Plan), IncogError> {
        let mut prepared = self;
        for _ in 0..MOST_DECISIONS {
            let plan = decide(&prepared)?;
            match prepared.other_bases(&plan)? {
                None => return Ok((prepared, plan)),
                Some(bases) => prepared = prepared.on_bases(&bases)?,
            }
        }
        let column = prepared.input.exact.first().map(|column| column.name.clone()).unwrap_or_default();
        Err(IncogError::NoBase { column })
    }

    /// The bases that the records of a plan ask for, where these are not those that it was made
    /// with.
    fn other_bases(&self, plan: &Plan) -> Result<Option<Bases>, IncogError> {
        if self.input.exact.is_empty() {
            return Ok(None);
        }
        let plan = self.as_written(plan.clone())?;
        let classes = plan.classes(self.problem.tuples())?;
        let (allocation, _) = allocate(&self.input, &classes, &self.rows);
        Ok(other_bases(&self.input, &allocation))
    }

    /// Rounds the numbers of the table to other bases.
    fn on_bases(self, bases: &Bases) -> Result<Self, IncogError> {
        let terms = self.input.terms.clone().with_bases(bases)?;
        let real = self.input.real_records();
        let table = terms.with_rounded(real.counted().table().clone(), &self.input.exact)?;
        Self::bound(noise::pad(BoundTable { table, terms, noise: None, ..self.input.clone() })?)
    }
}

/// Refuses records that ask for other bases than those they were decided with.
pub(super) fn check_bases(input: &BoundTable, allocation: &RowAllocation<'_>) -> Result<(), IncogError> {
    let Some(bases) = other_bases(input, allocation) else { return Ok(()) };
    let known = input.terms.bases();
    let other = bases.into_iter().find(|(column, base)| known.get(column) != Some(base));
    other.map_or(Ok(()), |(column, base)| Err(IncogError::OtherBase { column, base: base.to_string() }))
}

/// The bases that the records which stay ask for, where these are others.
fn other_bases(input: &BoundTable, allocation: &RowAllocation<'_>) -> Option<Bases> {
    let rows = input.exact.first()?.codes.len();
    let stay = (0u32..).zip(&allocation.stays).filter(|(_, stays)| **stays).map(|(row, _)| row);
    let stay: Vec<u32> = stay.collect();
    let origins = allocation.origins(&stay);
    let counts = allocation.input.counts();
    let records = origins.iter().zip(&stay).map(|(&origin, &row)| (origin, counts.at(row as usize)));
    // Noisy records are nobody's.
    let records: Vec<(u32, u64)> = records.filter(|(origin, _)| (*origin as usize) < rows).collect();
    let published = PublishedNumbers {
        terms: &input.terms,
        exact: &input.exact,
        table: &input.table,
        records: &records,
        k: input.terms.lookalikes(input.real_records().counted()),
    };
    Some(published.bases()).filter(|bases| *bases != input.terms.bases())
}
