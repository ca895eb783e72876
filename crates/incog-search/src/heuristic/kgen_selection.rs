//! Who is selected by KGEN, as a parent or to go on.

use super::kgen_parameters::SelectionWeight;
use crate::{Evaluation, Lattice, Node, rounded};
use rand::RngExt;
use rand_xoshiro::Xoshiro256StarStar;
use std::cmp::Ordering;

/// Generations after which an individual is no longer selected.
const OLD: f64 = 10.0;

/// How selection weighs individuals.
#[derive(Debug, Clone, Copy)]
pub(super) struct Weighing {
    /// Whether the loss depends on the levels alone, so that LOG itself stands for it.
    pub loss_by_levels: bool,
    pub weight: SelectionWeight,
}

/// A node of the population.
pub(super) struct Individual {
    pub node: Node,
    pub evaluation: Evaluation,
    /// Generations survived.
    pub age: u32,
}

impl Individual {
    /// Allowed before not allowed and nearer to allowed first, then by loss, then by the order of
    /// nodes.
    fn compare(&self, other: &Self) -> Ordering {
        let (a, b) = (&self.evaluation, &other.evaluation);
        a.violation
            .total_cmp(&b.violation)
            .then_with(|| rounded(a.loss).total_cmp(&rounded(b.loss)))
            .then_with(|| self.node.cmp(&other.node))
    }
}

/// The best individuals, best first.
pub(super) fn best_of(mut all: Vec<Individual>, size: usize) -> Vec<Individual> {
    all.sort_by(Individual::compare);
    all.truncate(size);
    all
}

/// So many individuals drawn by weight, each once.
pub(super) fn drawn_from(
    mut all: Vec<Individual>,
    size: usize,
    bounds: &Lattice,
    weighing: Weighing,
    rng: &mut Xoshiro256StarStar,
) -> Vec<Individual> {
    if all.len() <= size {
        return all;
    }
    let mut sums = weights(&all, bounds, weighing);
    let mut drawn = Vec::with_capacity(size);
    for _ in 0..size {
        let place = select(&sums, rng);
        let weight = sums[place] - place.checked_sub(1).map_or(0.0, |before| sums[before]);
        sums.iter_mut().skip(place).for_each(|sum| *sum -= weight);
        sums.remove(place);
        drawn.push(all.remove(place));
    }
    drawn
}

/// Running sums of the weights for selection.
pub(super) fn weights(all: &[Individual], bounds: &Lattice, weighing: Weighing) -> Vec<f64> {
    let finite = || all.iter().map(|one| one.evaluation.loss).filter(|loss| loss.is_finite());
    let (best, worst) = (finite().fold(f64::INFINITY, f64::min), finite().fold(f64::NEG_INFINITY, f64::max));
    let mut sum = 0.0;
    let weigh = |individual: &Individual| {
        let log = if weighing.loss_by_levels {
            level_of_generalization(&individual.node, bounds)
        } else if individual.evaluation.loss.is_finite() && worst > best {
            (individual.evaluation.loss - best) / (worst - best)
        } else {
            1.0
        };
        let of_loss = match weighing.weight {
            SelectionWeight::LowLoss => (1.0 - log).max(0.0),
            SelectionWeight::AsPrinted => log,
        };
        sum += of_loss * (1.0 - f64::from(individual.age) / OLD).max(0.0);
        sum
    };
    all.iter().map(weigh).collect()
}

fn level_of_generalization(node: &Node, bounds: &Lattice) -> f64 {
    let shares = node.iter().zip(bounds.highest.iter());
    let sum: f64 = shares.map(|(&level, &top)| f64::from(level) / f64::from(top.max(1))).sum();
    sum / node.len().max(1) as f64
}

/// One individual drawn by weight; any one when no weight is left.
pub(super) fn select(sums: &[f64], rng: &mut Xoshiro256StarStar) -> usize {
    match sums.last() {
        Some(&total) if total > 0.0 => {
            let mark = rng.random::<f64>() * total;
            sums.partition_point(|&sum| sum <= mark).min(sums.len() - 1)
        }
        _ => rng.random_range(0..sums.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    fn individual(level: u8, age: u32) -> Individual {
        Individual { node: vec![level].into(), evaluation: Evaluation { loss: 0.0, violation: 0.0 }, age }
    }

    const LOW_LOSS: Weighing = Weighing { loss_by_levels: true, weight: SelectionWeight::LowLoss };

    fn bounds() -> Lattice {
        Lattice { lowest: vec![0].into(), highest: vec![10].into() }
    }

    /// (1 - LOG) (1 - age/10), or LOG (1 - age/10) as printed, running sums by hand; nobody older
    /// than ten generations has a weight.
    #[test]
    fn weights_are_those_of_equation_3() {
        let all = [individual(0, 0), individual(5, 5), individual(2, 12)];
        assert_eq!(weights(&all, &bounds(), LOW_LOSS), [1.0, 1.25, 1.25]);
        let as_printed = Weighing { weight: SelectionWeight::AsPrinted, ..LOW_LOSS };
        assert_eq!(weights(&all, &bounds(), as_printed), [0.0, 0.25, 0.25]);
    }

    /// By the weights the one of level 0 misses a draw of two with probability 1/66, so ten of 60
    /// draws with less than 1e-7.
    #[test]
    fn each_goes_on_once_and_those_with_weight_mostly() {
        let mut seen = 0;
        for seed in 0..60 {
            let all = vec![individual(0, 0), individual(9, 0), individual(9, 0)];
            let drawn = drawn_from(all, 2, &bounds(), LOW_LOSS, &mut Xoshiro256StarStar::seed_from_u64(seed));
            assert_eq!(drawn.len(), 2);
            assert!(drawn.iter().filter(|one| one.node[0] == 0).count() <= 1);
            seen += drawn.iter().filter(|one| one.node[0] == 0).count();
        }
        assert!(seen > 50, "{seen}");
        let best = best_of(vec![individual(3, 0), individual(1, 0), individual(2, 0)], 2);
        assert_eq!(best.iter().map(|one| one.node[0]).collect::<Vec<u8>>(), [1, 2]);
    }
}
