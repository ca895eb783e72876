//! The knowledge of a lattice so far, and the goal of the search.

use super::clauses::Clauses;
use super::costs::{Costs, Goal};
use super::node_cache::Below;
use super::suppression_slices::Slice;
use crate::{Node, rounded};

/// What levels cost, what the nodes seen demand, and which nodes are looked for.
#[derive(Debug)]
pub(in crate::exact) struct Knowledge {
    pub costs: Costs,
    pub clauses: Clauses,
    pub goal: Goal,
}

impl Knowledge {
    /// Whether no node of a slice is looked for from `lowest` up to one of which `below` is known;
    /// `None` says that it is disallowed.
    pub fn are_out(&self, lowest: &Node, slice: &Slice, below: Option<&Below>) -> bool {
        below.is_none_or(|Below { prices, suppressed }| {
            *suppressed > slice.most
                || self.goal.is_reached(lowest, self.costs.of_both(prices, &slice.least, lowest))
        })
    }

    /// Whether a node with this loss is not looked for.
    pub fn reaches(&self, node: &Node, loss: f64) -> bool {
        let cost = self.costs.at_least(rounded(loss));
        self.goal.is_reached(node, cost)
    }

    /// The clauses that hold in a slice from `lowest` on and that it does not meet.
    pub fn unmet<'a>(&'a self, lowest: &'a Node, slice: &'a Slice) -> impl Iterator<Item = u32> + 'a {
        let holds = |clause: &u32| self.are_out(lowest, slice, self.clauses.below(*clause));
        self.clauses.unmet(lowest).filter(holds)
    }

    /// Whether it follows from a clause that no node of a slice between these two is looked for.
    pub fn rules_out(&self, lowest: &Node, slice: &Slice, node: &Node) -> bool {
        self.clauses.disallow(node)
            || self.clauses.unmet(node).any(|clause| self.are_out(lowest, slice, self.clauses.below(clause)))
    }
}
