//! What an island tells at a meeting.

use super::super::bytes::{Malformed, Reader, Shape, Writer};
use super::super::refinement::Found;
use super::super::{Degrees, Genome, Individual, Shares, Snapshot};
use crate::{Evaluation, Stop};

/// What an island tells at a meeting. All that follows from a meeting is worked out from the
/// messages of all islands, by every rank in the same way, so that nothing follows from which rank
/// has which island.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Message {
    /// Evaluations since the last meeting.
    pub evaluations: u64,
    /// The best candidate it knows, where all did not know it at the last meeting.
    pub best: Option<(Genome, Evaluation)>,
    /// Why its epoch ended before its time.
    pub stop: Option<Stop>,
    /// What its population looked like, generation by generation.
    pub snapshots: Vec<Snapshot>,
    /// Its best individual, who goes to the next island.
    pub emigrant: Option<Individual>,
    /// What it has seen since the last meeting.
    pub found: Found,
    /// Whether some genome that its rank has evaluated by then was not the best at its levels.
    pub inexact: bool,
    /// Whether the state of all islands is kept after this meeting; the first island says so.
    pub keeps: bool,
    /// Whether that of the last meeting is kept; the first island says so.
    pub is_kept: bool,
}

impl Message {
    pub fn written(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.number(self.evaluations);
        writer.option(self.best.as_ref(), |writer, (genome, evaluation)| {
            writer.individual(genome, *evaluation)
        });
        writer.stop(self.stop);
        writer.list(self.snapshots.iter(), write_snapshot);
        writer.option(self.emigrant.as_ref(), |writer, emigrant| {
            writer.individual(&emigrant.genome, emigrant.evaluation);
        });
        self.found.write(&mut writer);
        writer.byte(u8::from(self.inexact));
        writer.byte(u8::from(self.keeps));
        writer.byte(u8::from(self.is_kept));
        writer.finish()
    }

    pub fn read(bytes: &[u8], shape: Shape<'_>) -> Result<Self, Malformed> {
        let mut reader = Reader::new(bytes);
        let individual = |reader: &mut Reader<'_>| reader.individual(shape);
        let message = Self {
            evaluations: reader.evaluations()?,
            best: reader.option(individual)?.map(|best| (best.genome, best.evaluation)),
            stop: reader.stop()?,
            snapshots: reader.list(LEAST_OF_SNAPSHOT, read_snapshot)?,
            emigrant: reader.option(individual)?,
            found: Found::read(&mut reader, shape.lattice)?,
            inexact: reader.flag()?,
            keeps: reader.flag()?,
            is_kept: reader.flag()?,
        };
        reader.end()?;
        Ok(message)
    }
}

/// Bytes of a snapshot without shares.
const LEAST_OF_SNAPSHOT: usize = 7 * 8 + 2;

/// The island is not written: it is that of the message.
fn write_snapshot(writer: &mut Writer, snapshot: &Snapshot) {
    writer.number(snapshot.evaluations);
    writer.evaluation(snapshot.best);
    let Degrees { loss, anonymity } = snapshot.degrees;
    [loss, anonymity, snapshot.diversity_of_levels, snapshot.diversity_of_records]
        .into_iter()
        .for_each(|number| writer.real(number));
    writer.option(snapshot.shares, |writer, shares| {
        writer.real(shares.ga);
        writer.real(shares.de);
    });
    writer.option(snapshot.strategies, |writer, strategies| {
        strategies.into_iter().for_each(|share| writer.real(share));
    });
}

fn read_snapshot(reader: &mut Reader<'_>) -> Result<Snapshot, Malformed> {
    Ok(Snapshot {
        evaluations: reader.evaluations()?,
        island: 0,
        best: reader.evaluation()?,
        degrees: Degrees { loss: reader.real()?, anonymity: reader.real()? },
        diversity_of_levels: reader.real()?,
        diversity_of_records: reader.real()?,
        shares: reader.option(|reader| Ok(Shares { ga: reader.real()?, de: reader.real()? }))?,
        strategies: reader.option(|reader| {
            let mut strategies = [0.0; 6];
            strategies.iter_mut().try_for_each(|share| reader.real().map(|read| *share = read))?;
            Ok(strategies)
        })?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lattice;
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

    fn lattice() -> Lattice {
        Lattice { lowest: vec![0, 1].into(), highest: vec![3, 2].into() }
    }

    fn message() -> Message {
        let genome = Genome { levels: vec![2, 1].into(), kept: [true, false, true].into_iter().collect() };
        let evaluation = Evaluation { loss: 0.25, violation: 0.0 };
        let snapshot = Snapshot {
            evaluations: 40,
            island: 0,
            best: evaluation,
            degrees: Degrees { loss: 1.0, anonymity: 2.0 },
            diversity_of_levels: 3.0,
            diversity_of_records: 4.0,
            shares: Some(Shares { ga: 0.5, de: 0.5 }),
            strategies: Some([0.1; 6]),
        };
        Message {
            evaluations: 200,
            best: Some((genome.clone(), evaluation)),
            stop: Some(Stop::Interrupted),
            snapshots: vec![snapshot.clone(), Snapshot { shares: None, strategies: None, ..snapshot }],
            emigrant: Some(Individual { genome, evaluation }),
            found: Found {
                seen: vec![vec![0, 1].into(), vec![3, 2].into()],
                explored: vec![(vec![1, 1].into(), 2)],
            },
            inexact: true,
            keeps: true,
            is_kept: true,
        }
    }

    fn read(bytes: &[u8]) -> Result<Message, Malformed> {
        Message::read(bytes, Shape { lattice: &lattice(), records: 3 })
    }

    #[test]
    fn reads_back_what_it_wrote_and_nothing_shorter_or_longer() {
        for message in [message(), Message::default()] {
            let bytes = message.written();
            assert_eq!(read(&bytes), Ok(message));
            assert!((0..bytes.len()).all(|end| read(&bytes[..end]) == Err(Malformed)));
            assert_eq!(read(&[&bytes[..], &[0]].concat()), Err(Malformed));
        }
    }

    proptest! {
        /// No bytes make it panic, and what it takes for a message it writes in the same way.
        #[test]
        fn any_bytes_are_a_message_or_refused(place in any::<usize>(), byte in any::<u8>(), noise in any::<Vec<u8>>()) {
            let mut bytes = message().written();
            let place = place % bytes.len();
            bytes[place] = byte;
            if let Ok(read) = read(&bytes) {
                prop_assert_eq!(read.written(), bytes);
            }
            prop_assert!(read(&noise).is_err());
        }
    }
}
