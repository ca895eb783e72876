//! Populations that evolve side by side and exchange individuals from time to time.

use super::{Breeding, Endless, GenomeProblem, Individual, Nursery, Population, Snapshot, reason, snapshot};
use crate::Stream;
use crate::{Branch, Evaluation, Evaluator, Observer, Progress, Stop};
use rayon::prelude::*;

/// Carries emigrants from island to island.
///
/// A search calls it with the emigrants of the islands it runs, in the order of the islands. When all islands live in
/// one process, these are all emigrants; when each island has a process of its own, an implementation sends its
/// emigrants to the next process and waits for those of the one before.
pub trait Exchange {
    /// Takes one emigrant from each island and gives one immigrant to each.
    fn swap(&mut self, emigrants: Vec<Individual>) -> Vec<Individual>;
}

/// Each island's emigrant goes to the next island, the last one's to the first.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ring;

impl Exchange for Ring {
    fn swap(&mut self, mut emigrants: Vec<Individual>) -> Vec<Individual> {
        if !emigrants.is_empty() {
            emigrants.rotate_right(1);
        }
        emigrants
    }
}

/// Islands that breed in the same way, each with its own population and its own stream of random numbers, so that the
/// number of threads does not matter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Archipelago {
    /// Individuals on all islands together.
    pub population: usize,
    /// Islands, at least 1.
    pub islands: usize,
    /// How they breed.
    pub breeding: Breeding,
    /// Generations between two migrations.
    pub migration_interval: u64,
}

impl Archipelago {
    /// Searches until the evaluator ends it. Each island may spend an equal part of the budget; the
    /// first ones get what is left over.
    pub fn run<P: GenomeProblem>(
        &self,
        evaluator: &mut Evaluator<'_, P>,
        exchange: &mut dyn Exchange,
        seed: u64,
    ) -> Stop {
        reason(self.live(evaluator, exchange, seed))
    }

    fn live<P: GenomeProblem>(
        &self,
        evaluator: &mut Evaluator<'_, P>,
        exchange: &mut dyn Exchange,
        seed: u64,
    ) -> Endless {
        let mut islands = self.settle(evaluator.problem(), evaluator.remaining()?, seed);
        loop {
            let branch = evaluator.branch();
            let wants_snapshots = evaluator.wants_snapshots();
            let epochs: Vec<Epoch> = islands
                .par_iter_mut()
                .map(|island| island.live(&self.breeding, self.migration_interval, &branch, wants_snapshots))
                .collect();
            let ends: Vec<Option<Stop>> = epochs.iter().map(|epoch| epoch.stop).collect();
            for (number, epoch) in epochs.into_iter().enumerate() {
                for mut snapshot in epoch.snapshots {
                    snapshot.island = number;
                    snapshot.evaluations += evaluator.evaluations();
                    evaluator.tell(&snapshot);
                }
                evaluator.join(epoch.evaluations, epoch.best);
            }
            if let Some(stop) = ends.iter().flatten().find(|&&stop| stop != Stop::Budget) {
                return Err(if *stop == Stop::Proved { evaluator.conclude() } else { *stop });
            }
            if ends.iter().all(Option::is_some) {
                return Err(Stop::Budget);
            }
            migrate(&mut islands, exchange);
            Nursery::meet(islands.iter_mut().map(|island| &mut island.nursery));
        }
    }

    fn settle<P: GenomeProblem>(&self, problem: &P, budget: u64, seed: u64) -> Vec<Island> {
        let part = |whole: u64, number: usize| {
            let islands = self.islands.max(1) as u64;
            whole / islands + u64::from((number as u64) < whole % islands)
        };
        let island = |number| Island {
            size: part(self.population as u64, number) as usize,
            budget: if budget == u64::MAX { budget } else { part(budget, number) },
            population: Population::default(),
            nursery: Nursery::new(problem),
            stream: Stream::new(seed, number),
        };
        (0..self.islands.max(1)).map(island).collect()
    }
}

struct Island {
    size: usize,
    budget: u64,
    population: Population,
    nursery: Nursery,
    stream: Stream,
}

/// What an island reports at a meeting.
struct Epoch {
    evaluations: u64,
    best: Option<(super::Genome, Evaluation)>,
    stop: Option<Stop>,
    snapshots: Vec<Snapshot>,
}

impl Island {
    fn live<P: GenomeProblem>(
        &mut self,
        breeding: &Breeding,
        generations: u64,
        branch: &Branch<'_, P>,
        wants_snapshots: bool,
    ) -> Epoch {
        let mut diary = Diary { wants_snapshots, snapshots: Vec::new() };
        let mut evaluator = branch.evaluator(self.budget, &mut diary);
        let stop = self.evolve(breeding, generations, &mut evaluator).err();
        let evaluations = evaluator.evaluations();
        let best = evaluator.best().cloned();
        self.budget -= evaluations;
        Epoch { evaluations, best, stop, snapshots: diary.snapshots }
    }

    fn evolve<P: GenomeProblem>(
        &mut self,
        breeding: &Breeding,
        generations: u64,
        evaluator: &mut Evaluator<'_, P>,
    ) -> Result<(), Stop> {
        if self.population.is_empty() {
            self.population = Population::random(self.size, evaluator, &mut self.stream)?;
        }
        for _ in 0..generations {
            breeding.generation(&mut self.population, &mut self.nursery, evaluator, &mut self.stream)?;
            snapshot::report(evaluator, &self.population, None, None);
        }
        Ok(())
    }
}

struct Diary {
    wants_snapshots: bool,
    snapshots: Vec<Snapshot>,
}

impl Observer for Diary {
    fn observe(&mut self, _progress: Progress) {}

    fn wants_snapshots(&self) -> bool {
        self.wants_snapshots
    }

    fn snapshot(&mut self, snapshot: &Snapshot) {
        self.snapshots.push(snapshot.clone());
    }
}

/// Each island's best individual replaces a random individual of another island, but never the best one.
fn migrate(islands: &mut [Island], exchange: &mut dyn Exchange) {
    if islands.len() < 2 || islands.iter().any(|island| island.population.is_empty()) {
        return;
    }
    let best = |island: &Island| island.population.members()[island.population.best()].clone();
    let immigrants = exchange.swap(islands.iter().map(best).collect());
    for (island, immigrant) in islands.iter_mut().zip(immigrants) {
        island.population.receive(immigrant, &mut island.stream);
    }
}
