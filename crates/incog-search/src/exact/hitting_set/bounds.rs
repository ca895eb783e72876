//! What the clauses say of a box: levels that it cannot have, and what its nodes cost at least.

use super::clauses::Literal;
use super::costs::{Costs, Goal, Prices};
use super::knowledge::Knowledge;
use super::suppression_slices::Slice;
use crate::Node;
use std::cmp::Reverse;
use std::sync::Arc;

/// The nodes of a slice between two corners.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::exact) struct Corners {
    pub lowest: Node,
    pub highest: Node,
    pub slice: Arc<Slice>,
}

impl Corners {
    /// Whether a literal holds at some node.
    pub fn can_hold(&self, literal: &Literal) -> bool {
        self.highest[literal.attribute] >= literal.level
    }

    /// The parts in which one literal holds, and none of those before it, the dearest literal being
    /// the first. What is left of the box meets none of them.
    pub fn by_literals(self, clause: &[Literal], costs: &Costs, prices: &Prices) -> Vec<(Self, Literal)> {
        let mut rest = self;
        let mut literals: Vec<Literal> =
            clause.iter().filter(|literal| rest.can_hold(literal)).copied().collect();
        let price = |literal: &Literal| {
            let now = costs.at(prices, literal.attribute, rest.lowest[literal.attribute]);
            costs.at(prices, literal.attribute, literal.level).saturating_sub(now)
        };
        literals.sort_by_key(|literal| (Reverse(price(literal)), literal.attribute));
        let part = |literal: Literal| {
            let mut part = rest.clone();
            part.lowest[literal.attribute] = literal.level;
            rest.highest[literal.attribute] = literal.level - 1;
            (part, literal)
        };
        literals.into_iter().map(part).collect()
    }

    fn holds_everywhere(&self, literal: &Literal) -> bool {
        self.lowest[literal.attribute] >= literal.level
    }
}

/// What is left of a box.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::exact) enum Rest {
    /// Nothing that could be better.
    Nothing,
    /// The lowest node meets every clause.
    Met,
    /// This clause has the fewest literals left among those that the lowest node does not meet.
    Unmet(u32),
}

/// A step of narrowing a box.
pub(in crate::exact) enum Narrowing<'a> {
    /// This is the only literal of the clause that is left, so the lowest node rises to it.
    Raised { clause: u32, literal: Literal },
    /// No literal of the clause is left, so no node is.
    Empty { clause: u32 },
    /// With what these clauses pay, levels above these cost too much; all levels, where none are
    /// given.
    Lowered { paying: &'a [u32], highest: Vec<(usize, u8)> },
}

/// Room for working on boxes.
#[derive(Debug, Default)]
pub(in crate::exact) struct Tightening {
    open: Vec<u32>,
    /// Clauses that are not met, fewest literals first.
    by_literals: Vec<(u32, u32)>,
    /// Clauses that have paid something, in their order.
    paying: Vec<u32>,
    /// By attribute and level: what the level costs beyond the lowest one, less the prices it pays.
    unpaid: Vec<Vec<u64>>,
}

