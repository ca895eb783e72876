//! Ways to new clauses and to good nodes.

use super::bounds::Corners;
use super::clauses::Literal;
use super::costs::Prices;
use super::knowledge::Knowledge;
use crate::{Evaluator, LatticeProblem, Node, Probe, Stop, Stream};
use std::collections::HashMap;

/// Descents from the highest node at the beginning.
const DESCENTS: usize = 8;
/// Times the best node is changed and lowered again without success before the beginning ends.
const FRUITLESS_CHANGES: usize = 24;
/// Dives at the beginning, at most, and how many without a new clause end them.
const DIVES: usize = 60;
const FRUITLESS_DIVES: usize = 12;

/// By how much of themselves sums of the same costs may differ.
const NOISE: f64 = 1e-9;

/// Numbers that are remembered, at most.
const REMEMBERED: usize = 1 << 24;

/// Finds clauses and nodes by looking. All randomness is one stream, so the search takes the same way every time.
pub(in crate::exact) struct Moves<'a> {
    probe: Box<dyn Probe + 'a>,
    random: Stream,
    whole: Corners,
    /// How far the beginning has come.
    descents: usize,
    fruitless_changes: usize,
    dives: usize,
    fruitless_dives: usize,
    saw_suppression_cost: bool,
    /// What was seen of nodes.
    seen: HashMap<Node, Option<Prices>>,
    /// How many numbers that takes.
    remembered: usize,
}

impl<'a> Moves<'a> {
    pub fn new(seed: u64, whole: Corners, probe: Box<dyn Probe + 'a>) -> Self {
        Self {
            probe,
            random: Stream::new(seed, 0),
            whole,
            descents: 0,
            fruitless_changes: 0,
            dives: 0,
            fruitless_dives: 0,
            saw_suppression_cost: false,
            seen: HashMap::new(),
            remembered: 0,
        }
    }

