//! CPGEN: a steady-state genetic algorithm on the levels alone.

use super::{Endless, reason};
use crate::Stream;
use crate::heuristic::bound_without_result;
use crate::{Evaluation, Evaluator, Lattice, LatticeProblem, Node, Stop};

/// How many genes a mutation changes. The paper says that mutation operators "flip one or more
/// allele values", and then describes how one is flipped; both can be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FlippedGenes {
    /// One.
    #[default]
    One,
    /// Each with a probability of one by the number of genes, but at least one. From a population
    /// that has become one chromosome it still reaches those that differ from it in several genes.
    Several,
}

/// CPGEN: roulette selection of two parents, one-point crossover, mutation of one gene (or of
/// several) of both children; the best of the four new chromosomes takes the place of the worst
/// individual.
///
/// The paper's objective is `alpha * GenLoss + beta * C_AVG`, but any objective will do. The
/// paper's eq. 8 prints the probability of selection as proportional to the fitness, which is
/// minimized; we use 1/F, so that better chromosomes are selected more often. An objective that is
/// not above 0 is shifted so that the best individual has F = 1. The paper does not say what to do
/// with chromosomes that are not allowed: here they rank below allowed ones, and among themselves
/// by [their classes' total shortfall](LatticeProblem::shortfall). The number of records in bad
/// classes would be all of them at nearly every node where much is demanded, and would not lead
/// anywhere.
///
/// Reference: Kulkarni, Senthil Murugan, "C-mixture and multi-constraints based genetic algorithm
/// for collaborative data publishing", JKSU-CIS, 2016, section 4.1 and Fig. 4.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cpgen {
    /// Individuals, at least 2; 4 in the paper.
    pub population: usize,
    /// How many times four new chromosomes are made.
    pub iterations: u64,
    /// How many genes a mutation changes.
    pub flipped: FlippedGenes,
}

struct Individual {
    node: Node,
    loss: f64,
    /// What its classes lack; 0 when it is allowed.
    shortfall: f64,
}

impl Cpgen {
    /// Runs the search to its last iteration, which it ends with [`Stop::Converged`], or to the end
    /// of the budget.
    ///
    /// Before that, it looks at the highest node, which gives a lower bound on the loss. That node
    /// is not the result of a run that has not come upon it by itself: such a run, when it found
    /// nothing else, has no result.
    pub fn run<P: LatticeProblem>(&self, evaluator: &mut Evaluator<'_, P>, seed: u64) -> Stop {
        reason(self.evolve(evaluator, &mut Stream::new(seed, 0)))
    }

    fn evolve<P: LatticeProblem>(&self, evaluator: &mut Evaluator<'_, P>, stream: &mut Stream) -> Endless {
        let lattice = evaluator.problem().lattice();
        bound_without_result(evaluator)?;
        let nodes: Vec<Node> = (0..self.population.max(2)).map(|_| draw(lattice, stream)).collect();
        let mut population = judge(evaluator, nodes)?;
        for _ in 0..self.iterations {
            let weights = weights(&population);
            let mut select = || &population[spin(&weights, stream)].node;
            let (mother, father) = (select().clone(), select().clone());
            let children = cross(&mother, &father, stream);
            let mutants = children.clone().map(|child| self.mutate(child, lattice, stream));
            let new: Vec<Node> = children.into_iter().chain(mutants).collect();
            let best = judge(evaluator, new)?.into_iter().min_by(order);
            let worst = (0..population.len()).max_by(|&a, &b| order(&population[a], &population[b]));
            if let (Some(worst), Some(best)) = (worst, best) {
                population[worst] = best;
            }
        }
        Err(Stop::Converged)
    }

    fn mutate(&self, node: Node, lattice: &Lattice, stream: &mut Stream) -> Node {
        let genes = match self.flipped {
            FlippedGenes::One => vec![stream.below(node.len())],
            FlippedGenes::Several => some_genes(node.len(), stream),
        };
        genes.into_iter().fold(node, |node, gene| flip(node, gene, lattice, stream))
    }
}

/// Each gene with a probability of one by their number; one of them where that gives none.
fn some_genes(all: usize, stream: &mut Stream) -> Vec<usize> {
    let share = 1.0 / all as f64;
    let drawn: Vec<usize> = (0..all).filter(|_| stream.chance(share)).collect();
    if drawn.is_empty() { vec![stream.below(all)] } else { drawn }
}

/// What a shortfall counts at least, so that the wheel turns where a class misses a demand by next
/// to nothing.
const LEAST_SHORTFALL: f64 = 1e-9;

/// Evaluates nodes, and asks of those that are not allowed what their classes lack.
fn judge<P: LatticeProblem>(
    evaluator: &mut Evaluator<'_, P>,
    nodes: Vec<Node>,
) -> Result<Vec<Individual>, Stop> {
    let evaluations = evaluator.evaluate_all(&nodes)?;
    let problem = evaluator.problem();
    let individual = |(node, evaluation): (Node, Evaluation)| {
        let shortfall = match evaluation.is_feasible() {
            true => 0.0,
            false => problem.shortfall(&node).clamp(LEAST_SHORTFALL, 1e300),
        };
        Individual { node, loss: evaluation.loss, shortfall }
    };
    Ok(nodes.into_iter().zip(evaluations).map(individual).collect())
}

