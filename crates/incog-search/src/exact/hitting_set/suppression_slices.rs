//! Nodes by how many records they suppress.

use super::costs::{Costs, Goal, Prices};
use crate::{Node, Probe};
use std::sync::Arc;

/// The share of what the goal allows beyond the lowest node that the suppression of one slice may
/// differ by.
const WIDTH: u64 = 8;

/// Nodes that suppress at most so many records, and so many at least that their levels cost no less
/// than some prices.
///
/// A node below one that suppresses more is in none of the slices up to there; a node of the slice
/// pays for the records it suppresses and for its levels as well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::exact) struct Slice {
    /// What levels cost at least.
    pub least: Prices,
    /// Records that are suppressed at most.
    pub most: u64,
}

impl Slice {
    /// All nodes.
    pub fn whole(costs: &Costs) -> Arc<Self> {
        Arc::new(Self { least: costs.unsuppressed().clone(), most: u64::MAX })
    }

    /// Slices that hold all nodes from `lowest` on that the goal looks for: what their least
    /// suppression costs grows from one to the next by a part of what the goal allows.
    pub fn all(probe: &mut dyn Probe, costs: &Costs, lowest: &Node, goal: &Goal) -> Vec<Arc<Self>> {
        let mut least_of = |records: u64| probe.costs_suppressing(records).map(|terms| costs.prices(&terms));
        let (Some(allowed), Some(mut least)) = (goal.enough(), least_of(0)) else {
            return vec![Self::whole(costs)];
        };
        let width = (allowed.saturating_sub(costs.total(&least, lowest)) / WIDTH).max(1);
        let mut slices = Vec::new();
        let mut from = 0;
        loop {
            let dear = costs.total(&least, lowest).saturating_add(width);
            let next = first(from + 1, |records| {
                least_of(records).is_none_or(|prices| costs.total(&prices, lowest) >= dear)
            });
            let after = least_of(next);
            let most = if after.is_none() { u64::MAX } else { next - 1 };
            slices.push(Arc::new(Self { least, most }));
            match after.filter(|prices| !goal.is_passed(costs.total(prices, lowest))) {
                Some(prices) => (least, from) = (prices, next),
                None => return slices,
            }
        }
    }
}

/// The first number from `least` on of which something holds that holds of all later ones.
fn first(least: u64, mut holds: impl FnMut(u64) -> bool) -> u64 {
    let mut step = 1;
    while !holds(least + step) {
        step *= 2;
    }
    let (mut low, mut high) = (least, least + step);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) { high = middle } else { low = middle + 1 }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lattice, LevelCosts};

    /// Levels cost their number, and every suppressed record adds what is left to 10, up to a
    /// limit.
    struct Counting {
        limit: u64,
    }

    impl Probe for Counting {
        fn is_disallowed(&mut self, _node: &Node) -> bool {
            false
        }

        fn costs_below(&mut self, _node: &Node) -> Option<Vec<Vec<f64>>> {
            None
        }

        fn costs_suppressing(&mut self, records: u64) -> Option<Vec<Vec<f64>>> {
            let term = |level: f64| level + records as f64 * (10.0 - level) / 100.0;
            (records <= self.limit).then(|| vec![[0.0, 5.0, 9.0].map(term).to_vec()])
        }
    }

    fn slices(limit: u64, goal: impl Fn(&Costs) -> Goal) -> (Vec<Arc<Slice>>, Costs) {
        let levels = LevelCosts { terms: vec![vec![0.0, 5.0, 9.0]], finish: Arc::new(|sum| sum) };
        let costs = Costs::new(levels, &Lattice { lowest: vec![0].into(), highest: vec![2].into() });
        let goal = goal(&costs);
        (Slice::all(&mut Counting { limit }, &costs, &vec![0].into(), &goal), costs)
    }

    #[test]
    fn slices_follow_each_other_up_to_the_goal() {
        // The lowest node costs a tenth for each suppressed record, so 60 of them cost what the
        // goal allows.
        let (slices, costs) = slices(100, |costs| Goal::less_than(costs.at_least(6.0)));
        assert!((8..=9).contains(&slices.len()), "{}", slices.len());
        let mut next = 0;
        for slice in &slices {
            let terms = Counting { limit: 100 }.costs_suppressing(next);
            assert_eq!(terms.map(|terms| costs.prices(&terms)).as_ref(), Some(&slice.least), "from {next}");
            assert!(slice.most >= next);
            next = slice.most + 1;
        }
        assert!((60..68).contains(&next), "{next}");
    }

    #[test]
    fn the_last_slice_holds_all_that_may_be_suppressed() {
        let (slices, _) = slices(3, |costs| Goal::less_than(costs.at_least(6.0)));
        assert_eq!(slices.iter().map(|slice| slice.most).collect::<Vec<_>>(), [u64::MAX]);
    }

    #[test]
    fn without_a_goal_there_is_one_slice() {
        let (slices, costs) = slices(100, |_| Goal::any());
        assert_eq!(slices, [Slice::whole(&costs)]);
    }
}
