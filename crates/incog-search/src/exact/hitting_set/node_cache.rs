//! Looks at nodes, each made once.

use super::costs::Prices;
use super::knowledge::Knowledge;
use super::suppression_slices::Slice;
use crate::{Evaluator, LatticeProblem, Node, Probe, Stop};
use std::collections::HashMap;
use std::sync::Arc;

/// By how much of themselves sums of the same costs may differ.
const NOISE: f64 = 1e-9;

/// Numbers that are remembered, at most.
const REMEMBERED: usize = 1 << 24;

/// The bound on every allowed node below one that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::exact) struct Below {
    /// What levels cost at least, and what they cost at the node itself.
    pub prices: Prices,
    /// Records that are suppressed at least, as far as that is known.
    pub suppressed: u64,
}

/// Looks at nodes where neither a clause nor an earlier look says what is wanted.
pub(super) struct NodeCache<'a> {
    probe: Box<dyn Probe + 'a>,
    saw_suppression_cost: bool,
    /// What was seen of nodes.
    seen: HashMap<Node, Option<Below>>,
    /// How many numbers that takes.
    remembered: usize,
}

impl<'a> NodeCache<'a> {
    pub fn new(probe: Box<dyn Probe + 'a>) -> Self {
        Self { probe, saw_suppression_cost: false, seen: HashMap::new(), remembered: 0 }
    }

    /// See [`Probe::turns`].
    pub fn turns(&self) -> u64 {
        self.probe.turns()
    }

    /// Whether some node was seen at which suppression makes levels cost more.
    pub fn saw_suppression_cost(&self) -> bool {
        self.saw_suppression_cost
    }

    /// The bound below a node; `None` when it is disallowed. Looks at it where that is not known; a
    /// look counts as an evaluation. By the rarest chance too little may seem to be suppressed.
    pub fn look<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        known: &Knowledge,
        node: &Node,
    ) -> Result<Option<Below>, Stop> {
        evaluator.remaining()?;
        if known.clauses.disallow(node) {
            return Ok(None);
        }
        if let Some(seen) = self.seen.get(node) {
            return Ok(seen.clone());
        }
        evaluator.count(1);
        let costs = &known.costs;
        let mut own = None;
        let seen = (!self.probe.is_disallowed(node)).then(|| {
            let prices = self.probe.costs_below(node).map(|terms| costs.prices(&terms));
            own = prices.filter(|prices| prices != costs.unsuppressed());
            let prices = own.as_ref().unwrap_or(costs.unsuppressed()).clone();
            Below { prices, suppressed: self.probe.suppressed(node) }
        });
        self.saw_suppression_cost |= own.is_some();
        let numbers = node.len() + own.map_or(0, |prices| prices.len());
        if self.remembered + numbers <= REMEMBERED {
            self.remembered += numbers;
            self.seen.insert(node.clone(), seen.clone());
        }
        Ok(seen)
    }

    /// Slices that hold all nodes from `lowest` on that are looked for.
    pub fn slices(&mut self, known: &Knowledge, lowest: &Node) -> Vec<Arc<Slice>> {
        Slice::all(&mut *self.probe, &known.costs, lowest, &known.goal)
    }

    /// Whether no node of a slice between these two is looked for.
    pub fn are_out<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        known: &Knowledge,
        lowest: &Node,
        slice: &Slice,
        node: &Node,
    ) -> Result<bool, Stop> {
        evaluator.remaining()?;
        if known.rules_out(lowest, slice, node) {
            return Ok(true);
        }
        if !self.seen.contains_key(node)
            && !self.probe.is_disallowed(node)
            && let Some((least, most)) = self.probe.cost_range(lowest, node)
        {
            if self.probe.suppressed(node) > slice.most {
                evaluator.count(1);
                return Ok(true);
            }
            let are_out = |sum: f64| known.goal.is_reached(lowest, known.costs.in_all(sum));
            let (at_least, at_most) =
                (are_out(least - NOISE * least.abs()), are_out(most + NOISE * most.abs()));
            // In a slice they may cost more than that.
            if at_least || at_least == at_most && slice.least == *known.costs.unsuppressed() {
                evaluator.count(1);
                return Ok(at_least);
            }
        }
        let below = self.look(evaluator, known, node)?;
        Ok(known.are_out(lowest, slice, below.as_ref()))
    }
}
