//! Ways to new clauses and to good nodes.

use super::bounds::Corners;
use super::clauses::Clauses;
use super::costs::Costs;
use crate::{Evaluator, LatticeProblem, Node, Probe, Stop, Stream};
use std::collections::HashMap;

/// Clauses grown from one disallowed node, each in another order.
const GROWTHS: usize = 4;
/// Descents from the highest node at the beginning.
const DESCENTS: usize = 8;
/// Times the best node is changed and lowered again without success before the beginning ends.
const FRUITLESS_CHANGES: usize = 24;
/// Dives at the beginning, at most, and how many without a new clause end them.
const DIVES: usize = 600;
const FRUITLESS_DIVES: usize = 12;

/// Nodes that are remembered, at most.
const REMEMBERED: usize = 1 << 20;

/// Finds clauses and nodes by evaluating. All randomness is one stream, so the search takes the same way every time.
pub(in crate::exact) struct Moves<'a> {
    /// Sees most disallowed nodes without an evaluation.
    probe: Option<Box<dyn Probe + 'a>>,
    random: Stream,
    whole: Corners,
    open: Vec<u32>,
    /// How far the beginning has come.
    descents: usize,
    fruitless_changes: usize,
    dives: usize,
    fruitless_dives: usize,
    /// Whether nodes that were looked at are disallowed.
    known: HashMap<Node, bool>,
}

impl<'a> Moves<'a> {
    pub fn new(seed: u64, whole: Corners, probe: Option<Box<dyn Probe + 'a>>) -> Self {
        Self {
            probe,
            random: Stream::new(seed, 0),
            whole,
            open: Vec::new(),
            descents: 0,
            fruitless_changes: 0,
            dives: 0,
            fruitless_dives: 0,
            known: HashMap::new(),
        }
    }

