//! Level costs as whole numbers, so that bounds are exact.

use crate::{Lattice, LevelCosts, Node, rounded};
use std::sync::Arc;

/// What all attributes at their highest levels cost, in units: sums stay far from the end of `u64`,
/// and a unit is less than what [`rounded`](crate::rounded) tells apart.
const RANGE: f64 = (1u64 << 50) as f64;

/// No level is said to cost more, so that no sum is too large.
const DEAREST: u64 = 1 << 54;

/// What each level costs, by attribute and level one after the other, in units beyond what the
/// lowest levels cost without suppression, and rounded down, so that every sum of them is a lower
/// bound.
pub(in crate::exact) type Prices = Arc<[u64]>;

/// The more of two prices for each level.
pub(in crate::exact) fn more_of(prices: &Prices, others: &Prices) -> Prices {
    prices.iter().zip(others.iter()).map(|(price, other)| *price.max(other)).collect()
}

/// Costs in units, and the losses they stand for.
#[derive(Debug)]
pub(in crate::exact) struct Costs {
    /// Where the levels of each attribute begin in prices.
    starts: Vec<usize>,
    /// By attribute: what the lowest level adds before `finish`.
    least: Vec<f64>,
    base: f64,
    units: f64,
    levels: LevelCosts,
    unsuppressed: Prices,
}

impl Costs {
    pub fn new(levels: LevelCosts, lattice: &Lattice) -> Self {
        let term = |attribute: usize, level: u8| levels.terms[attribute][usize::from(level)];
        let attributes = 0..lattice.attributes();
        let least: Vec<f64> = attributes.clone().map(|a| term(a, lattice.lowest[a])).collect();
        let range: f64 = attributes.clone().map(|a| term(a, lattice.highest[a]) - least[a]).sum();
        let units = if range > 0.0 { RANGE / range } else { 1.0 };
        let starts = attributes.scan(0, |next, attribute| {
            let start = *next;
            *next += usize::from(lattice.highest[attribute]) + 1;
            Some(start)
        });
        let starts = starts.collect();
        let base = least.iter().sum();
        let none = Arc::new([]);
        let mut costs = Self { starts, least, base, units, levels, unsuppressed: none };
        let levels = lattice.highest.iter().zip(&costs.levels.terms);
        let all: Vec<&[f64]> = levels.map(|(&high, terms)| &terms[..=usize::from(high)]).collect();
        costs.unsuppressed = all.iter().enumerate().flat_map(|(a, terms)| costs.in_units(a, terms)).collect();
        costs
    }

    fn in_units<'a>(&'a self, attribute: usize, terms: &'a [f64]) -> impl Iterator<Item = u64> + 'a {
        let beyond = move |term: &f64| ((term - self.least[attribute]) * self.units).max(0.0) as u64;
        terms.iter().map(move |term| beyond(term).min(DEAREST))
    }

    /// What the levels cost when nothing is suppressed.
    pub fn unsuppressed(&self) -> &Prices {
        &self.unsuppressed
    }

    /// What levels cost that are given up to some for each attribute; the others as when nothing is
    /// suppressed.
    pub fn prices(&self, terms: &[Vec<f64>]) -> Prices {
        let mut prices = self.unsuppressed.to_vec();
        for (attribute, (terms, &start)) in terms.iter().zip(&self.starts).enumerate() {
            let known = prices[start..].iter_mut().zip(self.in_units(attribute, terms));
            known.for_each(|(price, known)| *price = known.max(*price));
        }
        prices.into()
    }

    /// What an attribute at a level costs.
    pub fn at(&self, prices: &Prices, attribute: usize, level: u8) -> u64 {
        prices[self.starts[attribute] + usize::from(level)]
    }

    /// What a node costs.
    pub fn total(&self, prices: &Prices, node: &[u8]) -> u64 {
        self.starts.iter().zip(node).map(|(start, &level)| prices[start + usize::from(level)]).sum()
    }

    /// What a node costs when each level costs the more of two.
    pub fn of_both(&self, prices: &Prices, others: &Prices, node: &[u8]) -> u64 {
        let places = self.starts.iter().zip(node).map(|(start, &level)| start + usize::from(level));
        places.map(|place| prices[place].max(others[place])).sum()
    }

    /// Terms that add up to this, as a cost.
    pub fn in_all(&self, terms: f64) -> u64 {
        ((terms - self.base) * self.units).max(0.0) as u64
    }

    /// The least cost of which the loss is not below this one; one above all costs where there is
    /// none.
    pub fn at_least(&self, loss: f64) -> u64 {
        self.least_of(|found| found >= loss)
    }

    /// The least cost of which the loss is above this one; one above all costs where there is none.
    pub fn above(&self, loss: f64) -> u64 {
        self.least_of(|found| found > loss)
    }

    fn least_of(&self, is_enough: impl Fn(f64) -> bool) -> u64 {
        let (mut too_little, mut enough) = (0, 1u64 << 62);
        while too_little < enough {
            let middle = too_little + (enough - too_little) / 2;
            if is_enough(rounded(self.loss(middle))) { enough = middle } else { too_little = middle + 1 }
        }
        enough
    }

    /// The least loss of nodes that cost so much or more.
    pub fn loss(&self, cost: u64) -> f64 {
        (self.levels.finish)(self.base + cost as f64 / self.units)
    }
}

/// From which cost on a node is no longer looked for.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::exact) struct Goal {
    /// Nodes that cost so much are not looked for.
    enough: u64,
    /// Nodes that cost so much are not looked for where they come after this one.
    equal: Option<(u64, Node)>,
}

impl Goal {
    /// Nodes that cost less.
    pub fn less_than(cost: u64) -> Self {
        Self { enough: cost, equal: None }
    }

    /// Nodes that are better than this one, which has this loss.
    pub fn better_than(node: &Node, loss: f64, costs: &Costs) -> Self {
        let loss = rounded(loss);
        Self { enough: costs.above(loss), equal: Some((costs.at_least(loss), node.clone())) }
    }

    /// All nodes.
    pub fn any() -> Self {
        Self::less_than(u64::MAX)
    }

    /// From which cost on nodes are not looked for wherever they stand; `None` where all are.
    pub fn enough(&self) -> Option<u64> {
        Some(self.enough).filter(|enough| *enough < u64::MAX)
    }

    /// Whether nodes that cost so much are not looked for, wherever they stand.
    pub fn is_passed(&self, cost: u64) -> bool {
        cost >= self.enough
    }

    /// Whether nodes from `lowest` on that cost so much are not looked for.
    pub fn is_reached(&self, lowest: &Node, cost: u64) -> bool {
        self.is_passed(cost)
            || self.equal.as_ref().is_some_and(|(equal, node)| cost >= *equal && lowest >= node)
    }
}
