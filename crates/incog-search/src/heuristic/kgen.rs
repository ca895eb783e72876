//! KGEN: a genetic algorithm on the nodes of the lattice.

use super::bound_whole_lattice;
use super::kgen_operators::{Crossover, cross, mutate, mutate_horizontally};
use super::random::draw;
use crate::{Evaluation, Evaluator, Lattice, LatticeProblem, Node, Stop, rounded};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

/// Generations without any new node after which the search has converged.
const STALE: u32 = 20;

/// Generations after which an individual is no longer selected.
const OLD: f64 = 10.0;

/// The parameters of [`kgen`]; the defaults are the paper's (table 7).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Kgen {
    /// Individuals, at least 2.
    pub population: usize,
    /// Nodes evaluated at the most.
    pub evaluations: u64,
    /// Probability that a pair is crossed, 0 to 1.
    pub crossover: f64,
    /// Probability that a child moves by one level, 0 to 1.
    pub mutation: f64,
    /// Probability that a child moves to another path of the lattice, 0 to 1.
    pub horizontal_mutation: f64,
}

impl Default for Kgen {
    fn default() -> Self {
        Self { population: 100, evaluations: 5_000, crossover: 0.9, mutation: 0.2, horizontal_mutation: 0.4 }
    }
}

/// The genetic algorithm of KGEN.
///
/// First, the lattice is cut off below [`LatticeProblem::least_levels`], which is sound (the paper's own reduction is
/// not, once records are suppressed). A parent is selected with probability proportional to `(1 - LOG) * (1 - age/10)`,
/// where LOG is the level of generalization and age the number of generations survived: eq. 3 multiplies by LOG itself,
/// but the loss is minimized. For objectives that depend on suppression, LOG is instead the position of the loss
/// between the population's best and worst. The best of parents and children survive, each node once. A node seen
/// before is not evaluated again; the minimum node of two allowed parents is evaluated, and counts.
///
/// Works for every model and objective; it proves nothing.
///
/// Reference: D. De Pascale, G. Cascavilla, D. Tamburri and W. van den Heuvel, "Real-world K-Anonymity
/// Applications: the KGEN approach and its evaluation in Fraudulent Transactions", section 3.
pub fn kgen<P: LatticeProblem>(evaluator: &mut Evaluator<'_, P>, parameters: &Kgen, seed: u64) -> Stop {
    let ended =
        Evolution::start(evaluator, parameters, seed).and_then(|mut evolution| evolution.evolve(evaluator));
    match ended {
        Ok(()) => Stop::Converged,
        Err(stop) => stop,
    }
}

struct Individual {
    node: Node,
    evaluation: Evaluation,
    age: u32,
}

impl Individual {
    /// Allowed before not allowed and nearer to allowed first, then by loss, then by the order of nodes.
    fn compare(&self, other: &Self) -> Ordering {
        let (a, b) = (&self.evaluation, &other.evaluation);
        a.violation
            .total_cmp(&b.violation)
            .then_with(|| rounded(a.loss).total_cmp(&rounded(b.loss)))
            .then_with(|| self.node.cmp(&other.node))
    }
}

/// A population on its way, with all that is known of nodes.
struct Evolution<'k> {
    parameters: &'k Kgen,
    bounds: Lattice,
    loss_by_levels: bool,
    rng: Xoshiro256StarStar,
    known: HashMap<Node, Evaluation>,
    population: Vec<Individual>,
    /// Evaluations left of the algorithm's own budget.
    left: u64,
}

impl<'k> Evolution<'k> {
    fn start<P: LatticeProblem>(
        evaluator: &mut Evaluator<'_, P>,
        parameters: &'k Kgen,
        seed: u64,
    ) -> Result<Self, Stop> {
        let lowest = bound_whole_lattice(evaluator)?;
        let problem = evaluator.problem();
        let bounds = Lattice { lowest, highest: problem.lattice().highest.clone() };
        let mut evolution = Self {
            parameters,
            bounds,
            loss_by_levels: problem.conclusions().loss_by_levels,
            rng: Xoshiro256StarStar::seed_from_u64(seed),
            known: HashMap::new(),
            population: Vec::new(),
            left: parameters.evaluations.saturating_sub(1),
        };
        let nodes = (0..parameters.population.max(2))
            .map(|_| draw(&evolution.bounds.lowest, &evolution.bounds.highest, &mut evolution.rng))
            .collect();
        evolution.join(evaluator, nodes)?;
        Ok(evolution)
    }