    /// Whether a node is disallowed; looks at it where that does not follow from a clause. A look counts as an
    /// evaluation. By a probe a node may seem allowed, by the rarest chance, that is not; a node that seems disallowed
    /// is.
    pub fn is_disallowed<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        clauses: &Clauses,
        node: &Node,
    ) -> Result<bool, Stop> {
        evaluator.remaining()?;
        if !clauses.are_met(node) {
            return Ok(true);
        }
        if let Some(&is_disallowed) = self.known.get(node) {
            return Ok(is_disallowed);
        }
        let is_disallowed = match &mut self.probe {
            Some(probe) => {
                evaluator.count(1);
                probe.is_disallowed(node)
            }
            None => !evaluator.evaluate(node)?.is_feasible(),
        };
        if self.known.len() < REMEMBERED {
            self.known.insert(node.clone(), is_disallowed);
        }
        Ok(is_disallowed)
    }

    /// A step of the beginning: good nodes, the clauses right below the best of them, and clauses met by dives. `false`
    /// after the last step.
    pub fn begin<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        clauses: &mut Clauses,
        costs: &Costs,
    ) -> Result<bool, Stop> {
        if self.descents < DESCENTS {
            self.descents += 1;
            let highest = self.whole.highest.clone();
            self.lower(evaluator, clauses, costs, highest)?;
        } else if self.fruitless_changes < FRUITLESS_CHANGES {
            self.change_best(evaluator, clauses, costs)?;
            if self.fruitless_changes == FRUITLESS_CHANGES {
                self.grow_below_best(evaluator, clauses)?;
            }
        } else {
            let is_new = self.dive(evaluator, clauses, costs)?;
            self.dives += 1;
            self.fruitless_dives = if is_new { 0 } else { self.fruitless_dives + 1 };
        }
        Ok(self.dives < DIVES && self.fruitless_dives < FRUITLESS_DIVES)
    }

    /// Raises some attributes of the best node, and lowers it again.
    fn change_best<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        clauses: &Clauses,
        costs: &Costs,
    ) -> Result<(), Stop> {
        let best = evaluator.best().map_or_else(|| self.whole.highest.clone(), |(node, _)| node.clone());
        let changed = self.raise_some(&best);
        self.lower(evaluator, clauses, costs, changed)?;
        let is_better = evaluator.best().is_some_and(|(node, _)| *node != best);
        self.fruitless_changes = if is_better { 0 } else { self.fruitless_changes + 1 };
        Ok(())
    }

    /// Every node right below the best one is disallowed once the best one is minimal.
    fn grow_below_best<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        clauses: &mut Clauses,
    ) -> Result<(), Stop> {
        let Some(best) = evaluator.best().map(|(node, _)| node.clone()) else { return Ok(()) };
        for attribute in 0..best.len() {
            if best[attribute] > self.whole.lowest[attribute] {
                let below = best.with(attribute, best[attribute] - 1);
                if self.is_disallowed(evaluator, clauses, &below)? {
                    self.grow(evaluator, clauses, below)?;
                }
            }
        }
        Ok(())
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

    fn order(&mut self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.whole.lowest.len()).collect();
        self.random.shuffle(&mut order);
        order
    }

    /// Lowers an allowed node as far as it stays allowed, attribute by attribute in random order.
    fn lower<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        clauses: &Clauses,
        costs: &Costs,
        mut node: Node,
    ) -> Result<(), Stop> {
        for attribute in self.order() {
            let (mut low, mut high) = (self.whole.lowest[attribute], node[attribute]);
            while low < high {
                let middle = low + (high - low) / 2;
                if self.is_disallowed(evaluator, clauses, &node.with(attribute, middle))? {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            node[attribute] = high;
        }
        if evaluator.improves(&node, costs.loss(costs.of(&node))) {
            evaluator.evaluate(&node)?;
        }
        Ok(())
    }

    /// Several clauses from one disallowed node.
    pub fn grow_often<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        clauses: &mut Clauses,
        disallowed: &Node,
    ) -> Result<(), Stop> {
        (0..GROWTHS).try_for_each(|_| self.grow(evaluator, clauses, disallowed.clone()).map(|_| ()))
    }

    /// Raises a disallowed node as far as it stays disallowed, attribute by attribute in random order, and adds its
    /// clause; whether that is a new one.
    fn grow<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        clauses: &mut Clauses,
        mut node: Node,
    ) -> Result<bool, Stop> {
        for attribute in self.order() {
            let (mut low, mut high) = (node[attribute], self.whole.highest[attribute]);
            // Most attributes of a short clause go to their highest level at once.
            let mut next = high;
            while low < high {
                if self.is_disallowed(evaluator, clauses, &node.with(attribute, next))? {
                    low = next;
                } else {
                    high = next - 1;
                }
                next = high - (high - low) / 2;
            }
            node[attribute] = low;
        }
        Ok(clauses.add(&node))
    }

    /// Meets all clauses from the lowest node up, each time by the level that meets the most of them for what it
    /// costs, with some noise. Where that is not allowed there are new clauses; otherwise a good node. Whether there
    /// are new clauses.
    pub fn dive<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        clauses: &mut Clauses,
        costs: &Costs,
    ) -> Result<bool, Stop> {
        let mut node = self.whole.lowest.clone();
        let mut open = std::mem::take(&mut self.open);
        loop {
            clauses.unmet(&node, &mut open);
            let Some((attribute, level)) = self.most_telling(&open, clauses, costs, &node) else { break };
            node[attribute] = level;
        }
        self.open = open;
        if self.is_disallowed(evaluator, clauses, &node)? {
            self.grow_often(evaluator, clauses, &node)?;
            return Ok(true);
        }
        self.lower(evaluator, clauses, costs, node)?;
        Ok(false)
    }

    /// The level that meets the most open clauses for what it costs; none when no clause is open.
    fn most_telling(
        &mut self,
        open: &[u32],
        clauses: &Clauses,
        costs: &Costs,
        node: &Node,
    ) -> Option<(usize, u8)> {
        let levels = |attribute: usize| usize::from(self.whole.highest[attribute]) + 1;
        let mut meets: Vec<Vec<u32>> = (0..node.len()).map(|attribute| vec![0; levels(attribute)]).collect();
        for literal in open.iter().flat_map(|&clause| clauses.literals(clause as usize)) {
            meets[literal.attribute][usize::from(literal.level)] += 1;
        }
        let mut best: Option<(f64, (usize, u8))> = None;
        for (attribute, meets) in meets.iter().enumerate() {
            let mut met = 0;
            for (level, more) in (0u8..).zip(meets) {
                met += more;
                if *more == 0 {
                    continue;
                }
                let cost = costs.at(attribute, level).saturating_sub(costs.at(attribute, node[attribute]));
                let worth = f64::from(met) / (cost as f64 + 1.0) * (0.5 + self.random.unit());
                if best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, (attribute, level)));
                }
            }
        }
        best.map(|(_, found)| found)
    }
}