/// Allowed before not allowed, then by shortfall, then by loss, then by the order of nodes.
fn order(a: &Individual, b: &Individual) -> std::cmp::Ordering {
    let by_shortfall = a.shortfall.total_cmp(&b.shortfall);
    by_shortfall.then(a.loss.total_cmp(&b.loss)).then_with(|| a.node.cmp(&b.node))
}

/// 1/F for each individual. One that is not allowed counts as up to twice the worst allowed one;
/// when none is allowed, the shortfall is the fitness.
fn weights(population: &[Individual]) -> Vec<f64> {
    let losses = || population.iter().filter(|one| one.shortfall == 0.0).map(|one| one.loss);
    let least = losses().fold(f64::INFINITY, f64::min);
    let shift = if least > 0.0 { 0.0 } else { 1.0 - least };
    let most = losses().fold(f64::NEG_INFINITY, f64::max) + shift;
    let greatest = population.iter().map(|one| one.shortfall).fold(0.0, f64::max);
    let weight = |one: &Individual| match (one.shortfall == 0.0, least.is_finite()) {
        (true, _) => 1.0 / (one.loss + shift),
        (false, true) => 1.0 / (most * (1.0 + one.shortfall / greatest)),
        (false, false) => 1.0 / one.shortfall,
    };
    population.iter().map(weight).collect()
}

/// Spins the roulette wheel: a place drawn in proportion to the weights.
fn spin(weights: &[f64], stream: &mut Stream) -> usize {
    let mut ball = stream.unit() * weights.iter().sum::<f64>();
    for (place, weight) in weights.iter().enumerate() {
        ball -= weight;
        if ball < 0.0 {
            return place;
        }
    }
    weights.len() - 1
}

/// Exchanges all genes after a random place, 1 to the number of genes.
fn cross(mother: &Node, father: &Node, stream: &mut Stream) -> [Node; 2] {
    let place = 1 + stream.below(mother.len());
    let (mut one, mut other) = (mother.clone(), father.clone());
    for gene in place..mother.len() {
        (one[gene], other[gene]) = (father[gene], mother[gene]);
    }
    [one, other]
}

/// Gives a gene another level, where it has another one.
fn flip(node: Node, gene: usize, lattice: &Lattice, stream: &mut Stream) -> Node {
    let (low, high) = (lattice.lowest[gene], lattice.highest[gene]);
    if low == high {
        return node;
    }
    let drawn = stream.level(low, high - 1);
    let other = if drawn >= node[gene] { drawn + 1 } else { drawn };
    node.with(gene, other)
}

fn draw(lattice: &Lattice, stream: &mut Stream) -> Node {
    let levels = lattice.lowest.iter().zip(lattice.highest.iter());
    levels.map(|(&low, &high)| stream.level(low, high)).collect::<Vec<u8>>().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn individual(level: u8, loss: f64, shortfall: f64) -> Individual {
        Individual { node: vec![level].into(), loss, shortfall }
    }

    #[test]
    fn the_wheel_prefers_what_loses_less() {
        let population =
            [individual(0, 2.0, 0.0), individual(1, 4.0, 0.0), individual(2, f64::INFINITY, 5.0)];
        assert_eq!(weights(&population), [0.5, 0.25, 0.125]);
        let shifted = [individual(0, -3.0, 0.0), individual(1, 0.0, 0.0)];
        assert_eq!(weights(&shifted), [1.0, 0.25]);
        let none = [individual(0, f64::INFINITY, 4.0), individual(1, f64::INFINITY, 2.0)];
        assert_eq!(weights(&none), [0.25, 0.5]);
    }

    #[test]
    fn crossover_exchanges_one_tail() {
        let (mother, father): (Node, Node) = (vec![0, 0, 0].into(), vec![1, 1, 1].into());
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..50 {
            let [one, other] = cross(&mother, &father, &mut Stream::new(seed, 0));
            assert!(one.iter().zip(other.iter()).all(|(a, b)| a + b == 1));
            assert!(one.windows(2).all(|pair| pair[0] <= pair[1]));
            seen.insert(one.sum());
        }
        // Each of three places fails to be drawn in 50 runs with probability (2/3)^50 < 2e-9.
        assert_eq!(seen, [0, 1, 2].into());
    }

    #[test]
    fn mutation_moves_one_gene_within_its_range() {
        let lattice = Lattice { lowest: vec![0, 1].into(), highest: vec![3, 1].into() };
        for seed in 0..100 {
            for flipped in [FlippedGenes::One, FlippedGenes::Several] {
                let cpgen = Cpgen { population: 4, iterations: 1, flipped };
                let mutant = cpgen.mutate(vec![2, 1].into(), &lattice, &mut Stream::new(seed, 0));
                assert!(mutant[1] == 1 && mutant[0] <= 3);
            }
        }
    }

    /// Of 200 draws from four genes the chance that none has two is (1 - 0.26)^200 < 1e-25.
    #[test]
    fn several_genes_are_one_or_more() {
        let counts: Vec<usize> =
            (0..200).map(|seed| some_genes(4, &mut Stream::new(seed, 0)).len()).collect();
        assert!(counts.iter().all(|&count| (1..=4).contains(&count)));
        assert!(counts.contains(&1) && counts.iter().any(|&count| count > 1));
    }
}
