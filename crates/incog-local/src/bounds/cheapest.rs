//! The first bound: no record loses less than in the cheapest cell that can hold it and a class.

use super::Prices;
use super::group_check::GroupCheck;
use crate::cube::{CellVisitor, visit_cells};
use crate::problem::LocalProblem;
use crate::work_budget::WorkBudget;
use incog_search::Stop;

/// Prices each record at the cheapest cell of these attributes that can hold it in a class; at
/// suppression where there is none.
pub(crate) fn cheapest_cells(
    problem: &LocalProblem,
    attributes: &[usize],
    work: &mut WorkBudget<'_>,
) -> Result<Prices, Stop> {
    let highest = problem.costs().suppressed.unwrap_or(problem.dearest());
    let prices = vec![highest; problem.counts().len()];
    let Some(check) = GroupCheck::new(problem) else { return Ok(Prices::new(prices)) };
    let everything = (0..prices.len() as u32).collect();
    let mut visitor = Cheapest { check, prices };
    visit_cells(problem, attributes, everything, &mut visitor, work)?;
    Ok(Prices::new(visitor.prices))
}

struct Cheapest<'p> {
    check: GroupCheck<'p>,
    prices: Vec<u64>,
}

impl CellVisitor for Cheapest<'_> {
    fn admits(&mut self, group: &[u32]) -> bool {
        self.check.admits(group)
    }

    fn is_alive(&mut self, group: &[u32], cost: u64) -> bool {
        group.iter().any(|&tuple| self.prices[tuple as usize] > cost)
    }

    fn visit(&mut self, _: &[u32], group: &[u32], cost: u64) {
        for &tuple in group {
            let price = &mut self.prices[tuple as usize];
            *price = (*price).min(cost);
        }
    }
}
