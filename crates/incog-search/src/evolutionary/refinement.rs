//! What pays where a genome is its levels alone: never looking at a node twice, and looking around good ones.

use super::{Genome, GenomeProblem, Population, Stream, is_better};
use crate::{Evaluator, Lattice, Node, Stop};
use std::collections::BTreeSet;

/// How often a known child is changed until it is taken as it is.
const MOST_CHANGES: usize = 64;

/// The nodes a population has seen. Each population has its own, so that what it does depends on no other.
#[derive(Debug, Default)]
pub(super) struct Memory {
    seen: BTreeSet<Node>,
    refined: BTreeSet<Node>,
}

impl Memory {
    /// Remembers what the population starts with.
    pub fn start(&mut self, population: &Population) {
        if self.seen.is_empty() {
            self.seen.extend(population.members().iter().map(|member| member.genome.levels.clone()));
        }
    }

    /// Changes a child that is known, one random level at a time, until it is new; remembers it.
    pub fn renew(&mut self, child: &mut Genome, lattice: &Lattice, stream: &mut Stream) {
        for _ in 0..MOST_CHANGES {
            if !self.seen.contains(&child.levels) {
                break;
            }
            let attribute = stream.below(child.levels.len());
            child.levels[attribute] = stream.level(lattice.lowest[attribute], lattice.highest[attribute]);
        }
        self.seen.insert(child.levels.clone());
    }

    /// Looks at all new neighbours, one level up or down, of the best individual that was not refined before;
    /// the best neighbour takes its place if it is better. `false` when every individual was refined. Ends
    /// the search when it has seen every node, which proves its result if the problem says so.
    pub fn refine<P: GenomeProblem>(
        &mut self,
        population: &mut Population,
        evaluator: &mut Evaluator<'_, P>,
    ) -> Result<bool, Stop> {
        if self.seen.len() as f64 >= evaluator.problem().lattice().size() {
            let exact = evaluator.problem().is_exact();
            return Err(if exact { evaluator.conclude() } else { Stop::Converged });
        }
        let open = (0..population.len())
            .filter(|&place| !self.refined.contains(&population.members()[place].genome.levels));
        let better = |a: usize, b: usize| {
            let [first, second] = [a, b].map(|place| &population.members()[place].evaluation);
            if is_better(second, first) { b } else { a }
        };
        let Some(place) = open.reduce(better) else { return Ok(false) };
        let centre = population.members()[place].genome.clone();
        self.refined.insert(centre.levels.clone());
        let mut neighbours = self.new_neighbours(&centre, evaluator.problem().lattice());
        let evaluations = evaluator.evaluate_all(&neighbours)?;
        for (neighbour, evaluation) in neighbours.iter_mut().zip(evaluations) {
            population.challenge(place, neighbour, evaluation);
        }
        Ok(true)
    }

    fn new_neighbours(&mut self, centre: &Genome, lattice: &Lattice) -> Vec<Genome> {
        let mut neighbours = Vec::new();
        for attribute in 0..centre.levels.len() {
            let level = centre.levels[attribute];
            let below = level.checked_sub(1).filter(|&below| below >= lattice.lowest[attribute]);
            let above = level.checked_add(1).filter(|&above| above <= lattice.highest[attribute]);
            for level in below.into_iter().chain(above) {
                let levels = centre.levels.with(attribute, level);
                if self.seen.insert(levels.clone()) {
                    neighbours.push(Genome { levels, kept: centre.kept.clone() });
                }
            }
        }
        neighbours
    }
}
