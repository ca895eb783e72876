//! Bounds of wide tables: attributes in blocks.

use super::{ClassPrices, Prices, cap_prices, cheapest_cells};
use crate::problem::LocalProblem;
use crate::work_budget::WorkBudget;
use incog_search::Stop;

/// Steps of one walk at most; a block that needs more is divided.
const STEPS: u64 = 1 << 26;

/// Prices of blocks of at most [`MOST_ATTRIBUTES`](super::MOST_ATTRIBUTES) attributes, neighbors in
/// the table, added up. `start` gives prices of some attributes that are about right.
pub(crate) fn block_prices(
    problem: &LocalProblem,
    start: &dyn Fn(&[usize]) -> Vec<u64>,
    work: &mut WorkBudget<'_>,
) -> Result<Prices, Stop> {
    let attributes: Vec<usize> = (0..problem.order().len()).collect();
    let blocks = attributes.len().div_ceil(super::MOST_ATTRIBUTES).max(1);
    let mut priced = Vec::new();
    for block in attributes.chunks(attributes.len().div_ceil(blocks).max(1)) {
        price(problem, block, start, work, &mut priced)?;
    }
    Ok(Prices::of_blocks(problem, priced))
}

/// Prices of a block, or of its halves.
fn price(
    problem: &LocalProblem,
    block: &[usize],
    start: &dyn Fn(&[usize]) -> Vec<u64>,
    work: &mut WorkBudget<'_>,
    priced: &mut Vec<ClassPrices<u64>>,
) -> Result<(), Stop> {
    let mut order = problem.order().to_vec();
    order.retain(|attribute| block.contains(attribute));
    let Some(cheapest) = work.within(STEPS, |work| cheapest_cells(problem, &order, work))? else {
        if block.len() > 1 {
            let (first, second) = block.split_at(block.len() / 2);
            price(problem, first, start, work, priced)?;
            price(problem, second, start, work, priced)?;
        }
        return Ok(());
    };
    let capped = work.within(STEPS, |work| cap_prices(problem, &order, start(block), work))?;
    let sum = |prices: &Prices| prices.least_sum(problem).0;
    let better = capped.filter(|capped| sum(capped) > sum(&cheapest)).unwrap_or(cheapest);
    priced.push(ClassPrices { attributes: block.to_vec(), of_tuple: better.of_tuple().to_vec() });
    Ok(())
}
