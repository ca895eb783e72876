//! What the evolutionary searches breed.

use super::{Bits, Degrees};
use crate::Stream;
use crate::{Evaluation, Lattice, Node, Problem};

/// An anonymization: a level for each attribute (the papers' `G`), and for each record whether it
/// is kept (the papers' `S`).
///
/// There are no bits where suppression is not part of the search but determined by the levels.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Genome {
    /// The generalization.
    pub levels: Node,
    /// One bit per record, 1 when it is kept.
    pub kept: Bits,
}

impl Genome {
    /// Every level and every bit equally likely.
    pub fn random(lattice: &Lattice, records: usize, stream: &mut Stream) -> Self {
        let levels: Vec<u8> = lattice
            .lowest
            .iter()
            .zip(lattice.highest.iter())
            .map(|(&lowest, &highest)| stream.level(lowest, highest))
            .collect();
        let mut kept = Bits::zeros(records);
        kept.fill_words(|_| stream.bits());
        Self { levels: levels.into(), kept }
    }
}

/// A problem whose candidates are genomes.
pub trait GenomeProblem: Problem<Candidate = Genome> {
    /// The nodes that may be used.
    fn lattice(&self) -> &Lattice;

    /// Number of bits of a genome; 0 when suppression is determined by the levels.
    fn records(&self) -> usize;

    /// Evaluates a genome and, if it is not allowed, drops all records that are worst protected
    /// (ID-DGA, section 4.5) and evaluates the rest; there is no second evaluation when there is
    /// nothing to drop.
    fn evaluate_and_improve(&self, genome: &mut Genome) -> (Evaluation, Option<Evaluation>);

    /// Drops all records whose protection does not suffice, and keeps all others.
    fn keep_protected(&self, genome: &mut Genome);

    /// A lower bound on the loss of every allowed genome with these levels or higher ones.
    fn bound(&self, levels: &Node) -> f64;

    /// Whether every genome evaluated so far was the best there is at its levels, so that a search
    /// that has left nothing out has proved its result.
    fn is_exact(&self) -> bool;

    /// Notes that elsewhere, on another rank or before the search went on, some genome was not the
    /// best at its levels.
    fn note_inexact(&self);

    /// What a genome loses and how well it protects, whether it is allowed or not; for observers.
    fn degrees(&self, genome: &Genome) -> Degrees;
}

/// Which of the two comes first: any allowed candidate before any other, allowed ones by their
/// loss, the others by how little is missing ("two-dimension selection", ID-DGA section 4.6; HAEF
/// eq. 21).
pub fn is_better(a: &Evaluation, b: &Evaluation) -> bool {
    if a.is_feasible() && b.is_feasible() { a.loss < b.loss } else { a.violation < b.violation }
}
