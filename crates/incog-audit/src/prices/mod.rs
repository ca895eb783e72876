//! Whether prices of records prove a bound on what every local recoding loses.
//!
//! Each record is given a price: no more than a suppressed record costs, and such that in every
//! cell (a label for each quasi-identifier) the records of any class that may lie there have prices
//! of no more than the cell costs them. Then the mean of all prices is a lower bound on the loss of
//! every release: its classes lie in cells, its suppressed records cost what they cost; add up. A
//! class has at least `k` records, so it suffices that the `k` dearest records of each cell cost no
//! more than `k` times the cell. Where there are too many cells, quasi-identifiers are divided into
//! blocks, with prices and cells of their own: what a record's labels cost is at least what they
//! cost in all blocks together.
//!
//! All of this is worked out here with plain code: what a label costs, which cells there are, and
//! which of them matter. Of the search nothing is used; of the models, how many records of a group
//! they can keep.

mod costs;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
mod walk;

use crate::Unshown;
use costs::Costs;
use incog_data::Tuples;
use incog_privacy::Conjunction;
use incog_utility::Objective;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use walk::{TOLERANCE, Walk};

/// Why prices prove nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NoBound {
    /// The objective is no mean of what labels cost.
    #[error("the objective is not a sum of label costs")]
    Objective,
    /// There is not one number for each record.
    #[error("the number of prices is not the number of records")]
    Records,
    /// The records of a class could have higher prices than their cell costs.
    #[error("the prices of records that may form a class exceed the cost of their labels")]
    Cell,
    /// There are too many cells to visit; nothing is known of the prices then.
    #[error("there are more cells than the check visits")]
    TooManyCells,
    /// A node above an allowed one may be disallowed.
    #[error(
        "with these privacy models and this suppression limit, a coarser node than a valid one can be invalid"
    )]
    Rising,
    /// A model is about people of a population.
    #[error("a privacy model counts people of a population, and a proof has no population")]
    Population,
    /// A model is about the release as a whole.
    #[error("a privacy model is about the release as a whole, and a proof checks class by class")]
    Release,
    /// Classes cannot be judged.
    #[error("{0}")]
    Unjudged(Unshown),
    /// It is about full-domain releases.
    #[error("it is for releases with the same levels for all records")]
    Recoding,
    /// It is about other quasi-identifiers.
    #[error("it is for other quasi-identifiers")]
    QuasiIdentifiers,
    /// A node has levels that there are not.
    #[error("it has a node with levels that the hierarchies do not have")]
    Node,
    /// Parts of the lattice are left out, or steps do not fit the part that they are about.
    #[error("its steps do not close all parts of the lattice")]
    Steps,
}

/// Prices that the labels of some quasi-identifiers cost by themselves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PriceBlock {
    /// The quasi-identifiers, in the order in which their labels are gone through.
    pub quasi_identifiers: Vec<String>,
    /// By how much they are said to raise the objective, minimized (its negative where more is
    /// better), at least, above what it is where no label costs anything, as far as one record or
    /// tuple is concerned.
    pub prices: Vec<f64>,
}

/// The value that no local recoding beats, if these prices prove one.
///
/// A block has one price for each tuple. No quasi-identifier is in two blocks; so what the blocks
/// cost is added up, as far as a suppressed record costs as much. `limit` is the number of records
/// that may be suppressed.
///
/// # Errors
/// When the prices prove nothing; see [`NoBound`].
pub fn bound_of_prices(
    tuples: &Tuples,
    models: &Conjunction,
    objective: &Objective,
    limit: u64,
    blocks: &[PriceBlock],
) -> Result<f64, NoBound> {
    let costs = Costs::new(objective, tuples).ok_or(NoBound::Objective)?;
    let places = places(tuples, blocks)?;
    let mut prices = vec![0.0; tuples.len()];
    for (attributes, block) in places.iter().zip(blocks) {
        if block.prices.len() != tuples.len() || !block.prices.iter().all(|price| price.is_finite()) {
            return Err(NoBound::Records);
        }
        // What is proved is what is added up: beside prices far below 0 all others would be
        // allowed.
        let own: Vec<f64> = block.prices.iter().map(|price| price.max(0.0)).collect();
        Walk::new(tuples, models, attributes, &costs.attributes, &own).prove()?;
        prices.iter_mut().zip(&own).for_each(|(sum, price)| *sum += price);
    }
    if let Some(cost) = costs.suppressed {
        prices.iter_mut().for_each(|price| *price = price.min(cost - costs.least));
    }
    let counted = (0..tuples.len()).map(|tuple| (prices[tuple], u64::from(tuples.count(tuple))));
    let mean = match costs.suppressed {
        Some(_) => mean_of_least(counted, u64::MAX),
        // Those that are left out may be the dearest.
        None => mean_of_least(counted, (tuples.rows() as u64).saturating_sub(limit)),
    };
    Ok(costs.least + mean / (1.0 + TOLERANCE))
}

/// The places of the quasi-identifiers of each block, none of which is there twice.
fn places(tuples: &Tuples, blocks: &[PriceBlock]) -> Result<Vec<Vec<usize>>, NoBound> {
    let mut is_free = vec![true; tuples.quasi_identifiers().len()];
    let mut place = |name: &String| {
        let place = tuples.quasi_identifiers().iter().position(|qid| qid.name == *name);
        place.filter(|&place| std::mem::take(&mut is_free[place])).ok_or(NoBound::QuasiIdentifiers)
    };
    let mut of_block = |block: &PriceBlock| block.quasi_identifiers.iter().map(&mut place).collect();
    blocks.iter().map(&mut of_block).collect()
}

/// The mean of the least prices of so many records.
fn mean_of_least(priced: impl Iterator<Item = (f64, u64)>, records: u64) -> f64 {
    let mut priced: Vec<(f64, u64)> = priced.collect();
    priced.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut taken, mut sum) = (0, 0.0);
    for (price, count) in priced {
        let more = count.min(records - taken);
        (taken, sum) = (taken + more, sum + price * more as f64);
    }
    if taken > 0 { sum / taken as f64 } else { 0.0 }
}