impl Tightening {
    /// Narrows a box, in which levels cost at least `prices`, as far as the clauses say, and raises
    /// `bound` to what its nodes cost at least. Only nodes that the goal looks for are kept; `note`
    /// is told of every step.
    ///
    /// The bound is the dual of covering: every clause that is not met pays a price, at most what
    /// is unpaid of the cheapest level that meets it; a level `u` of an attribute is charged the
    /// prices of all clauses that it meets. No level is ever charged more than it costs, and a node
    /// that meets all clauses is charged every price at least once, so the prices together are at
    /// most what it costs beyond the lowest node.
    pub fn tighten(
        &mut self,
        corners: &mut Corners,
        prices: &Prices,
        bound: &mut u64,
        known: &Knowledge,
        note: &mut dyn FnMut(Narrowing<'_>),
    ) -> Rest {
        loop {
            match self.raise_forced(corners, known, note) {
                Forced::Impossible => return Rest::Nothing,
                Forced::Raised => continue,
                Forced::Nothing => {}
            }
            let total = self.pay(corners, prices, known);
            *bound = total.max(*bound);
            if known.goal.is_reached(&corners.lowest, *bound) {
                note(Narrowing::Lowered { paying: &self.paying, highest: Vec::new() });
                return Rest::Nothing;
            }
            let highest = self.lower_dear(corners, total, &known.goal);
            if highest.is_empty() {
                return self.by_literals.first().map_or(Rest::Met, |(_, clause)| Rest::Unmet(*clause));
            }
            note(Narrowing::Lowered { paying: &self.paying, highest });
        }
    }

    /// Raises the lowest levels of attributes that are the only ones left to meet some clause.
    fn raise_forced(
        &mut self,
        corners: &mut Corners,
        known: &Knowledge,
        note: &mut dyn FnMut(Narrowing<'_>),
    ) -> Forced {
        let clauses = &known.clauses;
        self.open.clear();
        self.open.extend(known.unmet(&corners.lowest, &corners.slice));
        self.by_literals.clear();
        let mut forced = Forced::Nothing;
        for &clause in &self.open {
            let literals = clauses.literals(clause as usize);
            if literals.iter().any(|literal| corners.holds_everywhere(literal)) {
                continue;
            }
            let mut left = literals.iter().filter(|literal| corners.can_hold(literal));
            match (left.next().copied(), left.count()) {
                (None, _) => {
                    note(Narrowing::Empty { clause });
                    return Forced::Impossible;
                }
                (Some(only), 0) => {
                    corners.lowest[only.attribute] = only.level;
                    note(Narrowing::Raised { clause, literal: only });
                    forced = Forced::Raised;
                }
                (Some(_), others) => self.by_literals.push((others as u32 + 1, clause)),
            }
        }
        self.by_literals.sort_unstable();
        forced
    }

    /// Lets the clauses pay; what the box's nodes cost at least.
    fn pay(&mut self, corners: &Corners, prices: &Prices, known: &Knowledge) -> u64 {
        let (Corners { lowest, highest, .. }, Knowledge { clauses, costs, .. }) = (corners, known);
        self.unpaid.resize(lowest.len(), Vec::new());
        for (attribute, unpaid) in self.unpaid.iter_mut().enumerate() {
            unpaid.clear();
            let from = costs.at(prices, attribute, lowest[attribute]);
            let levels = 0..=highest[attribute];
            unpaid.extend(levels.map(|level| costs.at(prices, attribute, level).saturating_sub(from)));
        }
        let mut total = costs.total(prices, lowest);
        self.paying.clear();
        for &(_, clause) in &self.by_literals {
            let left =
                || clauses.literals(clause as usize).iter().filter(|literal| corners.can_hold(literal));
            let unpaid = |literal: &Literal| {
                self.unpaid[literal.attribute][literal.level.into()..].iter().min().copied()
            };
            let price = left().filter_map(unpaid).min().unwrap_or(0);
            if price > 0 {
                total += price;
                self.paying.push(clause);
                for literal in left() {
                    let levels = &mut self.unpaid[literal.attribute][literal.level.into()..];
                    levels.iter_mut().for_each(|unpaid| *unpaid -= price);
                }
            }
        }
        total
    }

    /// Lowers the highest levels that cost too much on top of all prices; the new ones.
    fn lower_dear(&self, corners: &mut Corners, total: u64, goal: &Goal) -> Vec<(usize, u8)> {
        let mut lowered = Vec::new();
        for (attribute, unpaid) in self.unpaid.iter().enumerate() {
            let before = corners.highest[attribute];
            while corners.highest[attribute] > corners.lowest[attribute]
                && goal.is_passed(total + unpaid[usize::from(corners.highest[attribute])])
            {
                corners.highest[attribute] -= 1;
            }
            if corners.highest[attribute] < before {
                lowered.push((attribute, corners.highest[attribute]));
            }
        }
        lowered
    }
}

enum Forced {
    Impossible,
    Raised,
    Nothing,
}
