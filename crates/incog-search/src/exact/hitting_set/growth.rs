//! Clauses that say as much as they can.

use super::bounds::Corners;
use super::knowledge::Knowledge;
use super::moves::Moves;
use super::suppression_slices::Slice;
use crate::{Evaluator, LatticeProblem, Node, Stop};

impl Moves<'_> {
    /// Raises a node, up to which no node of a slice is looked for from `lowest` on, as far as that
    /// stays so, attribute by attribute, and adds its clause.
    pub fn grow<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        known: &mut Knowledge,
        lowest: &Node,
        slice: &Slice,
        mut node: Node,
    ) -> Result<(), Stop> {
        let order = self.order_upwards(known, &node);
        let highest = self.whole.highest.clone();
        let raised = |node: &Node, attributes: &[usize]| {
            let mut raised = node.clone();
            attributes.iter().for_each(|&attribute| raised[attribute] = highest[attribute]);
            raised
        };
        // Mostly many attributes can be raised to their highest levels before one cannot, so they
        // are raised together.
        let together = Steps { low: 0, high: order.len(), guess: self.raised_together };
        let together = together.last(|count| {
            self.looks.are_out(evaluator, known, lowest, slice, &raised(&node, &order[..count]))
        })?;
        self.raised_together = together;
        node = raised(&node, &order[..together]);
        // The first of the others cannot be raised to its highest level.
        let mut short = 1;
        for &attribute in &order[together..] {
            let low = usize::from(node[attribute]);
            let high = usize::from(highest[attribute]).saturating_sub(std::mem::take(&mut short)).max(low);
            let level = Steps { low, high, guess: low + 1 }.last(|level| {
                self.looks.are_out(evaluator, known, lowest, slice, &node.with(attribute, level as u8))
            })?;
            node[attribute] = level as u8;
        }
        let below = self.look(evaluator, known, &node)?;
        known.clauses.add(&node, below);
        Ok(())
    }

    /// Clauses from the nodes right below the best one: once that is minimal, they are disallowed
    /// or suppress more.
    pub fn grow_below_best<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        known: &mut Knowledge,
    ) -> Result<(), Stop> {
        let Some(best) = evaluator.best().map(|(node, _)| node.clone()) else { return Ok(()) };
        let Corners { lowest, slice, .. } = self.whole.clone();
        for attribute in 0..best.len() {
            if best[attribute] > lowest[attribute] {
                let below = best.with(attribute, best[attribute] - 1);
                if self.looks.are_out(evaluator, known, &lowest, &slice, &below)? {
                    self.grow(evaluator, known, &lowest, &slice, below)?;
                }
            }
        }
        Ok(())
    }

    /// The cheapest attributes to raise to their highest levels first, with some noise, so that a
    /// clause is left with dear ones.
    fn order_upwards(&mut self, known: &Knowledge, node: &Node) -> Vec<usize> {
        let Knowledge { costs, .. } = known;
        let price = |attribute: usize, level: u8| costs.at(costs.unsuppressed(), attribute, level);
        let mut order: Vec<(f64, usize)> = (0..node.len())
            .map(|attribute| {
                let highest = price(attribute, self.whole.highest[attribute]);
                let cost = highest.saturating_sub(price(attribute, node[attribute]));
                ((cost as f64 + 1.0) * (0.5 + self.random.unit()), attribute)
            })
            .collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        order.into_iter().map(|(_, attribute)| attribute).collect()
    }
}

/// Numbers of which the first holds, and some up to the last one: all up to the largest that does.
struct Steps {
    low: usize,
    high: usize,
    /// What is tried first.
    guess: usize,
}

impl Steps {
    /// The largest number that holds: away from the guess by steps that double, then by halves.
    fn last(self, mut holds: impl FnMut(usize) -> Result<bool, Stop>) -> Result<usize, Stop> {
        let Self { mut low, mut high, guess } = self;
        let (first, last) = (low, high);
        let (mut next, mut step) = (guess, 1);
        while low < high {
            next = next.clamp(low + 1, high);
            if holds(next)? {
                low = next;
            } else {
                high = next - 1;
            }
            next = if high == last {
                low + step
            } else if low == first {
                (high + 1).saturating_sub(step)
            } else {
                high - (high - low) / 2
            };
            step *= 2;
        }
        Ok(low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn steps_end_at_the_largest_number_that_holds(
            low in 0usize..40, more in 0usize..40, largest in 0usize..40, guess in 0usize..90,
        ) {
            let (high, largest) = (low + more, low + largest.min(more));
            let mut asked = Vec::new();
            let last = Steps { low, high, guess }.last(|number| {
                asked.push(number);
                Ok(number <= largest)
            });
            prop_assert_eq!(last, Ok(largest));
            prop_assert!(asked.iter().all(|number| (low + 1..=high).contains(number)));
            prop_assert!(asked.len() <= 12, "{asked:?}");
            asked.sort_unstable();
            prop_assert!(asked.windows(2).all(|pair| pair[0] < pair[1]), "{asked:?}");
        }
    }
}
