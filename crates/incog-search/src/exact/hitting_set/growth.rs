//! Clauses that say as much as they can.

use super::bounds::Corners;
use super::knowledge::Knowledge;
use super::moves::Moves;
use super::slices::Slice;
use crate::{Evaluator, LatticeProblem, Node, Stop};

impl Moves<'_> {
    /// Raises a node, up to which no node of a slice is looked for from `lowest` on, as far as that stays so, attribute by
    /// attribute, and adds its clause.
    pub fn grow<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        known: &mut Knowledge,
        lowest: &Node,
        slice: &Slice,
        mut node: Node,
    ) -> Result<(), Stop> {
        for attribute in self.order_upwards(known, &node) {
            let (mut low, mut high) = (node[attribute], self.whole.highest[attribute]);
            // Most attributes of a short clause go to their highest level at once.
            let mut next = high;
            while low < high {
                if self.looks.are_out(evaluator, known, lowest, slice, &node.with(attribute, next))? {
                    low = next;
                } else {
                    high = next - 1;
                }
                next = high - (high - low) / 2;
            }
            node[attribute] = low;
        }
        let below = self.look(evaluator, known, &node)?;
        known.clauses.add(&node, below);
        Ok(())
    }

    /// Clauses from the nodes right below the best one: once that is minimal, they are disallowed or suppress more.
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

    /// The cheapest attributes to raise to their highest levels first, with some noise, so that a clause is left with
    /// dear ones.
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
