//! A lattice with a tag on every node: what is known about it, and what follows for others.

use crate::{Conclusions, Evaluator, Lattice, LatticeProblem, Node, Stop, Unsuitable};

/// Lattices up to this size are tagged, one byte per node.
const MOST_NODES: usize = 1 << 26;

/// Nodes evaluated at a time, enough to keep all cores busy.
const BATCH: usize = 256;

const ALLOWED: u8 = 1;
const REFUSED: u8 = 2;
const EVALUATED: u8 = 4;

/// Predictive tagging: evaluating one node decides all nodes above it when it is allowed, and all
/// nodes below it when it is not. Nodes are identified by their place in lexicographic order.
pub(super) struct Tagged<'s, 'p, P: LatticeProblem> {
    evaluator: &'s mut Evaluator<'p, P>,
    conclusions: Conclusions,
    lattice: Lattice,
    /// How far apart two nodes are that differ by one level of an attribute.
    strides: Vec<usize>,
    tags: Vec<u8>,
    /// Nodes of which nothing is known yet.
    open: usize,
    stack: Vec<usize>,
}

impl<'s, 'p, P: LatticeProblem> Tagged<'s, 'p, P> {
    /// The lattice of the evaluator's problem, nothing decided yet.
    pub fn new(evaluator: &'s mut Evaluator<'p, P>) -> Result<Self, Unsuitable> {
        let conclusions = evaluator.problem().conclusions();
        let lattice = evaluator.problem().lattice().clone();
        if !conclusions.allowed_rises {
            return Err(Unsuitable::AllowedDoesNotRise);
        }
        let nodes = lattice.size();
        if nodes > MOST_NODES as f64 {
            return Err(Unsuitable::LatticeTooLarge { nodes, most: MOST_NODES as f64 });
        }
        let mut strides = vec![1; lattice.attributes()];
        for attribute in (1..strides.len()).rev() {
            let levels = usize::from(lattice.highest[attribute] - lattice.lowest[attribute]) + 1;
            strides[attribute - 1] = strides[attribute] * levels;
        }
        let tags = vec![0; nodes as usize];
        Ok(Self { evaluator, conclusions, lattice, strides, open: tags.len(), tags, stack: Vec::new() })
    }

    /// The nodes.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// Whether something is known of every node.
    pub fn is_complete(&self) -> bool {
        self.open == 0
    }

    /// Whether a node is allowed, as far as that is known.
    pub fn known(&self, node: &Node) -> Option<bool> {
        match self.tags[self.place(node)] & (ALLOWED | REFUSED) {
            0 => None,
            tag => Some(tag & ALLOWED != 0),
        }
    }

    /// Whether a node is allowed; evaluates it when that does not follow from other nodes.
    pub fn is_allowed(&mut self, node: &Node) -> Result<bool, Stop> {
        match self.known(node) {
            Some(allowed) => {
                self.evaluator.remaining()?;
                Ok(allowed)
            }
            None => {
                let allowed = self.evaluator.evaluate(node)?.is_feasible();
                self.decide(node, allowed);
                Ok(allowed)
            }
        }
    }

    /// Ends the search when all that matters is decided: evaluates what is still open, and, where
    /// an allowed node may lose less than one below it, every allowed node.
    pub fn finish(mut self) -> Stop {
        match self.evaluate_rest() {
            Err(stop) => stop,
            Ok(()) => self.evaluator.conclude(),
        }
    }

    fn evaluate_rest(&mut self) -> Result<(), Stop> {
        let mut place = 0;
        while place < self.tags.len() {
            let mut batch = Vec::new();
            while place < self.tags.len() && batch.len() < BATCH {
                if self.matters(self.tags[place]) {
                    batch.push(self.node(place));
                }
                place += 1;
            }
            let evaluations = self.evaluator.evaluate_all(&batch)?;
            for (node, evaluation) in batch.iter().zip(evaluations) {
                self.decide(node, evaluation.is_feasible());
            }
        }
        Ok(())
    }

    fn matters(&self, tag: u8) -> bool {
        tag == 0 || tag == ALLOWED && !self.conclusions.loss_rises
    }

    /// Tags an evaluated node and all that follows from it. Tagged nodes are closed upwards or
    /// downwards, so that every node is visited once in the whole search.
    fn decide(&mut self, node: &Node, allowed: bool) {
        let tag = if allowed { ALLOWED } else { REFUSED };
        let place = self.place(node);
        self.tags[place] |= EVALUATED;
        self.stack.push(place);
        while let Some(place) = self.stack.pop() {
            if self.tags[place] & tag != 0 {
                continue;
            }
            self.tags[place] |= tag;
            self.open = self.open.saturating_sub(1);
            for attribute in 0..self.strides.len() {
                let level = self.level(place, attribute);
                if allowed && level < self.lattice.highest[attribute] {
                    self.stack.push(place + self.strides[attribute]);
                } else if !allowed && level > self.lattice.lowest[attribute] {
                    self.stack.push(place - self.strides[attribute]);
                }
            }
        }
    }

    fn place(&self, node: &Node) -> usize {
        let levels = node.iter().zip(self.lattice.lowest.iter());
        levels.zip(&self.strides).map(|((&level, &low), stride)| usize::from(level - low) * stride).sum()
    }

    fn node(&self, place: usize) -> Node {
        (0..self.strides.len()).map(|attribute| self.level(place, attribute)).collect::<Vec<u8>>().into()
    }

    fn level(&self, place: usize, attribute: usize) -> u8 {
        let (low, high) = (self.lattice.lowest[attribute], self.lattice.highest[attribute]);
        let levels = usize::from(high - low) + 1;
        low + (place / self.strides[attribute] % levels) as u8
    }
}
