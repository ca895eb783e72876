//! The second bound: prices capped where a cell's class would gain.

use super::Prices;
use super::costliest_class::DearestClass;
use super::group_check::GroupCheck;
use super::linear::LimitedCell;
use crate::cube::{CellVisitor, visit_cells};
use crate::problem::LocalProblem;
use crate::top_prices::TopPrices;
use crate::work_budget::WorkBudget;
use incog_search::Stop;

/// How many times as many records of a cell are collected as a class in it has at least.
const TIMES_LEAST: u64 = 4;

/// Lowers prices until every cell of these attributes allows them. Those that a good release
/// charges are a good start.
pub(crate) fn cap_prices(
    problem: &LocalProblem,
    attributes: &[usize],
    start: Vec<u64>,
    work: &mut WorkBudget<'_>,
) -> Result<Prices, Stop> {
    cap_and_collect(problem, attributes, start, &mut |_| {}, work)
}

/// Lowers prices like [`cap_prices`], showing each cell whose dearest records were too dear, with
/// those that are dearest at the start.
pub(super) fn cap_and_collect(
    problem: &LocalProblem,
    attributes: &[usize],
    start: Vec<u64>,
    collect: &mut dyn FnMut(LimitedCell),
    work: &mut WorkBudget<'_>,
) -> Result<Prices, Stop> {
    let highest = problem.costs().suppressed.unwrap_or(problem.dearest());
    let prices: Vec<u64> = start.into_iter().map(|price| price.min(highest)).collect();
    let Some(check) = GroupCheck::new(problem) else { return Ok(Prices::new(prices)) };
    let everything = (0..prices.len() as u32).collect();
    let start = prices.clone();
    let (top, dearest) = (TopPrices::default(), DearestClass::of_problem(problem));
    let mut visitor = Capped { problem, check, start, prices, top, dearest, collect };
    visit_cells(problem, attributes, everything, &mut visitor, work)?;
    Ok(Prices::new(visitor.prices))
}

struct Capped<'p, 'c> {
    problem: &'p LocalProblem,
    check: GroupCheck<'p>,
    start: Vec<u64>,
    prices: Vec<u64>,
    top: TopPrices,
    /// Where people are counted.
    dearest: Option<DearestClass<'p>>,
    collect: &'c mut dyn FnMut(LimitedCell),
}

impl Capped<'_, '_> {
    /// The tuples of a group with the highest prices at the start, ascending.
    fn dearest(&mut self, group: &[u32], least: u64) -> Vec<u32> {
        let mut tuples = group.to_vec();
        let price = |tuple: &u32| (std::cmp::Reverse(self.start[*tuple as usize]), *tuple);
        if let Some(dearest) = &mut self.dearest {
            tuples.sort_unstable_by_key(price);
            let people = dearest.people().max(least).saturating_mul(TIMES_LEAST);
            tuples.truncate(dearest.tuples_of(&tuples, people));
        } else {
            let most = usize::try_from(least.saturating_mul(TIMES_LEAST)).unwrap_or(usize::MAX);
            if 0 < most && most < tuples.len() {
                tuples.select_nth_unstable_by_key(most - 1, price);
                tuples.truncate(most);
            }
        }
        tuples.sort_unstable();
        tuples
    }

    /// What no record of a group may cost more than so that no class in it gains; `None` if none
    /// does.
    fn cap(&mut self, group: &[u32], least: u64, cost: u64) -> Option<u64> {
        let of_records = self.top.cap(priced(&self.prices, self.problem, group), least, cost)?;
        let Some(dearest) = &mut self.dearest else { return Some(of_records) };
        dearest.cap(group.iter().map(|&tuple| (self.prices[tuple as usize], tuple)), least, cost)
    }
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

impl CellVisitor for Capped<'_, '_> {
    fn admits(&mut self, group: &[u32]) -> bool {
        self.check.admits(group)
    }

    /// A group inside of one whose dearest records are cheap enough has no dearer ones.
    fn is_alive(&mut self, group: &[u32], cost: u64) -> bool {
        let least = self.check.least();
        let with_prices = || group.iter().map(|&tuple| (self.prices[tuple as usize], tuple));
        self.top.exceed(priced(&self.prices, self.problem, group), least, cost)
            && self.dearest.as_mut().is_none_or(|dearest| dearest.exceed(with_prices(), least, cost))
    }

    fn visit(&mut self, cell: &[u32], group: &[u32], cost: u64) {
        let Some(least) = self.check.least_in(group) else { return };
        let Some(cap) = self.cap(group, least, cost) else { return };
        let tuples = self.dearest(group, least);
        (self.collect)(LimitedCell { cell: cell.to_vec(), cost, least, tuples });
        for &tuple in group {
            let price = &mut self.prices[tuple as usize];
            *price = (*price).min(cap);
        }
    }
}
