//! Mutation and descent: a (1 + 1) evolutionary search whose child is improved before it competes.

use crate::{BoxProblem, Evaluation, Evaluator, Node, Stop, rounded};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Neighbours evaluated at a time. Fixed, so that the path of the search does not depend on
/// threads, and few, because the first better neighbour is about as good a step as the best of
/// many: on the credit card data (24 quasi-identifiers), with batches of 2 and 4, all of three
/// seeds had reached 0.5861 after 3,000 evaluations; with 16 (and a fifth of the evaluations for
/// the boxes), one of three after 4,000.
const BATCH: usize = 4;

/// The state between rounds: a stream of random numbers. The parent is the best node of the
/// evaluator.
pub(super) struct Descent {
    rng: Xoshiro256PlusPlus,
}

impl Descent {
    pub fn new(seed: u64) -> Self {
        Self { rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// Makes one child: the best node with some attributes changed, raised until it is allowed,
    /// then moved level by level as long as it gets better.
    pub fn round<P: BoxProblem>(&mut self, evaluator: &mut Evaluator<'_, P>) -> Result<(), Stop> {
        let parent = evaluator.best().map(|(node, _)| node.clone());
        let mut child = match parent {
            Some(parent) => self.mutate(evaluator, &parent),
            None => evaluator.problem().lattice().highest.clone(),
        };
        let mut evaluation = evaluator.evaluate(&child)?;
        while !evaluation.is_feasible() {
            let Some(raised) = self.raise(evaluator, &child) else { return Ok(()) };
            child = raised;
            evaluation = evaluator.evaluate(&child)?;
        }
        self.descend(evaluator, child, evaluation)
    }

    /// Changes a few attributes, mostly upwards, from where the descent can go down again.
    fn mutate<P: BoxProblem>(&mut self, evaluator: &Evaluator<'_, P>, parent: &Node) -> Node {
        let lattice = evaluator.problem().lattice();
        let mut node = parent.clone();
        let most = (node.len() / 3).clamp(2, 8);
        for _ in 0..self.rng.random_range(1..=most) {
            let attribute = self.rng.random_range(0..node.len());
            let (low, high) = (lattice.lowest[attribute], lattice.highest[attribute]);
            let from = if self.rng.random_bool(0.75) { node[attribute] } else { low };
            node[attribute] = self.rng.random_range(from..=high);
        }
        node
    }

    /// Sends one attribute to its highest level; `None` when all are there.
    fn raise<P: BoxProblem>(&mut self, evaluator: &Evaluator<'_, P>, node: &Node) -> Option<Node> {
        let highest = &evaluator.problem().lattice().highest;
        let below: Vec<usize> = (0..node.len()).filter(|&a| node[a] < highest[a]).collect();
        let attribute = *below.get(self.rng.random_range(0..below.len().max(1)))?;
        Some(node.with(attribute, highest[attribute]))
    }

    /// Moves to better neighbours, seen in random order, until none is better.
    fn descend<P: BoxProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        mut node: Node,
        mut evaluation: Evaluation,
    ) -> Result<(), Stop> {
        loop {
            let mut neighbours = neighbours(evaluator, &node);
            neighbours.shuffle(&mut self.rng);
            let Some(better) = first_better(evaluator, &neighbours, &node, evaluation)? else {
                return Ok(());
            };
            (node, evaluation) = better;
        }
    }
}

/// The nodes one level away.
fn neighbours<P: BoxProblem>(evaluator: &Evaluator<'_, P>, node: &Node) -> Vec<Node> {
    let lattice = evaluator.problem().lattice();
    let below = |a: usize| (node[a] > lattice.lowest[a]).then(|| node.with(a, node[a] - 1));
    let above = |a: usize| (node[a] < lattice.highest[a]).then(|| node.with(a, node[a] + 1));
    (0..node.len()).flat_map(|a| below(a).into_iter().chain(above(a))).collect()
}

/// The best neighbour of the first batch that has a better one.
fn first_better<P: BoxProblem>(
    evaluator: &mut Evaluator<'_, P>,
    neighbours: &[Node],
    node: &Node,
    evaluation: Evaluation,
) -> Result<Option<(Node, Evaluation)>, Stop> {
    for batch in neighbours.chunks(BATCH) {
        let evaluations = evaluator.evaluate_all(batch)?;
        let feasible = batch.iter().zip(evaluations).filter(|(_, evaluation)| evaluation.is_feasible());
        let order = |a: &(&Node, Evaluation), b: &(&Node, Evaluation)| {
            rounded(a.1.loss).total_cmp(&rounded(b.1.loss)).then_with(|| a.0.cmp(b.0))
        };
        if let Some(best) = feasible.min_by(|a, b| order(a, b))
            && order(&best, &(node, evaluation)).is_lt()
        {
            return Ok(Some((best.0.clone(), best.1)));
        }
    }
    Ok(None)
}
