//! A small problem for islands.

use crate::evolutionary::{Degrees, Genome, GenomeProblem};
use crate::{Evaluation, Lattice, Node, Problem};
use std::sync::atomic::{AtomicBool, Ordering};

/// Losses that grow with the levels and with the records that are dropped; which levels are allowed
/// looks like chance, and so does where the best suppression is not known, if `salt` is odd.
#[derive(Debug)]
pub struct Toy {
    pub lattice: Lattice,
    pub records: usize,
    pub salt: u64,
    inexact: AtomicBool,
}

/// What was noted of evaluations is not cloned: each rank has a problem of its own.
impl Clone for Toy {
    fn clone(&self) -> Self {
        Self {
            lattice: self.lattice.clone(),
            records: self.records,
            salt: self.salt,
            inexact: AtomicBool::new(false),
        }
    }
}

impl Toy {
    pub fn new(highest: Vec<u8>, records: usize, salt: u64) -> Self {
        Self {
            lattice: Lattice { lowest: vec![0; highest.len()].into(), highest: highest.into() },
            records,
            salt,
            inexact: AtomicBool::new(false),
        }
    }

    /// Whether the best suppression of a node is not known.
    pub fn leaves_suppression_open(&self, node: &Node) -> bool {
        self.salt % 2 == 1 && self.lacks(node) == 3
    }

    fn weight(&self, node: &Node) -> f64 {
        let weighed =
            node.iter().zip(1u32..).map(|(&level, weight)| f64::from(level) * (f64::from(weight) + 0.5));
        weighed.sum()
    }

    fn lacks(&self, node: &Node) -> u64 {
        if *node == self.lattice.highest {
            return 0;
        }
        let mixed = node.iter().fold(self.salt, |mixed, &level| {
            (mixed ^ u64::from(level)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        });
        (mixed >> 17) % 7
    }
}

impl Problem for Toy {
    type Candidate = Genome;

    fn evaluate(&self, genome: &Genome) -> Evaluation {
        let kept = genome.kept.count_ones();
        let lacks = self.lacks(&genome.levels);
        if self.leaves_suppression_open(&genome.levels) {
            self.note_inexact();
        }
        let missing = lacks as f64 * (kept + 1) as f64;
        let loss = self.weight(&genome.levels) + 0.3 * (self.records - kept) as f64;
        let violation = if missing < 2.0 * self.records as f64 + 3.0 { 0.0 } else { missing };
        Evaluation { loss, violation }
    }
}

impl GenomeProblem for Toy {
    fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    fn records(&self) -> usize {
        self.records
    }

    fn evaluate_and_improve(&self, genome: &mut Genome) -> (Evaluation, Option<Evaluation>) {
        let first = self.evaluate(genome);
        let Some(worst) = genome.kept.iter_ones().next().filter(|_| !first.is_feasible()) else {
            return (first, None);
        };
        genome.kept.set(worst, false);
        (first, Some(self.evaluate(genome)))
    }

    fn keep_protected(&self, _genome: &mut Genome) {}

    fn bound(&self, levels: &Node) -> f64 {
        0.4 * self.weight(levels)
    }

    fn is_exact(&self) -> bool {
        self.records == 0 && !self.inexact.load(Ordering::Relaxed)
    }

    fn note_inexact(&self) {
        self.inexact.store(true, Ordering::Relaxed);
    }

    fn degrees(&self, genome: &Genome) -> Degrees {
        Degrees { loss: self.evaluate(genome).loss, anonymity: genome.kept.count_ones() as f64 }
    }
}
