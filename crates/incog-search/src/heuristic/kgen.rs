//! KGEN: a genetic algorithm on the nodes of the lattice.

use super::bound_whole_lattice;
use super::kgen_operators::{Crossover, cross, mutate, mutate_horizontally};
use super::kgen_parameters::{Counted, Kgen, Survivors};
use super::kgen_selection::{Individual, Weighing, best_of, drawn_from, select, weights};
use super::random::draw;
use crate::{Evaluation, Evaluator, Lattice, LatticeProblem, Node, Stop};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;
use std::collections::{HashMap, HashSet};

/// Generations without any new node after which the search has converged.
const STALE: u32 = 20;

/// The genetic algorithm of KGEN.
///
/// First, the lattice is cut off below [`LatticeProblem::least_levels`], which is sound (the
/// paper's own reduction is not, once records are suppressed). A parent is selected with
/// probability proportional to `(1 - LOG) * (1 - age/10)`, where LOG is the level of generalization
/// and age the number of generations survived: eq. 3 multiplies by LOG itself, but the loss is
/// minimized ([`SelectionWeight`](super::SelectionWeight)). For objectives that depend on
/// suppression, LOG is instead the position of the loss between the population's best and worst.
/// Who survives, and what counts, is said by [`Survivors`] and [`Counted`]; the paper prints
/// [`Survivors::Drawn`] and [`Counted::Candidates`]. No node is evaluated twice, whatever counts;
/// the minimum node of two allowed parents is evaluated, and counts.
///
/// Works for every model and objective; it proves nothing.
///
/// Reference: D. De Pascale, G. Cascavilla, D. Tamburri and W. van den Heuvel, "Real-world
/// K-Anonymity Applications: the KGEN approach and its evaluation in Fraudulent Transactions",
/// section 3.
pub fn kgen<P: LatticeProblem>(evaluator: &mut Evaluator<'_, P>, parameters: &Kgen, seed: u64) -> Stop {
    let ended =
        Evolution::start(evaluator, parameters, seed).and_then(|mut evolution| evolution.evolve(evaluator));
    match ended {
        Ok(()) => Stop::Converged,
        Err(stop) => stop,
    }
}

/// A population on its way, with all that is known of nodes.
struct Evolution<'k> {
    parameters: &'k Kgen,
    bounds: Lattice,
    weighing: Weighing,
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
            weighing: Weighing {
                loss_by_levels: problem.conclusions().loss_by_levels,
                weight: parameters.weight,
            },
            rng: Xoshiro256StarStar::seed_from_u64(seed),
            known: HashMap::new(),
            population: Vec::new(),
            left: parameters.evaluations.saturating_sub(1),
        };
        let Self { bounds, rng, .. } = &mut evolution;
        let nodes = (0..parameters.population.max(2))
            .map(|place| {
                evaluator.go_on_at(place)?;
                Ok(draw(&bounds.lowest, &bounds.highest, rng))
            })
            .collect::<Result<_, Stop>>()?;
        evolution.join(evaluator, nodes)?;
        Ok(evolution)
    }

    fn evolve<P: LatticeProblem>(&mut self, evaluator: &mut Evaluator<'_, P>) -> Result<(), Stop> {
        let mut stale = 0;
        while stale < STALE || self.parameters.counted == Counted::Candidates {
            evaluator.remaining()?;
            let before = self.known.len();
            let mut children = self.children(evaluator)?;
            for (place, child) in children.iter_mut().enumerate() {
                evaluator.go_on_at(place)?;
                if self.rng.random_bool(self.parameters.mutation) {
                    mutate(child, &self.bounds, &mut self.rng);
                }
                if self.rng.random_bool(self.parameters.horizontal_mutation) {
                    mutate_horizontally(child, self.parameters.half, &self.bounds, &mut self.rng);
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
        let weights = weights(&self.population, &self.bounds, self.weighing);
        let pairs: Vec<(usize, usize)> = (0..self.parameters.population.div_ceil(2))
            .map(|_| (select(&weights, &mut self.rng), select(&weights, &mut self.rng)))
            .collect();
        let mut children = Vec::new();
        let mut open = Vec::new();
        for (place, (mother, father)) in pairs.into_iter().enumerate() {
            evaluator.go_on_at(place)?;
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

    /// Evaluates nodes, and makes a population of them and of the one there is.
    fn join<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        nodes: Vec<Node>,
    ) -> Result<(), Stop> {
        self.evaluate(evaluator, nodes.clone())?;
        let mut present: HashSet<Node> = self.population.iter().map(|i| i.node.clone()).collect();
        for (place, node) in nodes.into_iter().enumerate() {
            evaluator.go_on_at(place)?;
            let evaluation = self.known.get(&node).copied();
            if let Some(evaluation) = evaluation.filter(|_| present.insert(node.clone())) {
                self.population.push(Individual { node, evaluation, age: 0 });
            }
        }
        let (all, size) = (std::mem::take(&mut self.population), self.parameters.population.max(2));
        self.population = match self.parameters.survivors {
            Survivors::Best => best_of(all, size),
            Survivors::Drawn => drawn_from(all, size, &self.bounds, self.weighing, &mut self.rng),
        };
        Ok(())
    }

    /// Evaluates the nodes not known yet, in parallel, and counts what is to be counted.
    fn evaluate<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        mut nodes: Vec<Node>,
    ) -> Result<(), Stop> {
        if self.parameters.counted == Counted::Nodes {
            nodes = self.not_known(nodes);
        }
        let left = evaluator.remaining()?.min(self.left);
        let fit = usize::try_from(left).unwrap_or(usize::MAX).min(nodes.len());
        let is_over = fit < nodes.len();
        nodes.truncate(fit);
        self.left -= fit as u64;
        let nodes = self.not_known(nodes);
        let evaluations = if nodes.is_empty() { Vec::new() } else { evaluator.evaluate_all(&nodes)? };
        evaluator.count((fit - nodes.len()) as u64);
        self.known.extend(nodes.into_iter().zip(evaluations));
        if is_over { Err(Stop::Budget) } else { Ok(()) }
    }

    fn not_known(&self, mut nodes: Vec<Node>) -> Vec<Node> {
        let mut fresh = HashSet::new();
        nodes.retain(|node| !self.known.contains_key(node) && fresh.insert(node.clone()));
        nodes
    }
}
