//! Populations that evolve side by side and exchange individuals from time to time, in one process
//! or in several.
//!
//! All islands breed for some generations and then meet. Each tells what it has found; everything
//! that follows from a meeting (the best candidate, whether the search ends, who migrates where,
//! what is known to all) is worked out from the messages of all islands in their order. So the
//! result does not depend on how many threads there are, nor on how many processes, nor on which of
//! them has which island.

mod island;
mod island_context;
mod last_exchange;
mod message;
mod startup;
mod state;

pub use super::bytes::Malformed;
pub use incog_transport::{About, Carried, Lost, Transport, islands_of};
pub use island_context::{CheckpointSink, IslandContext, IslandsError, Missed, call_off, is_begun};

use super::bytes::Shape;
use super::{Breeding, GenomeProblem};
use crate::{Evaluator, Stop};
use incog_transport::rank_of;
use island::{Epoch, Island};
use last_exchange::Remembered;
use message::Message;
use rayon::prelude::*;
use startup::Opening;
use std::ops::Range;

/// Islands that breed in the same way, each with its own population and its own stream of random
/// numbers.
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

/// Why a loop over meetings ends.
enum End {
    Stop(Stop),
    Failed(IslandsError),
}

impl From<IslandsError> for End {
    fn from(error: IslandsError) -> Self {
        Self::Failed(error)
    }
}

impl From<Lost> for End {
    fn from(lost: Lost) -> Self {
        Self::Failed(lost.into())
    }
}

impl Archipelago {
    /// Searches until the evaluator ends it. Each island may spend an equal part of the budget; the
    /// first ones get what is left over.
    pub fn run<P: GenomeProblem>(&self, evaluator: &mut Evaluator<'_, P>, seed: u64) -> Stop {
        let alone = self.run_among(evaluator, &mut IslandContext::default(), seed);
        alone.expect("alone there is no rank to lose and no state to go on from")
    }

    /// As [`run`](Self::run), with other ranks that have some of the islands, and a place where the
    /// state is kept. When the search is ended from outside, the state of the last meeting is kept.
    ///
    /// # Errors
    /// When a rank is lost or searches something else, or the state to go on from is none of this
    /// search.
    pub fn run_among<P: GenomeProblem>(
        &self,
        evaluator: &mut Evaluator<'_, P>,
        around: &mut IslandContext<'_>,
        seed: u64,
    ) -> Result<Stop, IslandsError> {
        let opening = Opening::meet(around, evaluator.wants_snapshots(), self.count())?;
        let mut islands = self.settle(evaluator, around, seed);
        if let Some(state) = &opening.state {
            state::go_on(state, evaluator, &mut islands, self.count())?;
        }
        let mut remembered = None;
        loop {
            match self.epoch(evaluator, &mut islands, around, &opening, &mut remembered) {
                Ok(()) => {}
                Err(End::Stop(stop)) => return Ok(stop),
                Err(End::Failed(error)) => return Err(error),
            }
        }
    }

    fn count(&self) -> usize {
        self.islands.max(1)
    }

    /// Breeds up to a meeting, and holds it. Remembers it; keeps the one that was remembered if the
    /// search is ended from outside, unless it is kept already.
    fn epoch<P: GenomeProblem>(
        &self,
        evaluator: &mut Evaluator<'_, P>,
        islands: &mut [Island],
        around: &mut IslandContext<'_>,
        opening: &Opening,
        remembered: &mut Option<Remembered>,
    ) -> Result<(), End> {
        let keeps = around.rank() == 0 && around.sink.as_mut().is_some_and(|sink| sink.is_due());
        let is_kept = remembered.as_ref().is_some_and(|last| last.is_kept);
        let branch = evaluator.branch();
        let wants_snapshots = opening.wants_snapshots;
        let epoch = Epoch { breeding: &self.breeding, generations: self.migration_interval, wants_snapshots };
        let transport = around.transport;
        let tell = |island: &mut Island| {
            let mut message = island.live(epoch, &branch, self.count() > 1);
            message.keeps = keeps && island.number == 0;
            message.is_kept = is_kept && island.number == 0;
            if let Some(transport) = transport {
                island_context::send_to_others(transport, About::Meeting(island.number), message.written())?;
            }
            Ok::<_, Lost>(message)
        };
        let own = islands.par_iter_mut().map(tell).collect::<Result<Vec<Message>, Lost>>()?;
        let mut messages = self.gather(own, around, Shape::new(evaluator.problem()))?;
        if let Err(stop) = meet(evaluator, &mut messages) {
            let is_kept = messages.first().is_some_and(|first| first.is_kept);
            if let Some(last) = remembered.take().filter(|_| stop.is_from_outside() && !is_kept) {
                last.keep(islands, &messages, around, self.count());
            }
            return Err(End::Stop(stop));
        }
        migrate(islands, &messages);
        // An island whose budget ended has not looked at all that it tells as seen.
        for message in messages.iter().filter(|message| message.stop.is_none()) {
            islands.iter_mut().for_each(|island| island.nursery.learn(&message.found));
        }
        *remembered = opening.keeps.then(|| Remembered::at_meeting(evaluator, islands));
        if messages.first().is_some_and(|first| first.keeps) {
            let is_kept = state::keep(evaluator, islands, around, self.count())?;
            remembered.iter_mut().for_each(|last| last.is_kept = is_kept);
        }
        Ok(())
    }

