//! One island.

use super::super::{Breeding, GenomePopulation, GenomeProblem, Nursery, Snapshot, snapshot};
use super::message::Message;
use crate::{Branch, Evaluator, Observer, Progress, Stop, Stream};

/// A population of its own.
pub(super) struct Island {
    pub number: usize,
    pub size: usize,
    pub budget: u64,
    pub population: GenomePopulation,
    pub nursery: Nursery,
    pub stream: Stream,
}

/// What an island does between two meetings.
#[derive(Clone, Copy)]
pub(super) struct Epoch<'a> {
    pub breeding: &'a Breeding,
    pub generations: u64,
    pub wants_snapshots: bool,
}

impl Island {
    /// An island on which nobody lives yet.
    pub fn new<P: GenomeProblem>(number: usize, size: usize, budget: u64, problem: &P, seed: u64) -> Self {
        let (population, nursery) = (GenomePopulation::default(), Nursery::new(problem));
        Self { number, size, budget, population, nursery, stream: Stream::new(seed, number) }
    }

    /// Breeds up to the next meeting; what it tells there, with somebody who emigrates if the
    /// island `is_one_of_many`.
    pub fn live<P: GenomeProblem>(
        &mut self,
        epoch: Epoch<'_>,
        branch: &Branch<'_, P>,
        is_one_of_many: bool,
    ) -> Message {
        let mut diary = Diary { wants_snapshots: epoch.wants_snapshots, snapshots: Vec::new() };
        let mut evaluator = branch.evaluator(self.budget, &mut diary);
        let stop = self.evolve(epoch, &mut evaluator).err();
        let evaluations = evaluator.evaluations();
        let best = evaluator.best().filter(|&found| branch.best() != Some(found)).cloned();
        self.budget -= evaluations;
        let has_emigrant = is_one_of_many && !self.population.is_empty();
        Message {
            evaluations,
            best,
            stop,
            snapshots: diary.snapshots,
            emigrant: has_emigrant.then(|| self.population.members()[self.population.best()].clone()),
            found: self.nursery.news(),
            // After its own evaluations, so of all islands together nothing is missed.
            inexact: !branch.problem().is_exact(),
            keeps: false,
            is_kept: false,
        }
    }

    fn evolve<P: GenomeProblem>(
        &mut self,
        epoch: Epoch<'_>,
        evaluator: &mut Evaluator<'_, P>,
    ) -> Result<(), Stop> {
        // Whatever it still meant to look at counts as seen to it, so it must not conclude from
        // that.
        if self.budget == 0 {
            return Err(Stop::Budget);
        }
        if self.population.is_empty() {
            self.population = GenomePopulation::random(self.size, evaluator, &mut self.stream)?;
        }
        for _ in 0..epoch.generations {
            epoch.breeding.generation(
                &mut self.population,
                &mut self.nursery,
                evaluator,
                &mut self.stream,
            )?;
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
