//! The information-driven distributed genetic algorithm.

use super::islands::{Archipelago, IslandContext, IslandsError};
use super::{Breeding, Crossover, GenomeProblem, Mutation};
use crate::{Evaluator, Pairing, Stop};

/// What is left out of ID-DGA to measure what it contributes (ID-DGA, section 6.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum IdDgaAblation {
    /// Nothing: ID-DGA itself.
    #[default]
    Nothing,
    /// The islands: one population. This is ID-GA.
    Framework,
    /// The information-driven mutation: each gene is redrawn with the mutation rate.
    Mutation,
    /// The improvement of children that are not allowed.
    Improvement,
}

/// ID-DGA: populations on a ring of islands, bred with information-driven crossover, mutation and
/// improvement; from time to time the best individual of each island replaces a random individual
/// of the next.
///
/// Reference: Ge et al., "Information-driven distributed genetic algorithm for privacy-preserving
/// data publishing" (ID-DGA), sections 4.1 to 4.7.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct IdDga {
    /// Individuals on all islands together.
    pub population: usize,
    /// Islands.
    pub islands: usize,
    /// Rate of the mutation.
    pub mutation: f64,
    /// Who breeds with whom on an island.
    pub pairing: Pairing,
    /// Generations between two migrations.
    pub migration_interval: u64,
    /// What is left out.
    pub without: IdDgaAblation,
}

impl IdDga {
    /// Searches until the evaluator ends it.
    pub fn run<P: GenomeProblem>(&self, evaluator: &mut Evaluator<'_, P>, seed: u64) -> Stop {
        self.archipelago().run(evaluator, seed)
    }

    /// As [`run`](Self::run), with other ranks that have some of the islands, and a place where the
    /// state is kept.
    ///
    /// # Errors
    /// When a rank is lost, or the state to go on from is none of this search.
    pub fn run_among<P: GenomeProblem>(
        &self,
        evaluator: &mut Evaluator<'_, P>,
        around: &mut IslandContext<'_>,
        seed: u64,
    ) -> Result<Stop, IslandsError> {
        self.archipelago().run_among(evaluator, around, seed)
    }

    fn archipelago(&self) -> Archipelago {
        Archipelago {
            population: self.population,
            islands: if self.without == IdDgaAblation::Framework { 1 } else { self.islands.max(1) },
            breeding: self.breeding(),
            migration_interval: self.migration_interval,
        }
    }

    /// How its islands breed.
    pub fn breeding(&self) -> Breeding {
        Breeding {
            crossover: Crossover::InformationDriven,
            mutation: match self.without {
                IdDgaAblation::Mutation => Mutation::Uniform(self.mutation),
                _ => Mutation::InformationDriven(self.mutation),
            },
            pairing: self.pairing,
            improvement: self.without != IdDgaAblation::Improvement,
        }
    }
}
