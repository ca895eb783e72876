//! The byte form of what islands tell each other and of what is kept of them: numbers in eight
//! bytes, the lowest first; lists behind their lengths.
//!
//! Whoever reads is told of everything that is not what the writer writes: no bytes make it panic,
//! and none make it take more memory than a small multiple of their number.

use super::{Bits, Genome, GenomeProblem, Individual};
use crate::{Evaluation, Lattice, Node, Stop};
use thiserror::Error;

/// Bytes that are not what incog writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("these bytes are not the state of an island search")]
pub struct Malformed;

/// Bytes that are being written.
#[derive(Default)]
pub(super) struct Writer(Vec<u8>);

impl Writer {
    pub fn finish(self) -> Vec<u8> {
        self.0
    }

    pub fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    pub fn number(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }

    /// A number with all its bits, also those of NaN.
    pub fn real(&mut self, number: f64) {
        self.number(number.to_bits());
    }

    /// Bytes that say how many they are.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend(bytes);
    }

    pub fn node(&mut self, node: &Node) {
        self.0.extend(&node[..]);
    }

    pub fn genome(&mut self, genome: &Genome) {
        self.node(&genome.levels);
        genome.kept.words().iter().for_each(|&word| self.number(word));
    }

    pub fn evaluation(&mut self, evaluation: Evaluation) {
        self.real(evaluation.loss);
        self.real(evaluation.violation);
    }

    pub fn individual(&mut self, genome: &Genome, evaluation: Evaluation) {
        self.genome(genome);
        self.evaluation(evaluation);
    }

    pub fn stop(&mut self, stop: Option<Stop>) {
        let place = stop.and_then(|stop| ENDS.iter().position(|&end| end == stop));
        self.byte(place.map_or(0, |place| place as u8 + 1));
    }

    /// Something that may be missing.
    pub fn option<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut Self, T)) {
        self.byte(u8::from(value.is_some()));
        if let Some(value) = value {
            write(self, value);
        }
    }

    /// A list behind its length.
    pub fn list<T>(&mut self, values: impl ExactSizeIterator<Item = T>, mut write: impl FnMut(&mut Self, T)) {
        self.number(values.len() as u64);
        values.for_each(|value| write(self, value));
    }
}

/// Why an island ends an epoch before its time.
const ENDS: [Stop; 5] = [Stop::Proved, Stop::Budget, Stop::Time, Stop::Converged, Stop::Interrupted];

/// What candidates look like: without it, their bytes cannot be read.
#[derive(Clone, Copy)]
pub(super) struct Shape<'a> {
    pub lattice: &'a Lattice,
    pub records: usize,
}

impl<'a> Shape<'a> {
    pub fn new<P: GenomeProblem>(problem: &'a P) -> Self {
        Self { lattice: problem.lattice(), records: problem.records() }
    }

    fn bytes_of_genome(self) -> usize {
        self.lattice.attributes() + 8 * self.records.div_ceil(64)
    }
}

/// Bytes that are being read.
pub(super) struct Reader<'b>(&'b [u8]);

impl<'b> Reader<'b> {
    pub fn new(bytes: &'b [u8]) -> Self {
        Self(bytes)
    }

    /// Refuses bytes behind the end.
    pub fn end(self) -> Result<(), Malformed> {
        if self.0.is_empty() { Ok(()) } else { Err(Malformed) }
    }

