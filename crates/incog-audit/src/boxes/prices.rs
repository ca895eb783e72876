//! What disallowed nodes demand of the nodes of a box, in prices.

use super::losses::{Losses, Suppressed};
use super::walk::Corners;

/// What is left of the cost of each level, and what has been paid altogether.
pub(super) struct Prices {
    /// By attribute, from the lowest level of the box on: what a level costs beyond the lowest one,
    /// less the prices it pays.
    left: Vec<Vec<f64>>,
    /// The cost of the lowest levels and all prices.
    paid: f64,
}

impl Prices {
    /// Before anybody has paid, with these records suppressed at all nodes of the box.
    pub fn new(corners: &Corners, losses: &Losses, suppressed: Option<&Suppressed>) -> Self {
        let term = |attribute: usize, level: u8| losses.term(attribute, level, suppressed);
        let beyond = |(attribute, (&low, &high)): (usize, (&u8, &u8))| {
            let least = term(attribute, low);
            // Labels of higher levels cost no less; what looks like it is rounding.
            (low..=high).map(|level| (term(attribute, level) - least).max(0.0)).collect()
        };
        let levels = corners.lowest.iter().zip(&corners.highest);
        let paid = corners.lowest.iter().enumerate().map(|(attribute, &level)| term(attribute, level)).sum();
        Self { left: levels.enumerate().map(beyond).collect(), paid }
    }

    /// Lets the levels of the box that stand above a node, which the lowest corner lies below, pay
    /// as much as the cheapest of them can. If no level of the box does, then no node of the box
    /// stands above it, and there is no end to the price.
    pub fn pay(&mut self, node: &[u8], corners: &Corners) {
        let first_above: Vec<usize> =
            node.iter().zip(&corners.lowest).map(|(level, low)| usize::from(level - low) + 1).collect();
        let above = self.left.iter().zip(&first_above).flat_map(|(left, &first)| left.iter().skip(first));
        let price = above.copied().fold(f64::INFINITY, f64::min);
        for (left, &first) in self.left.iter_mut().zip(&first_above) {
            left.iter_mut().skip(first).for_each(|left| *left -= price);
        }
        self.paid += price;
    }

    /// What the nodes of the box cost at least.
    pub fn paid(&self) -> f64 {
        self.paid
    }

    /// What those cost at least that have a level above `highest` in this attribute.
    pub fn above(&self, attribute: usize, highest: u8, corners: &Corners) -> f64 {
        let first = usize::from(highest - corners.lowest[attribute]) + 1;
        let least = self.left[attribute].iter().skip(first).copied().fold(f64::INFINITY, f64::min);
        self.paid + least
    }
}
