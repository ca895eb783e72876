//! The hierarchical adaptive evolution framework.

use super::{
    Breeding, Differential, Endless, GenomePopulation, GenomeProblem, Nursery, Shares, Strategies, Strategy,
    StrategyShares, Successes, reason, snapshot,
};
use crate::Stream;
use crate::{Evaluator, Stop};

/// What is left out of HAEF to measure what it contributes (HAEF, section 6.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HaefAblation {
    /// Nothing: HAEF itself.
    #[default]
    Nothing,
    /// Both priorities: probabilities depend on successes alone.
    Priority,
    /// The genetic algorithm: the six strategies of differential evolution alone.
    GaDeAdaptation,
    /// Five of the six strategies: the genetic algorithm and DE/best/1.
    DesAdaptation,
}

/// HAEF: each generation is made by a genetic algorithm or by differential evolution, in which each
/// trial vector is made by one of six strategies. The probabilities of both choices adapt to the
/// successes so far; early on, the genetic algorithm and random-based strategies are preferred,
/// later differential evolution and best-based strategies.
///
/// `g / gamma`, which measures the progress of the search, is the number of the generation divided
/// by the budget in populations, and never more than 1: a generation of the genetic algorithm makes
/// only half as many children, so there may be more generations than that.
///
/// Reference: You et al., "Hierarchical adaptive evolution framework for privacy-preserving data
/// publishing", World Wide Web 27 (2024), doi:10.1007/s11280-024-01286-z.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Haef {
    /// Individuals, at least [`LEAST_POPULATION`](super::LEAST_POPULATION).
    pub population: usize,
    /// The genetic algorithm.
    pub breeding: Breeding,
    /// Differential evolution.
    pub differential: Differential,
    /// Generations between two adaptations.
    pub update_interval: u64,
    /// What is left out.
    pub without: HaefAblation,
}

impl Haef {
    /// Searches until the evaluator ends it.
    pub fn run<P: GenomeProblem>(&self, evaluator: &mut Evaluator<'_, P>, seed: u64) -> Stop {
        reason(self.evolve(evaluator, &mut Stream::new(seed, 0)))
    }

    fn evolve<P: GenomeProblem>(&self, evaluator: &mut Evaluator<'_, P>, stream: &mut Stream) -> Endless {
        let gamma = evaluator.remaining()? as f64 / self.population as f64;
        let mut population = GenomePopulation::random(self.population, evaluator, stream)?;
        let mut nursery = Nursery::new(evaluator.problem());
        let mut layers = Layers::new(self.without);
        for generation in 0u64.. {
            if generation > 0 && generation % self.update_interval == 0 {
                layers.adapt((generation as f64 / gamma).min(1.0));
            }
            let (shares, strategies) = (layers.shares, layers.strategies.shares());
            snapshot::report(evaluator, &population, Some(shares), Some(strategies));
            if stream.chance(layers.shares.ga) {
                let children = self.breeding.generation(&mut population, &mut nursery, evaluator, stream)?;
                layers.ga.add(children);
            } else {
                let strategies = layers.strategies();
                let trials = self.differential.generation(
                    &mut population,
                    &mut nursery,
                    evaluator,
                    stream,
                    strategies,
                )?;
                layers.de.add(trials);
            }
        }
        Err(Stop::Converged)
    }
}

/// The probabilities of both layers, and the counts used to adapt them.
struct Layers {
    without: HaefAblation,
    shares: Shares,
    strategies: StrategyShares,
    best1: Strategy,
    ga: Successes,
    de: Successes,
}

impl Layers {
    fn new(without: HaefAblation) -> Self {
        let shares = match without {
            HaefAblation::Nothing | HaefAblation::DesAdaptation => Shares { ga: 1.0, de: 0.0 },
            HaefAblation::Priority => Shares { ga: 0.5, de: 0.5 },
            HaefAblation::GaDeAdaptation => Shares { ga: 0.0, de: 1.0 },
        };
        let (ga, de) = Default::default();
        Self { without, shares, strategies: StrategyShares::default(), best1: Strategy::Best1, ga, de }
    }

    fn strategies(&mut self) -> &mut dyn Strategies {
        match self.without {
            HaefAblation::DesAdaptation => &mut self.best1,
            _ => &mut self.strategies,
        }
    }

    fn adapt(&mut self, progress: f64) {
        let progress = (self.without != HaefAblation::Priority).then_some(progress);
        if self.without != HaefAblation::GaDeAdaptation {
            self.shares = Shares::adapted(self.ga, self.de, progress);
        }
        if self.without != HaefAblation::DesAdaptation {
            self.strategies.adapt(progress);
        }
        (self.ga, self.de) = Default::default();
    }
}
