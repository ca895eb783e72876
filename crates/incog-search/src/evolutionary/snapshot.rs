//! Telling the observer what a search looks like after a generation.

use super::{GenomePopulation, GenomeProblem, Shares, Snapshot};
use crate::Evaluator;

/// Tells the observer what the population looks like, if it wants to know.
pub(super) fn report<P: GenomeProblem>(
    evaluator: &mut Evaluator<'_, P>,
    population: &GenomePopulation,
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