    fn evolve<P: LatticeProblem>(&mut self, evaluator: &mut Evaluator<'_, P>) -> Result<(), Stop> {
        let mut stale = 0;
        while stale < STALE {
            evaluator.remaining()?;
            let before = self.known.len();
            let mut children = self.children(evaluator)?;
            for child in &mut children {
                if self.rng.random_bool(self.parameters.mutation) {
                    mutate(child, &self.bounds, &mut self.rng);
                }
                if self.rng.random_bool(self.parameters.horizontal_mutation) {
                    mutate_horizontally(child, &self.bounds, &mut self.rng);
                }
            }
            self.population.iter_mut().for_each(|individual| individual.age += 1);
            self.join(evaluator, children)?;
            stale = if self.known.len() > before { 0 } else { stale + 1 };
        }
        Ok(())
    }

    /// The children of as many pairs as make up half the population.
    fn children<P: LatticeProblem>(&mut self, evaluator: &mut Evaluator<'_, P>) -> Result<Vec<Node>, Stop> {
        let weights = self.weights();
        let pairs: Vec<(usize, usize)> = (0..self.parameters.population.div_ceil(2))
            .map(|_| (self.select(&weights), self.select(&weights)))
            .collect();
        let mut children = Vec::new();
        let mut open = Vec::new();
        for (mother, father) in pairs {
            let (mother, father) = (&self.population[mother], &self.population[father]);
            if !self.rng.random_bool(self.parameters.crossover) {
                children.extend([mother.node.clone(), father.node.clone()]);
                continue;
            }
            let allowed = (mother.evaluation.is_feasible(), father.evaluation.is_feasible());
            match cross(&mother.node, &father.node, allowed, &mut self.rng) {
                Crossover::Child(child) => children.push(child),
                Crossover::Minimum(minimum) => open.push((minimum, mother.node.clone(), father.node.clone())),
            }
        }
        let minima = open.iter().map(|(minimum, ..)| minimum.clone()).collect();
        self.evaluate(evaluator, minima)?;
        for (minimum, mother, father) in open {
            if self.known.get(&minimum).is_some_and(Evaluation::is_feasible) {
                children.push(minimum);
            } else {
                children.push(draw(&minimum, &mother, &mut self.rng));
                children.push(draw(&minimum, &father, &mut self.rng));
            }
        }
        Ok(children)
    }

    /// Running sums of the weights for selection.
    fn weights(&self) -> Vec<f64> {
        let finite = || self.population.iter().map(|i| i.evaluation.loss).filter(|loss| loss.is_finite());
        let (best, worst) =
            (finite().fold(f64::INFINITY, f64::min), finite().fold(f64::NEG_INFINITY, f64::max));
        let mut sum = 0.0;
        let weigh = |individual: &Individual| {
            let log = if self.loss_by_levels {
                self.level_of_generalization(&individual.node)
            } else if individual.evaluation.loss.is_finite() && worst > best {
                (individual.evaluation.loss - best) / (worst - best)
            } else {
                1.0
            };
            sum += (1.0 - log).max(0.0) * (1.0 - f64::from(individual.age) / OLD).max(0.0);
            sum
        };
        self.population.iter().map(weigh).collect()
    }

    fn level_of_generalization(&self, node: &Node) -> f64 {
        let shares = node.iter().zip(self.bounds.highest.iter());
        let sum: f64 = shares.map(|(&level, &top)| f64::from(level) / f64::from(top.max(1))).sum();
        sum / node.len().max(1) as f64
    }

    /// One individual drawn by weight; any one when no weight is left.
    fn select(&mut self, sums: &[f64]) -> usize {
        match sums.last() {
            Some(&total) if total > 0.0 => {
                let mark = self.rng.random::<f64>() * total;
                sums.partition_point(|&sum| sum <= mark).min(sums.len() - 1)
            }
            _ => self.rng.random_range(0..sums.len()),
        }
    }

    /// Evaluates nodes and keeps the best of them and of the population.
    fn join<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        nodes: Vec<Node>,
    ) -> Result<(), Stop> {
        self.evaluate(evaluator, nodes.clone())?;
        let mut present: HashSet<Node> = self.population.iter().map(|i| i.node.clone()).collect();
        for node in nodes {
            let evaluation = self.known.get(&node).copied();
            if let Some(evaluation) = evaluation.filter(|_| present.insert(node.clone())) {
                self.population.push(Individual { node, evaluation, age: 0 });
            }
        }
        self.population.sort_by(Individual::compare);
        self.population.truncate(self.parameters.population.max(2));
        Ok(())
    }

    /// Evaluates the nodes not known yet, in parallel.
    fn evaluate<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        mut nodes: Vec<Node>,
    ) -> Result<(), Stop> {
        let mut fresh = HashSet::new();
        nodes.retain(|node| !self.known.contains_key(node) && fresh.insert(node.clone()));
        let fit = usize::try_from(self.left).unwrap_or(usize::MAX).min(nodes.len());
        let is_over = fit < nodes.len();
        nodes.truncate(fit);
        self.left -= fit as u64;
        let evaluations = evaluator.evaluate_all(&nodes)?;
        self.known.extend(nodes.into_iter().zip(evaluations));
        if is_over { Err(Stop::Budget) } else { Ok(()) }
    }
}
