//! A plain genetic algorithm.

use super::{Breeding, Endless, GenomePopulation, GenomeProblem, Nursery, reason, snapshot};
use crate::Stream;
use crate::{Evaluator, Stop};

/// The genetic algorithm that ID-DGA is compared with; also HAEF's, on its own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ga {
    /// Individuals.
    pub population: usize,
    /// How they breed.
    pub breeding: Breeding,
}

impl Ga {
    /// Searches until the evaluator ends it.
    pub fn run<P: GenomeProblem>(&self, evaluator: &mut Evaluator<'_, P>, seed: u64) -> Stop {
        reason(self.evolve(evaluator, &mut Stream::new(seed, 0)))
    }

    fn evolve<P: GenomeProblem>(&self, evaluator: &mut Evaluator<'_, P>, stream: &mut Stream) -> Endless {
        let mut population = GenomePopulation::random(self.population, evaluator, stream)?;
        let mut nursery = Nursery::new(evaluator.problem());
        loop {
            snapshot::report(evaluator, &population, None, None);
            self.breeding.generation(&mut population, &mut nursery, evaluator, stream)?;
        }
    }
}
