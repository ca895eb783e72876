//! The release problem for evolutionary searches, with suppression worked out exactly.

use super::record_problem::{RecordObjective, degrees};
use super::release_problem::{ReleaseProblem, TableWithBound};
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use incog_data::Levels;
use incog_search::evolutionary::{Degrees, Genome, GenomeProblem};
use incog_search::{BoxProblem, Evaluation, Lattice, Look, Node, Problem, rounded};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Evaluations remembered at the most.
const REMEMBERED: usize = 1 << 20;

/// The problem of finding the generalization that loses least with the suppression the models make
/// necessary: genomes without bits.
///
/// A node that was evaluated before is remembered, but counts as an evaluation like any other.
pub struct LevelProblem<'a> {
    release: &'a ReleaseProblem,
    objective: RecordObjective,
    known: Mutex<HashMap<Node, Evaluation, FixedState>>,
    rolled_up: TableWithBound,
    is_exact: AtomicBool,
}

impl<'a> LevelProblem<'a> {
    /// The problem as `release`.
    pub fn new(release: &'a ReleaseProblem) -> Self {
        let (objective, known) = (RecordObjective::new(release), Mutex::default());
        Self { release, objective, known, rolled_up: release.rolled_up(), is_exact: AtomicBool::new(true) }
    }

    /// Evaluates a node, or remembers it.
    fn recall(&self, node: &Node) -> Evaluation {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&evaluation) = known().get(node) {
            return evaluation;
        }
        let Look { evaluation, floor, .. } = self.release.look(&self.rolled_up, node);
        let reached = if evaluation.is_feasible() { evaluation.loss } else { f64::INFINITY };
        if rounded(floor) < rounded(reached) {
            self.is_exact.store(false, Ordering::Relaxed);
        }
        let mut known = known();
        if known.len() < REMEMBERED {
            known.insert(node.clone(), evaluation);
        }
        evaluation
    }
}

impl Problem for LevelProblem<'_> {
    type Candidate = Genome;

    fn evaluate(&self, genome: &Genome) -> Evaluation {
        self.recall(&genome.levels)
    }

    fn effort(&self) -> u64 {
        self.release.effort()
    }
}

impl GenomeProblem for LevelProblem<'_> {
    fn lattice(&self) -> &Lattice {
        BoxProblem::lattice(self.release)
    }

    fn records(&self) -> usize {
        0
    }

    /// What suppression can achieve has been done already.
    fn evaluate_and_improve(&self, genome: &mut Genome) -> (Evaluation, Option<Evaluation>) {
        (self.recall(&genome.levels), None)
    }

    fn keep_protected(&self, _genome: &mut Genome) {}

    fn bound(&self, levels: &Node) -> f64 {
        self.objective.bound(levels)
    }

    fn is_exact(&self) -> bool {
        self.is_exact.load(Ordering::Relaxed)
    }

    fn note_inexact(&self) {
        self.is_exact.store(false, Ordering::Relaxed);
    }

    fn degrees(&self, genome: &Genome) -> Degrees {
        degrees(self.release, &self.release.classes(&Levels::from(genome.levels.to_vec())))
    }
}
