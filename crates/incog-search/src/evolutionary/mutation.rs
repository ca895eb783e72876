//! Changing a child at random.

use super::Genome;
use crate::Lattice;
use crate::Stream;

/// How a child is changed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Mutation {
    /// Each gene is redrawn with this probability, all its values being equally likely (HAEF,
    /// algorithm 2).
    Uniform(f64),
    /// With this probability one random level is redrawn, and with the same probability one random
    /// record is kept (ID-DGA, section 4.4).
    InformationDriven(f64),
}

impl Mutation {
    /// Changes `genome` at random; it may also stay as it is.
    pub fn mutate(self, genome: &mut Genome, lattice: &Lattice, stream: &mut Stream) {
        match self {
            Self::Uniform(rate) => redraw(genome, rate, lattice, stream),
            Self::InformationDriven(rate) => {
                if stream.chance(rate) {
                    let attribute = stream.below(genome.levels.len());
                    redraw_level(genome, attribute, lattice, stream);
                }
                if stream.chance(rate) && !genome.kept.is_empty() {
                    let record = stream.below(genome.kept.len());
                    genome.kept.set(record, true);
                }
            }
        }
    }
}

fn redraw(genome: &mut Genome, rate: f64, lattice: &Lattice, stream: &mut Stream) {
    for attribute in 0..genome.levels.len() {
        if stream.chance(rate) {
            redraw_level(genome, attribute, lattice, stream);
        }
    }
    // Half of the redrawn bits come out as they were.
    genome.kept.update_words(|_, word| word ^ stream.word(rate / 2.0));
}

fn redraw_level(genome: &mut Genome, attribute: usize, lattice: &Lattice, stream: &mut Stream) {
    if attribute < genome.levels.len() {
        let (lowest, highest) = (lattice.lowest[attribute], lattice.highest[attribute]);
        genome.levels[attribute] = stream.level(lowest, highest);
    }
}
