//! The bound of prices: what records must pay for being in a group.

use super::neighbours::Neighbours;
use crate::work_budget::WorkBudget;
use incog_search::Stop;

/// How often each price is set; what later passes find is next to nothing.
const PASSES: usize = 8;

/// By what share of all prices a bound may be off: it is computed in floating-point numbers.
const ROUNDING: f64 = 1e-9;

/// The bound of prices that begin at half of the squared distance to the (k-1)-th nearest and are
/// set one after the other.
pub(super) fn bound(neighbours: &Neighbours, k: usize, work: &mut WorkBudget<'_>) -> f64 {
    let mut prices = vec![0.0; neighbours.records()];
    // The bound holds for any prices, also for those of a pass that had to end.
    let _ended: Result<(), Stop> = (0..PASSES).try_for_each(|_| pass(neighbours, k, &mut prices, work));
    of_prices(neighbours, k, &prices)
}

/// Sets each price to where the bound is the most, the others being what they are: below it less
/// than k - 1, above it k or more pairs would be paid for. The middle of what is as good leaves
/// room for the others.
fn pass(
    neighbours: &Neighbours,
    k: usize,
    prices: &mut [f64],
    work: &mut WorkBudget<'_>,
) -> Result<(), Stop> {
    let mut left: Vec<f64> = Vec::new();
    for record in 0..prices.len() {
        let near = neighbours.near(record);
        work.spend(near.len() as u64)?;
        left.clear();
        left.extend(near.iter().map(|&(other, apart)| apart - prices[other as usize]));
        let (below, above, _) = left.select_nth_unstable_by(k - 1, f64::total_cmp);
        let lowest = below.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        prices[record] = f64::midpoint(lowest, *above).min(neighbours.half_reach[record]).max(0.0);
    }
    Ok(())
}

/// `(k - 1)/k` times the sum of prices, less `1/k` times what pairs pay beyond their squared
/// distances.
///
/// Two records that are no neighbours pay nothing beyond it, as no price is above half of the
/// reach.
fn of_prices(neighbours: &Neighbours, k: usize, prices: &[f64]) -> f64 {
    let (mut paid, mut beyond) = (0.0, 0.0);
    for (record, price) in prices.iter().enumerate() {
        paid += price;
        let of_pair = |&(other, apart): &(u32, f64)| (price + prices[other as usize] - apart).max(0.0);
        beyond += neighbours.near(record).iter().map(of_pair).sum::<f64>() / 2.0;
    }
    let k = k as f64;
    (((k - 1.0) / k - ROUNDING) * paid - beyond / k).max(0.0)
}
