//! The state of a search with islands after a meeting, from which another one goes on to the same
//! result.

use super::super::bytes::{Malformed, Reader, Shape, Writer};
use super::super::{GenomePopulation, GenomeProblem, Nursery};
use super::island::Island;
use super::island_context::{IslandContext, IslandsError, Missed};
use crate::{Evaluator, Stream};
use incog_transport::{About, Lost, Transport, rank_of};
use std::ops::Range;

/// Sends the state of this rank's islands to the first one, which keeps that of all; whether it is
/// kept, as far as this rank knows.
pub(super) fn keep<P: GenomeProblem>(
    evaluator: &Evaluator<'_, P>,
    islands: &[Island],
    around: &mut IslandContext<'_>,
    count: usize,
) -> Result<bool, Lost> {
    let own = islands.iter().map(|island| (island.number, island.written())).collect();
    hand_over(&Reached::by(evaluator), own, around, count)
}

/// How far all islands together are.
pub(super) struct Reached {
    evaluations: u64,
    /// The bytes that are kept: how far the islands are, whether the problem is exact, and the best
    /// candidate.
    written: Vec<u8>,
}

impl Reached {
    pub fn by<P: GenomeProblem>(evaluator: &Evaluator<'_, P>) -> Self {
        let mut writer = Writer::default();
        writer.number(evaluator.evaluations());
        writer.byte(u8::from(!evaluator.problem().is_exact()));
        writer
            .option(evaluator.best(), |writer, (genome, evaluation)| writer.individual(genome, *evaluation));
        Self { evaluations: evaluator.evaluations(), written: writer.finish() }
    }
}

/// Hands over the state of this rank's islands, by their numbers; whether the state of all is kept,
/// as far as this rank knows.
///
/// # Errors
/// When a rank is lost.
pub(super) fn hand_over(
    reached: &Reached,
    own: Vec<(usize, Vec<u8>)>,
    around: &mut IslandContext<'_>,
    count: usize,
) -> Result<bool, Lost> {
    if let Some(transport) = around.transport.filter(|transport| transport.rank() > 0) {
        own.into_iter().try_for_each(|(island, state)| send(transport, island, state))?;
        return Ok(false);
    }
    let mut states: Vec<Vec<u8>> = own.into_iter().map(|(_, state)| state).collect();
    states.extend(others(states.len()..count, around, count)?);
    let not_sent = states.iter().position(Vec::is_empty).map(|island| rank_of(island, around.ranks(), count));
    let Some(sink) = &mut around.sink else { return Ok(false) };
    if let Some(rank) = not_sent {
        sink.miss(Missed::NotSent { rank });
        return Ok(false);
    }
    let mut writer = Writer::default();
    writer.list(states.iter(), |writer, state| writer.bytes(state));
    Ok(sink.keep(&[&reached.written[..], &writer.finish()].concat(), reached.evaluations))
}

/// Sends the state of an island to the first rank; of one that cannot be sent nothing, since that
/// rank waits for it.
fn send(transport: &dyn Transport, island: usize, state: Vec<u8>) -> Result<(), Lost> {
    let about = About::State(island);
    transport.send(0, about, &state.into()).or_else(|_| transport.send(0, about, &Vec::new().into()))
}

/// What the other ranks send of these islands. Also where one of them is lost, all others are
/// heard: who sends waits until it is.
fn others(islands: Range<usize>, around: &IslandContext<'_>, count: usize) -> Result<Vec<Vec<u8>>, Lost> {
    let Some(transport) = around.transport else { return Ok(Vec::new()) };
    let state = |island| transport.receive(rank_of(island, transport.ranks(), count), About::State(island));
    let received: Vec<Result<Vec<u8>, Lost>> = islands.map(state).collect();
    received.into_iter().collect()
}

/// Goes on from a state of all islands.
pub(super) fn go_on<P: GenomeProblem>(
    state: &[u8],
    evaluator: &mut Evaluator<'_, P>,
    islands: &mut [Island],
    count: usize,
) -> Result<(), IslandsError> {
    let shape = Shape::new(evaluator.problem());
    let mut reader = Reader::new(state);
    let evaluations = reader.evaluations()?;
    let inexact = reader.flag()?;
    let best = reader.option(|reader| reader.individual(shape))?;
    let states = reader.list(8, |reader| reader.bytes())?;
    reader.end()?;
    if states.len() != count {
        return Err(Malformed.into());
    }
    for island in islands {
        island.go_on(states[island.number], shape)?;
    }
    if inexact {
        evaluator.problem().note_inexact();
    }
    evaluator.resume(evaluations, best.map(|best| (best.genome, best.evaluation)));
    Ok(())
}

impl Island {
    fn written(&self) -> Vec<u8> {
        let mut writer = self.inhabited();
        self.nursery.write(&mut writer);
        writer.finish()
    }

    /// The state but for what the nursery knows.
    pub(super) fn inhabited(&self) -> Writer {
        let mut writer = Writer::default();
        writer.number(self.budget);
        self.stream.place().into_iter().for_each(|word| writer.number(word));
        writer.list(self.population.members().iter(), |writer, member| {
            writer.individual(&member.genome, member.evaluation);
        });
        writer
    }

    /// Goes on from what was written of an island that began as this one.
    fn go_on(&mut self, state: &[u8], shape: Shape<'_>) -> Result<(), Malformed> {
        let mut reader = Reader::new(state);
        let budget = reader.number()?;
        let mut place = [0; 4];
        place.iter_mut().try_for_each(|word| reader.number().map(|read| *word = read))?;
        let stream = Stream::at(place).ok_or(Malformed)?;
        let members = reader.individuals(shape)?;
        let nursery = Nursery::read(&mut reader, shape)?;
        reader.end()?;
        if budget > self.budget || !(members.is_empty() || members.len() == self.size) {
            return Err(Malformed);
        }
        (self.budget, self.stream, self.nursery) = (budget, stream, nursery);
        self.population = GenomePopulation::new(members);
        Ok(())
    }
}
