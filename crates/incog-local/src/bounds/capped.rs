//! The second bound: prices capped where a cell's class would gain.

use super::Prices;
use super::group_check::GroupCheck;
use crate::cube::{CellVisitor, visit_cells};
use crate::meter::Meter;
use crate::problem::LocalProblem;
use crate::top_prices::TopPrices;
use incog_search::Stop;

/// Lowers prices until every cell allows them. Those that a good release charges are a good start.
pub(crate) fn cap_prices(
    problem: &LocalProblem,
    start: Vec<u64>,
    meter: &mut Meter<'_>,
) -> Result<Prices, Stop> {
    let highest = problem.costs().suppressed.unwrap_or(problem.dearest());
    let prices: Vec<u64> = start.into_iter().map(|price| price.min(highest)).collect();
    let Some(check) = GroupCheck::new(problem) else { return Ok(Prices::new(prices)) };
    let everything = (0..prices.len() as u32).collect();
    let mut visitor = Capped { problem, check, prices, top: TopPrices::default() };
    visit_cells(problem, everything, &mut visitor, meter)?;
    Ok(Prices::new(visitor.prices))
}

struct Capped<'p> {
    problem: &'p LocalProblem,
    check: GroupCheck<'p>,
    prices: Vec<u64>,
    top: TopPrices,
}

/// Prices and numbers of records of a group.
fn priced<'a>(
    prices: &'a [u64],
    problem: &'a LocalProblem,
    group: &'a [u32],
) -> impl Iterator<Item = (u64, u64)> + use<'a> {
    let counts = problem.counts();
    group.iter().map(move |&tuple| (prices[tuple as usize], counts[tuple as usize]))
}

impl CellVisitor for Capped<'_> {
    fn admits(&mut self, group: &[u32]) -> bool {
        self.check.admits(group)
    }

    /// A group inside of one whose dearest records are cheap enough has no dearer ones.
    fn is_alive(&mut self, group: &[u32], cost: u64) -> bool {
        self.top.exceed(priced(&self.prices, self.problem, group), self.check.least(), cost)
    }

    fn visit(&mut self, _: &[u32], group: &[u32], cost: u64) {
        let Some(least) = self.check.least_in(group) else { return };
        let Some(cap) = self.top.cap(priced(&self.prices, self.problem, group), least, cost) else { return };
        for &tuple in group {
            let price = &mut self.prices[tuple as usize];
            *price = (*price).min(cap);
        }
    }
}
