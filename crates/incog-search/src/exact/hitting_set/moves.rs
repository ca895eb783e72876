//! Ways to good nodes, and to new clauses.

use super::bounds::Corners;
use super::dive::Dive;
use super::knowledge::Knowledge;
use super::node_cache::{Below, NodeCache};
use super::suppression_slices::Slice;
use crate::{Evaluator, LatticeProblem, Node, Probe, Stop, Stream};

/// Finds clauses and nodes by looking. All randomness is one stream, so the search takes the same
/// way every time.
pub(in crate::exact) struct Moves<'a> {
    pub(super) looks: NodeCache<'a>,
    pub(super) random: Stream,
    pub(super) whole: Corners,
    /// How many attributes could be raised to their highest levels together when a clause was last
    /// grown.
    pub(super) raised_together: usize,
}

impl<'a> Moves<'a> {
    pub fn new(seed: u64, whole: Corners, probe: Box<dyn Probe + 'a>) -> Self {
        Self { looks: NodeCache::new(probe), random: Stream::new(seed, 0), whole, raised_together: 0 }
    }

    /// All nodes that may be allowed.
    pub fn whole(&self) -> &Corners {
        &self.whole
    }

    /// See [`NodeCache::look`].
    pub fn look<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        known: &Knowledge,
        node: &Node,
    ) -> Result<Option<Below>, Stop> {
        self.looks.look(evaluator, known, node)
    }

    /// Raises some attributes of the best node, and lowers it again; whether that leads to a better
    /// one.
    pub fn change_best<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        known: &Knowledge,
    ) -> Result<bool, Stop> {
        let best = evaluator.best().map_or_else(|| self.whole.highest.clone(), |(node, _)| node.clone());
        let changed = self.raise_some(&best);
        self.lower(evaluator, known, changed)?;
        Ok(evaluator.best().is_some_and(|(node, _)| *node != best))
    }

    /// Raises a few attributes of a node.
    fn raise_some(&mut self, node: &Node) -> Node {
        let mut raised = node.clone();
        for _ in 0..=self.random.below(4) {
            let attribute = self.random.below(raised.len());
            raised[attribute] = self.random.level(raised[attribute], self.whole.highest[attribute]);
        }
        raised
    }

    /// Lowers a node as far as it gets no worse, attribute by attribute in random order.
    pub fn lower<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        known: &Knowledge,
        mut node: Node,
    ) -> Result<(), Stop> {
        let Some(below) = self.look(evaluator, known, &node)? else { return Ok(()) };
        let mut cost = known.costs.total(&below.prices, &node);
        let mut order: Vec<usize> = (0..node.len()).collect();
        self.random.shuffle(&mut order);
        for attribute in order {
            let (mut low, mut high) = (self.whole.lowest[attribute], node[attribute]);
            while low < high {
                let middle = low + (high - low) / 2;
                let lower = node.with(attribute, middle);
                let below = self.look(evaluator, known, &lower)?;
                match below
                    .map(|below| known.costs.total(&below.prices, &lower))
                    .filter(|lower| *lower <= cost)
                {
                    None => low = middle + 1,
                    Some(lower) => (high, cost) = (middle, lower),
                }
            }
            node[attribute] = high;
        }
        if evaluator.improves(&node, known.costs.loss(cost)) {
            evaluator.evaluate(&node)?;
        }
        Ok(())
    }

    /// Meets all clauses that hold in a slice from the lowest node up, as cheaply as a walk can.
    /// Where that is not looked for there are new clauses; otherwise a good node. Whether there are
    /// new clauses.
    pub fn dive<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        known: &mut Knowledge,
        slice: &Slice,
    ) -> Result<bool, Stop> {
        let lowest = self.whole.lowest.clone();
        let node = Dive::new(known, &self.whole, slice).finish(&mut self.random);
        if self.looks.are_out(evaluator, known, &lowest, slice, &node)? {
            self.grow(evaluator, known, &lowest, slice, node)?;
            return Ok(true);
        }
        self.lower(evaluator, known, node)?;
        Ok(false)
    }
}