    /// The messages of all islands, in their order: those of this rank's, and those of the others',
    /// for which it waits.
    fn gather(
        &self,
        own: Vec<Message>,
        around: &IslandContext<'_>,
        shape: Shape<'_>,
    ) -> Result<Vec<Message>, IslandsError> {
        let Some(transport) = around.transport else { return Ok(own) };
        let mut own = own.into_iter();
        let here = self.own(around);
        let message = |island: usize| {
            if here.contains(&island) {
                // As many as there are islands here.
                return Ok(own.next().unwrap_or_default());
            }
            let rank = rank_of(island, around.ranks(), self.count());
            let bytes = transport.receive(rank, About::Meeting(island))?;
            Message::read(&bytes, shape).map_err(|Malformed| IslandsError::Garbled { rank })
        };
        (0..self.count()).map(message).collect()
    }

    /// The islands of this rank.
    fn own(&self, around: &IslandContext<'_>) -> Range<usize> {
        islands_of(around.rank(), around.ranks(), self.count())
    }

    fn settle<P: GenomeProblem>(
        &self,
        evaluator: &Evaluator<'_, P>,
        around: &IslandContext<'_>,
        seed: u64,
    ) -> Vec<Island> {
        let budget = evaluator.left();
        let part = |whole: u64, number: usize| {
            let islands = self.count() as u64;
            whole / islands + u64::from((number as u64) < whole % islands)
        };
        let island = |number| {
            let size = part(self.population as u64, number) as usize;
            let budget = if budget == u64::MAX { budget } else { part(budget, number) };
            Island::new(number, size, budget, evaluator.problem(), seed)
        };
        self.own(around).map(island).collect()
    }
}

/// Joins what all islands have found, and ends the search if one of them says so, or the budget of
/// all is used up.
fn meet<P: GenomeProblem>(evaluator: &mut Evaluator<'_, P>, messages: &mut [Message]) -> Result<(), Stop> {
    for (number, message) in messages.iter_mut().enumerate() {
        for mut snapshot in message.snapshots.drain(..) {
            snapshot.island = number;
            snapshot.evaluations += evaluator.evaluations();
            evaluator.tell(&snapshot);
        }
        evaluator.join(message.evaluations, message.best.take());
    }
    if messages.iter().any(|message| message.inexact) {
        evaluator.problem().note_inexact();
    }
    let is_exact = evaluator.problem().is_exact();
    let mut ends = messages.iter().map(|message| message.stop);
    let some = |is_so: &dyn Fn(Stop) -> bool| ends.clone().flatten().find(|&stop| is_so(stop));
    // An island that has seen all nodes knows of no genome that others find not to be the best
    // while it looks.
    if is_exact && some(&|stop| stop == Stop::Proved).is_some() {
        return Err(evaluator.conclude());
    }
    // Before an end of its own, which is that of the search only if nothing was cut.
    if let Some(stop) = some(&Stop::is_from_outside).or_else(|| some(&|stop| stop != Stop::Budget)) {
        return Err(if stop == Stop::Proved { Stop::Converged } else { stop });
    }
    if ends.all(|end| end.is_some()) { Err(Stop::Budget) } else { Ok(()) }
}

/// Each island's best individual replaces a random individual of the next island, but never the
/// best one; the last one's goes to the first.
fn migrate(islands: &mut [Island], messages: &[Message]) {
    if messages.len() < 2 || messages.iter().any(|message| message.emigrant.is_none()) {
        return;
    }
    for island in islands {
        let from = (island.number + messages.len() - 1) % messages.len();
        if let Some(immigrant) = &messages[from].emigrant {
            island.population.receive(immigrant.clone(), &mut island.stream);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