    /// What levels cost at least below a node, and what they cost at it; `None` when it is disallowed. Looks at it where
    /// that is not known; a look counts as an evaluation. By the rarest chance too little may seem to be suppressed.
    pub fn look<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        known: &Knowledge,
        node: &Node,
    ) -> Result<Option<Prices>, Stop> {
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
            own.as_ref().unwrap_or(costs.unsuppressed()).clone()
        });
        self.saw_suppression_cost |= own.is_some();
        let numbers = node.len() + own.map_or(0, |prices| prices.len());
        if self.remembered + numbers <= REMEMBERED {
            self.remembered += numbers;
            self.seen.insert(node.clone(), seen.clone());
        }
        Ok(seen)
    }

    /// Whether no node between these two is looked for.
    fn are_out<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        known: &Knowledge,
        lowest: &Node,
        node: &Node,
    ) -> Result<bool, Stop> {
        evaluator.remaining()?;
        if known.rules_out(lowest, node) {
            return Ok(true);
        }
        if !self.seen.contains_key(node)
            && !self.probe.is_disallowed(node)
            && let Some((least, most)) = self.probe.cost_range(lowest, node)
        {
            let are_out = |sum: f64| known.goal.is_reached(lowest, known.costs.in_all(sum));
            let (at_least, at_most) =
                (are_out(least - NOISE * least.abs()), are_out(most + NOISE * most.abs()));
            if at_least == at_most {
                evaluator.count(1);
                return Ok(at_least);
            }
        }
        let below = self.look(evaluator, known, node)?;
        Ok(known.are_out(lowest, below.as_ref()))
    }

    /// Whether some node was seen at which suppression makes levels cost more.
    pub fn saw_suppression_cost(&self) -> bool {
        self.saw_suppression_cost
    }

    /// A step of looking for good nodes at the beginning; `false` after the last one.
    pub fn find_good_nodes<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        known: &Knowledge,
    ) -> Result<bool, Stop> {
        if self.descents < DESCENTS {
            self.descents += 1;
            let highest = self.whole.highest.clone();
            self.lower(evaluator, known, highest)?;
        } else if self.fruitless_changes < FRUITLESS_CHANGES {
            self.change_best(evaluator, known)?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// A step of looking for clauses after that; `false` after the last one.
    pub fn find_first_clauses<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        known: &mut Knowledge,
    ) -> Result<bool, Stop> {
        if self.dives == DIVES || self.fruitless_dives == FRUITLESS_DIVES {
            return Ok(false);
        }
        let is_new = self.dive(evaluator, known)?;
        self.dives += 1;
        self.fruitless_dives = if is_new { 0 } else { self.fruitless_dives + 1 };
        Ok(true)
    }

    /// Raises some attributes of the best node, and lowers it again.
    fn change_best<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        known: &Knowledge,
    ) -> Result<(), Stop> {
        let best = evaluator.best().map_or_else(|| self.whole.highest.clone(), |(node, _)| node.clone());
        let changed = self.raise_some(&best);
        self.lower(evaluator, known, changed)?;
        let is_better = evaluator.best().is_some_and(|(node, _)| *node != best);
        self.fruitless_changes = if is_better { 0 } else { self.fruitless_changes + 1 };
        Ok(())
    }

    /// Clauses from the nodes right below the best one: once that is minimal, they are disallowed or suppress more.
    pub fn grow_below_best<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        known: &mut Knowledge,
    ) -> Result<(), Stop> {
        let Some(best) = evaluator.best().map(|(node, _)| node.clone()) else { return Ok(()) };
        let lowest = self.whole.lowest.clone();
        for attribute in 0..best.len() {
            if best[attribute] > lowest[attribute] {
                let below = best.with(attribute, best[attribute] - 1);
                if self.are_out(evaluator, known, &lowest, &below)? {
                    self.grow(evaluator, known, &lowest, below)?;
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

    /// Lowers a node as far as it gets no worse, attribute by attribute in random order.
    fn lower<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        known: &Knowledge,
        mut node: Node,
    ) -> Result<(), Stop> {
        let Some(below) = self.look(evaluator, known, &node)? else { return Ok(()) };
        let mut cost = known.costs.of(&below, &node);
        for attribute in self.order() {
            let (mut low, mut high) = (self.whole.lowest[attribute], node[attribute]);
            while low < high {
                let middle = low + (high - low) / 2;
                let lower = node.with(attribute, middle);
                let below = self.look(evaluator, known, &lower)?;
                match below.map(|below| known.costs.of(&below, &lower)).filter(|lower| *lower <= cost) {
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

    /// Raises a node, up to which no node from `lowest` on is looked for, as far as that stays so, attribute by
    /// attribute, and adds its clause.
    pub fn grow<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        known: &mut Knowledge,
        lowest: &Node,
        mut node: Node,
    ) -> Result<(), Stop> {
        for attribute in self.order_upwards(known, &node) {
            let (mut low, mut high) = (node[attribute], self.whole.highest[attribute]);
            // Most attributes of a short clause go to their highest level at once.
            let mut next = high;
            while low < high {
                if self.are_out(evaluator, known, lowest, &node.with(attribute, next))? {
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

    /// Meets all clauses that hold everywhere from the lowest node up, each time by the level that meets the most of
    /// them for what it costs, with some noise. Where that is not looked for there are new clauses; otherwise a good
    /// node. Whether there are new clauses.
    pub fn dive<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        known: &mut Knowledge,
    ) -> Result<bool, Stop> {
        let lowest = self.whole.lowest.clone();
        let mut open: Vec<u32> = known.unmet(&lowest).collect();
        let mut node = lowest.clone();
        while let Some((attribute, level)) = self.most_telling(&open, known, &node) {
            node[attribute] = level;
            let is_met = |literal: &Literal| node[literal.attribute] >= literal.level;
            open.retain(|&clause| !known.clauses.literals(clause as usize).iter().any(is_met));
        }
        if self.are_out(evaluator, known, &lowest, &node)? {
            self.grow(evaluator, known, &lowest, node)?;
            return Ok(true);
        }
        self.lower(evaluator, known, node)?;
        Ok(false)
    }

    /// The level that meets the most open clauses for what it costs; none when no clause is open.
    fn most_telling(&mut self, open: &[u32], known: &Knowledge, node: &Node) -> Option<(usize, u8)> {
        let Knowledge { costs, clauses, .. } = known;
        let levels = |attribute: usize| usize::from(self.whole.highest[attribute]) + 1;
        let mut meets: Vec<Vec<u32>> = (0..node.len()).map(|attribute| vec![0; levels(attribute)]).collect();
        for literal in open.iter().flat_map(|&clause| clauses.literals(clause as usize)) {
            meets[literal.attribute][usize::from(literal.level)] += 1;
        }
        let price = |attribute: usize, level: u8| costs.at(costs.unsuppressed(), attribute, level);
        let mut best: Option<(f64, (usize, u8))> = None;
        for (attribute, meets) in meets.iter().enumerate() {
            let mut met = 0;
            for (level, more) in (0u8..).zip(meets) {
                met += more;
                if *more == 0 {
                    continue;
                }
                let cost = price(attribute, level).saturating_sub(price(attribute, node[attribute]));
                let worth = f64::from(met) / (cost as f64 + 1.0) * (0.5 + self.random.unit());
                if best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, (attribute, level)));
                }
            }
        }
        best.map(|(_, found)| found)
    }
}
