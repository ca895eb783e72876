//! Boxes that are still open.

use super::bounds::Corners;
use super::clauses::Literal;
use super::costs::{Costs, Prices, more_of};
use super::suppression_slices::Slice;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::sync::Arc;

/// A box that may hold a better node.
#[derive(Debug)]
pub(super) struct Branch {
    pub corners: Corners,
    /// What its nodes cost at least.
    pub bound: u64,
    /// What its levels cost at least, with what all of its nodes suppress.
    pub prices: Prices,
    /// Whether its highest node was looked at for them.
    pub is_highest_seen: bool,
    depth: u32,
    number: u64,
}

impl Branch {
    /// Least bound first; of equal ones the deeper, which is nearer to a node; then the earlier.
    fn rank(&self) -> (Reverse<u64>, u32, Reverse<u64>) {
        (Reverse(self.bound), self.depth, Reverse(self.number))
    }
}

impl Ord for Branch {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Branch {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Branch {
    fn eq(&self, other: &Self) -> bool {
        self.rank() == other.rank()
    }
}

impl Eq for Branch {}

/// All open boxes. Together they hold every node that could be better than the best one known.
#[derive(Debug, Default)]
pub(super) struct Frontier {
    open: BinaryHeap<Branch>,
    made: u64,
}

impl Frontier {
    /// The slices of the whole lattice, in which levels cost at least `prices`.
    pub fn new(whole: &Corners, slices: Vec<Arc<Slice>>, prices: &Prices, costs: &Costs) -> Self {
        let root = |(number, slice): (u64, Arc<Slice>)| {
            let prices = more_of(prices, &slice.least);
            let bound = costs.total(&prices, &whole.lowest);
            let corners = Corners { slice, ..whole.clone() };
            Branch { corners, bound, prices, is_highest_seen: true, depth: 0, number }
        };
        let open: BinaryHeap<Branch> = (0..).zip(slices).map(root).collect();
        Self { made: open.len() as u64, open }
    }

    /// Takes out the box with the least bound.
    pub fn take(&mut self) -> Option<Branch> {
        self.open.pop()
    }

    /// Whether some open box has a bound less than this.
    pub fn has_less_than(&self, bound: u64) -> bool {
        self.open.peek().is_some_and(|first| first.bound < bound)
    }

    /// Puts back a box.
    pub fn put(&mut self, branch: Branch) {
        self.open.push(branch);
    }

    /// Divides a box by a clause that its lowest node does not meet, into disjoint boxes: in each
    /// one literal holds, and none of those before it, the dearest being the first.
    pub fn divide(&mut self, branch: Branch, clause: &[Literal], costs: &Costs) {
        let Branch { corners, bound, prices, is_highest_seen, depth, .. } = branch;
        for (place, (corners, _)) in corners.by_literals(clause, costs, &prices).into_iter().enumerate() {
            self.open.push(Branch {
                corners,
                bound,
                prices: prices.clone(),
                is_highest_seen: is_highest_seen && place == 0,
                depth: depth + 1,
                number: self.made,
            });
            self.made += 1;
        }
    }
}
