//! What a search looks like after a generation.

use super::{Degrees, GenomeProblem, Population, Shares};
use crate::{Evaluation, Evaluator};

/// A search after a generation, for those who study how it behaves.
#[derive(Debug, Clone, PartialEq)]
pub struct Snapshot {
    /// Evaluations so far, those of other islands up to their last meeting included.
    pub evaluations: u64,
    /// The island, from 0.
    pub island: usize,
    /// The best individual of the population.
    pub best: Evaluation,
    /// What it loses and how well it protects, allowed or not.
    pub degrees: Degrees,
    /// Sum of the pairwise Euclidean distances of the levels.
    pub diversity_of_levels: f64,
    /// Sum of the pairwise Hamming distances of the bits.
    pub diversity_of_records: f64,
    /// Probabilities of genetic algorithm and differential evolution, where they are adapted.
    pub shares: Option<Shares>,
    /// Probabilities of the six strategies, where they are adapted.
    pub strategies: Option<[f64; 6]>,
}

/// Tells the observer what the population looks like, if it wants to know.
pub(super) fn report<P: GenomeProblem>(
    evaluator: &mut Evaluator<'_, P>,
    population: &Population,
    shares: Option<Shares>,
    strategies: Option<[f64; 6]>,
) {
    if !evaluator.wants_snapshots() || population.is_empty() {
        return;
    }
    let best = &population.members()[population.best()];
    let snapshot = Snapshot {
        evaluations: evaluator.evaluations(),
        island: 0,
        best: best.evaluation,
        degrees: evaluator.problem().degrees(&best.genome),
        diversity_of_levels: population.diversity_of_levels(),
        diversity_of_records: population.diversity_of_records(),
        shares,
        strategies,
    };
    evaluator.tell(&snapshot);
}
