//! Level costs as whole numbers, so that bounds are exact.

use crate::{Lattice, LevelCosts, rounded};

/// What all attributes at their highest levels cost, in units: sums stay far from the end of `u64`, and a unit is less
/// than what [`rounded`](crate::rounded) tells apart.
const RANGE: f64 = (1u64 << 50) as f64;

/// What each level costs beyond the lowest one of its attribute, in units and rounded down, so that every sum of them is
/// a lower bound.
#[derive(Debug)]
pub(in crate::exact) struct Costs {
    /// By attribute and level.
    beyond: Vec<Vec<u64>>,
    /// The loss below which there is nothing: that of the lowest node before `finish`.
    base: f64,
    units: f64,
    levels: LevelCosts,
}

impl Costs {
    pub fn new(levels: LevelCosts, lattice: &Lattice) -> Self {
        let term = |attribute: usize, level: u8| levels.terms[attribute][usize::from(level)];
        let attributes = 0..lattice.attributes();
        let base = attributes.clone().map(|a| term(a, lattice.lowest[a])).sum();
        let range: f64 =
            attributes.clone().map(|a| term(a, lattice.highest[a]) - term(a, lattice.lowest[a])).sum();
        let units = if range > 0.0 { RANGE / range } else { 1.0 };
        let beyond =
            |a: usize, level: u8| ((term(a, level) - term(a, lattice.lowest[a])) * units).max(0.0) as u64;
        let of_attribute = |a: usize| (0..=lattice.highest[a]).map(|level| beyond(a, level)).collect();
        let beyond = attributes.map(of_attribute).collect();
        Self { beyond, base, units, levels }
    }

    /// What an attribute at a level costs.
    pub fn at(&self, attribute: usize, level: u8) -> u64 {
        self.beyond[attribute][usize::from(level)]
    }

    /// What a node costs.
    pub fn of(&self, node: &[u8]) -> u64 {
        node.iter().enumerate().map(|(attribute, &level)| self.at(attribute, level)).sum()
    }

    /// The least cost of which the loss is not below this one; one above all costs where there is none.
    pub fn at_least(&self, loss: f64) -> u64 {
        let (mut too_little, mut enough) = (0, 2 * RANGE as u64);
        while too_little < enough {
            let middle = too_little + (enough - too_little) / 2;
            if rounded(self.loss(middle)) >= loss { enough = middle } else { too_little = middle + 1 }
        }
        enough
    }

    /// The least loss of nodes that cost so much or more.
    pub fn loss(&self, cost: u64) -> f64 {
        (self.levels.finish)(self.base + cost as f64 / self.units)
    }
}
