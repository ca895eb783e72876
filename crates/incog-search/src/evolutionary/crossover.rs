//! Making a child from two parents.

use super::Genome;
use crate::Stream;

/// How two parents become a child.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Crossover {
    /// Each gene, level or bit, is the mother's with this probability, otherwise the father's
    /// (HAEF, algorithm 2).
    Uniform(f64),
    /// Each level from either parent with equal chances; a record is kept when either parent keeps
    /// it (ID-DGA, section 4.3).
    InformationDriven,
}

impl Crossover {
    /// Writes the child of `mother` and `father` into `child`.
    pub fn cross(self, mother: &Genome, father: &Genome, child: &mut Genome, stream: &mut Stream) {
        let rate = match self {
            Self::Uniform(rate) => rate,
            Self::InformationDriven => 0.5,
        };
        let parents = mother.levels.chunks(64).zip(father.levels.chunks(64));
        for ((mother, father), child) in parents.zip(child.levels.chunks_mut(64)) {
            let from_mother = stream.word(rate);
            for (place, level) in child.iter_mut().enumerate() {
                *level = if from_mother >> place & 1 == 1 { mother[place] } else { father[place] };
            }
        }
        let (mother, father) = (mother.kept.words(), father.kept.words());
        match self {
            Self::Uniform(rate) => child.kept.fill_words(|index| {
                let from_mother = stream.word(rate);
                mother[index] & from_mother | father[index] & !from_mother
            }),
            Self::InformationDriven => child.kept.fill_words(|index| mother[index] | father[index]),
        }
    }
}
