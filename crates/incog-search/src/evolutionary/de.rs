//! Plain differential evolution.

use super::{Differential, Endless, GenomePopulation, GenomeProblem, Nursery, Strategy, reason, snapshot};
use crate::Stream;
use crate::{Evaluator, Stop};

/// Differential evolution with one strategy, as ID-DGA is compared with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct De {
    /// Individuals, at least [`LEAST_POPULATION`](super::LEAST_POPULATION).
    pub population: usize,
    /// Scale and crossover.
    pub differential: Differential,
    /// How mutants are made.
    pub strategy: Strategy,
}

impl De {
    /// Searches until the evaluator ends it.
    pub fn run<P: GenomeProblem>(&self, evaluator: &mut Evaluator<'_, P>, seed: u64) -> Stop {
        reason(self.evolve(evaluator, &mut Stream::new(seed, 0)))
    }

    fn evolve<P: GenomeProblem>(&self, evaluator: &mut Evaluator<'_, P>, stream: &mut Stream) -> Endless {
        let mut population = GenomePopulation::random(self.population, evaluator, stream)?;
        let mut nursery = Nursery::new(evaluator.problem());
        let mut strategy = self.strategy;
        loop {
            snapshot::report(evaluator, &population, None, None);
            self.differential.generation(&mut population, &mut nursery, evaluator, stream, &mut strategy)?;
        }
    }
}
