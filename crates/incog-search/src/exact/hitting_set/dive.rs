//! One way from the lowest node up through all clauses.

use super::bounds::Corners;
use super::clauses::{Block, Clauses, Literal, numbers, place};
use super::costs::Costs;
use super::knowledge::Knowledge;
use super::suppression_slices::Slice;
use crate::{Node, Stream};

/// A node on its way up, with the clauses that hold everywhere and that it does not meet yet.
pub(super) struct Dive<'a> {
    clauses: &'a Clauses,
    costs: &'a Costs,
    node: Node,
    /// The clauses that are open.
    open: Vec<Block>,
    /// By attribute and level: the open clauses that have this literal.
    meets: Vec<Vec<u32>>,
}

impl<'a> Dive<'a> {
    /// Begins at the lowest node, and meets what holds in a slice.
    pub fn new(known: &'a Knowledge, whole: &Corners, slice: &Slice) -> Self {
        let Corners { lowest, highest, .. } = whole;
        let levels = |&top: &u8| vec![0; usize::from(top) + 1];
        let Knowledge { costs, clauses, .. } = known;
        let mut dive = Self {
            clauses,
            costs,
            node: lowest.clone(),
            open: clauses.none(),
            meets: highest.iter().map(levels).collect(),
        };
        for clause in known.unmet(lowest, slice) {
            let (block, word, bit) = place(clause as usize);
            dive.open[block][word] |= bit;
            dive.clauses.literals(clause as usize).iter().for_each(|literal| *dive.meeting(literal) += 1);
        }
        dive
    }

    /// Meets the clauses, each time by the level that meets the most of them for what it costs,
    /// with some noise; the node that meets all of them.
    pub fn finish(mut self, random: &mut Stream) -> Node {
        while let Some(literal) = self.most_telling(random) {
            self.node[literal.attribute] = literal.level;
            self.close_met(&literal);
        }
        self.node
    }

    fn meeting(&mut self, literal: &Literal) -> &mut u32 {
        &mut self.meets[literal.attribute][usize::from(literal.level)]
    }

    /// Takes out the open clauses that an attribute at a level meets.
    fn close_met(&mut self, raised: &Literal) {
        let clauses = self.clauses;
        for (block, met) in clauses.met_by(raised).iter().enumerate() {
            let open = &mut self.open[block];
            let closed = std::array::from_fn(|word| open[word] & met[word]);
            open.iter_mut().zip(&closed).for_each(|(open, closed)| *open ^= closed);
            for clause in numbers(block, closed) {
                clauses.literals(clause as usize).iter().for_each(|literal| *self.meeting(literal) -= 1);
            }
        }
    }

    /// The level that meets the most open clauses for what it costs; none when no clause is open.
    fn most_telling(&self, random: &mut Stream) -> Option<Literal> {
        let price = |attribute: usize, level: u8| self.costs.at(self.costs.unsuppressed(), attribute, level);
        let mut best: Option<(f64, Literal)> = None;
        for (attribute, meets) in self.meets.iter().enumerate() {
            let mut met = 0;
            for (level, more) in (0u8..).zip(meets).filter(|(_, more)| **more > 0) {
                met += more;
                let cost = price(attribute, level).saturating_sub(price(attribute, self.node[attribute]));
                let worth = f64::from(met) / (cost as f64 + 1.0) * (0.5 + random.unit());
                if best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, Literal { attribute, level }));
                }
            }
        }
        best.map(|(_, found)| found)
    }
}

#[cfg(test)]
mod tests {
    use super::super::costs::Goal;
    use super::*;
    use crate::{Lattice, LevelCosts};
    use proptest::prelude::*;

    fn known(nodes: &[Vec<u8>]) -> Knowledge {
        let highest: Node = vec![3, 2, 4].into();
        let terms = highest.iter().map(|&top| (0..=top).map(|level| f64::from(level).powi(2)).collect());
        let levels = LevelCosts { terms: terms.collect(), finish: std::sync::Arc::new(|sum| sum) };
        let lattice = Lattice { lowest: vec![0; 3].into(), highest: highest.clone() };
        let mut clauses = Clauses::new(&highest);
        nodes.iter().for_each(|node| _ = clauses.add(&node.clone().into(), None));
        Knowledge { costs: Costs::new(levels, &lattice), clauses, goal: Goal::any() }
    }

    proptest! {
        /// Counted anew after each step, by going through all clauses.
        #[test]
        fn a_dive_counts_the_clauses_that_are_open(
            nodes in proptest::collection::vec((0u8..3, 0u8..2, 0u8..4), 0..150), seed in any::<u64>(),
        ) {
            let nodes: Vec<Vec<u8>> = nodes.into_iter().map(|(a, b, c)| vec![a, b, c]).collect();
            let known = known(&nodes);
            let highest: Node = vec![3, 2, 4].into();
            let slice = Slice::whole(&known.costs);
            let whole = Corners { lowest: vec![0; 3].into(), highest: highest.clone(), slice: slice.clone() };
            let mut dive = Dive::new(&known, &whole, &slice);
            let mut random = Stream::new(seed, 0);
            while let Some(literal) = dive.most_telling(&mut random) {
                dive.node[literal.attribute] = literal.level;
                dive.close_met(&literal);
                let mut plain: Vec<Vec<u32>> = highest.iter().map(|&top| vec![0; usize::from(top) + 1]).collect();
                for clause in known.clauses.unmet(&dive.node) {
                    for literal in known.clauses.literals(clause as usize) {
                        plain[literal.attribute][usize::from(literal.level)] += 1;
                    }
                }
                prop_assert_eq!(&dive.meets, &plain);
            }
            prop_assert!(known.clauses.unmet(&dive.node).next().is_none());
        }
    }
}
