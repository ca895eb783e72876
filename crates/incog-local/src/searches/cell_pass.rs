//! Forming classes of records that gain from it, at the cost of the classes that they leave.

use super::local_search::{LocalSearch, Procedure};
use super::transfers::Transfers;
use crate::cube::{CellVisitor, visit_cells};
use crate::draft::{Builder, Draft};
use crate::top_prices::TopPrices;
use crate::work_budget::WorkBudget;
use incog_request::cards;
use incog_search::Stop;

pub(super) static CELL_PASS: LocalSearch = LocalSearch {
    card: &cards::local::CELL_PASS,
    procedure: Procedure::Improves(|builder, draft, _, work| cell_pass(builder, draft, work)),
};

/// Visits the cells with what records lose at present as their prices. In a cell whose dearest
/// records cost more than it, those become a class; what is missing comes from classes that can
/// spare records, and a class that keeps too few dissolves into those that have labels for what is
/// left of it. Made only where the whole loses less.
///
/// Only for models that look at sizes alone; with others nothing changes.
pub(crate) fn cell_pass(
    builder: &mut Builder<'_>,
    draft: Draft,
    work: &mut WorkBudget<'_>,
) -> (Draft, Result<(), Stop>) {
    let problem = builder.problem;
    let least = problem.least_records().filter(|_| problem.is_size_only());
    let Some(least) = least else { return (draft, Ok(())) };
    let before = builder.settle(draft);
    let transfers = Transfers::new(problem, least, &before);
    let tuples = transfers.published();
    let mut visitor = CellPass { least, transfers, top: TopPrices::default() };
    // What was done until a limit was reached is a release, too.
    let outcome = visit_cells(problem, problem.order(), tuples, &mut visitor, work);
    let outcome = outcome.and_then(|()| work.spend(visitor.transfers.steps));
    let groups = visitor.transfers.into_groups();
    let after = builder.settle(Draft { groups, suppressed: before.suppressed.clone() });
    let is_better = builder.loss(&after).compare(&builder.loss(&before)).is_lt();
    (if is_better { after } else { before }, outcome)
}

struct CellPass<'p> {
    least: u64,
    transfers: Transfers<'p>,
    top: TopPrices,
}

impl CellVisitor for CellPass<'_> {
    fn admits(&mut self, group: &[u32]) -> bool {
        let mut records = 0;
        group.iter().any(|&tuple| {
            records += self.transfers.records(tuple);
            records >= self.least
        })
    }

    fn is_alive(&mut self, group: &[u32], cost: u64) -> bool {
        self.top.exceed(self.transfers.prices(group), self.least, cost)
    }

    fn visit(&mut self, cell: &[u32], group: &[u32], cost: u64) {
        if self.is_alive(group, cost) {
            self.transfers.open(cell, group, cost, 1);
        }
    }
}
