//! The two-layer evolutionary framework.

use super::{
    Breeding, Differential, Endless, GenomePopulation, GenomeProblem, Nursery, Strategy, reason, snapshot,
};
use crate::Stream;
use crate::{Evaluator, Stop};

/// Genetic algorithm and differential evolution in turn: the genetic algorithm in even generations,
/// DE/rand/1 in odd ones.
///
/// Reference: You et al., as described by HAEF (doi:10.1007/s11280-024-01286-z), section 6.1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tlef {
    /// Individuals, at least [`LEAST_POPULATION`](super::LEAST_POPULATION).
    pub population: usize,
    /// The genetic algorithm.
    pub breeding: Breeding,
    /// Differential evolution.
    pub differential: Differential,
}

impl Tlef {
    /// Searches until the evaluator ends it.
    pub fn run<P: GenomeProblem>(&self, evaluator: &mut Evaluator<'_, P>, seed: u64) -> Stop {
        reason(self.evolve(evaluator, &mut Stream::new(seed, 0)))
    }

    fn evolve<P: GenomeProblem>(&self, evaluator: &mut Evaluator<'_, P>, stream: &mut Stream) -> Endless {
        let mut population = GenomePopulation::random(self.population, evaluator, stream)?;
        let mut nursery = Nursery::new(evaluator.problem());
        let mut strategy = Strategy::Rand1;
        loop {
            snapshot::report(evaluator, &population, None, None);
            self.breeding.generation(&mut population, &mut nursery, evaluator, stream)?;
            snapshot::report(evaluator, &population, None, None);
            self.differential.generation(&mut population, &mut nursery, evaluator, stream, &mut strategy)?;
        }
    }
}