    fn take(&mut self, count: usize) -> Result<&'b [u8], Malformed> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(Malformed)?;
        self.0 = rest;
        Ok(taken)
    }

    pub fn byte(&mut self) -> Result<u8, Malformed> {
        Ok(self.take(1)?[0])
    }

    pub fn flag(&mut self) -> Result<bool, Malformed> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Malformed),
        }
    }

    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        self.take(N)?.try_into().map_err(|_| Malformed)
    }

    pub fn number(&mut self) -> Result<u64, Malformed> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    /// A number of evaluations, of which sums do not overflow.
    pub fn evaluations(&mut self) -> Result<u64, Malformed> {
        self.number().and_then(|count| if count < 1 << 48 { Ok(count) } else { Err(Malformed) })
    }

    pub fn real(&mut self) -> Result<f64, Malformed> {
        Ok(f64::from_bits(self.number()?))
    }

    pub fn bytes(&mut self) -> Result<&'b [u8], Malformed> {
        let count = self.number()?;
        self.take(usize::try_from(count).map_err(|_| Malformed)?)
    }

    pub fn node(&mut self, lattice: &Lattice) -> Result<Node, Malformed> {
        let levels = self.take(lattice.attributes())?;
        let bounds = lattice.lowest.iter().zip(lattice.highest.iter());
        let inside = levels.iter().zip(bounds).all(|(level, (low, high))| (low..=high).contains(&level));
        if inside { Ok(levels.to_vec().into()) } else { Err(Malformed) }
    }

    pub fn genome(&mut self, shape: Shape<'_>) -> Result<Genome, Malformed> {
        let levels = self.node(shape.lattice)?;
        let words = self.take(8 * shape.records.div_ceil(64))?;
        let word = |place: usize| {
            words[8 * place..8 * place + 8].iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
        };
        let mut kept = Bits::zeros(shape.records);
        kept.fill_words(word);
        // A bit behind the last record is none.
        let same = kept.words().iter().enumerate().all(|(place, &found)| found == word(place));
        if same { Ok(Genome { levels, kept }) } else { Err(Malformed) }
    }

    pub fn evaluation(&mut self) -> Result<Evaluation, Malformed> {
        Ok(Evaluation { loss: self.real()?, violation: self.real()? })
    }

    pub fn individual(&mut self, shape: Shape<'_>) -> Result<Individual, Malformed> {
        Ok(Individual { genome: self.genome(shape)?, evaluation: self.evaluation()? })
    }

    pub fn stop(&mut self) -> Result<Option<Stop>, Malformed> {
        match self.byte()? {
            0 => Ok(None),
            place => ENDS.get(usize::from(place) - 1).map(|&stop| Some(stop)).ok_or(Malformed),
        }
    }

    pub fn option<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Malformed>,
    ) -> Result<Option<T>, Malformed> {
        if self.flag()? { read(self).map(Some) } else { Ok(None) }
    }

    /// A list of things that take at least so many bytes each, which bounds how many there can be.
    pub fn list<T>(
        &mut self,
        least: usize,
        mut read: impl FnMut(&mut Self) -> Result<T, Malformed>,
    ) -> Result<Vec<T>, Malformed> {
        let count = usize::try_from(self.number()?).map_err(|_| Malformed)?;
        if count > self.0.len() / least.max(1) {
            return Err(Malformed);
        }
        (0..count).map(|_| read(self)).collect()
    }

    pub fn nodes(&mut self, lattice: &Lattice) -> Result<Vec<Node>, Malformed> {
        self.list(lattice.attributes(), |reader| reader.node(lattice))
    }

    pub fn individuals(&mut self, shape: Shape<'_>) -> Result<Vec<Individual>, Malformed> {
        self.list(shape.bytes_of_genome() + 16, |reader| reader.individual(shape))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{any, prop_assert_eq, proptest};

    fn lattice() -> Lattice {
        Lattice { lowest: vec![0, 1].into(), highest: vec![3, 2].into() }
    }

    #[test]
    fn refuses_levels_outside_the_lattice_and_bits_behind_the_last_record() {
        let lattice = lattice();
        let shape = Shape { lattice: &lattice, records: 3 };
        let read = |levels: [u8; 2], word: u64| {
            let bytes = [&levels[..], &word.to_le_bytes()].concat();
            Reader::new(&bytes).genome(shape)
        };
        assert_eq!(read([3, 1], 0b101).map(|genome| genome.kept.count_ones()), Ok(2));
        for (levels, word) in [([4, 1], 0), ([0, 0], 0), ([0, 3], 0), ([0, 1], 0b1000)] {
            assert_eq!(read(levels, word), Err(Malformed), "{levels:?} {word:b}");
        }
    }

    #[test]
    fn a_length_beyond_the_end_takes_no_memory() {
        let bytes = [u64::MAX.to_le_bytes(), [0; 8]].concat();
        assert_eq!(Reader::new(&bytes).nodes(&lattice()), Err(Malformed));
        assert_eq!(Reader::new(&bytes).bytes(), Err(Malformed));
    }

    proptest! {
        #[test]
        fn reads_back_what_it_wrote(levels in (0u8..=3, 1u8..=2), words in any::<[u64; 2]>(), loss in any::<f64>(), end in 0usize..6) {
            let lattice = lattice();
            let shape = Shape { lattice: &lattice, records: 70 };
            let mut kept = Bits::zeros(70);
            kept.fill_words(|place| words[place]);
            let genome = Genome { levels: vec![levels.0, levels.1].into(), kept };
            let evaluation = Evaluation { loss, violation: 0.5 };
            let stop = ENDS.get(end).copied();
            let mut writer = Writer::default();
            writer.individual(&genome, evaluation);
            writer.stop(stop);
            let bytes = writer.finish();
            let mut reader = Reader::new(&bytes);
            let read = reader.individual(shape);
            prop_assert_eq!(read.clone().map(|read| read.genome), Ok(genome));
            prop_assert_eq!(read.map(|read| read.evaluation.loss.to_bits()), Ok(loss.to_bits()));
            prop_assert_eq!(reader.stop(), Ok(stop));
            prop_assert_eq!(reader.end(), Ok(()));
        }
    }
}
