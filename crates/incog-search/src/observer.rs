//! What a search tells its observer.

use crate::Evaluation;

/// What a search knows at some moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// Evaluations so far.
    pub evaluations: u64,
    /// Loss of the best allowed candidate so far.
    pub best: Option<f64>,
    /// A lower bound on the loss of every allowed candidate, if one is known.
    pub bound: Option<f64>,
}

/// Called whenever the best candidate or the bound improves.
pub trait Observer {
    /// Something improved.
    fn observe(&mut self, progress: Progress);

    /// Whether it wants to see populations; making a [`Snapshot`] of one costs about as much as
    /// a generation.
    fn wants_snapshots(&self) -> bool {
        false
    }

    /// A generation is over.
    fn snapshot(&mut self, _snapshot: &Snapshot) {}
}

impl<F: FnMut(Progress)> Observer for F {
    fn observe(&mut self, progress: Progress) {
        self(progress);
    }
}

/// The state of a search after a generation, for studying how it behaves.
#[derive(Debug, Clone, PartialEq)]
pub struct Snapshot {
    /// Evaluations so far, including those of other islands up to their last meeting.
    pub evaluations: u64,
    /// The island, from 0.
    pub island: usize,
    /// The best individual of the population.
    pub best: Evaluation,
    /// What it loses and how well it protects, allowed or not.
    pub degrees: Degrees,
    /// Sum of the pairwise Euclidean distances of the levels.
    pub diversity_of_levels: f64,
    /// Sum of the pairwise Hamming distances of the bits.
    pub diversity_of_records: f64,
    /// Probabilities of genetic algorithm and differential evolution, where they are adapted.
    pub shares: Option<Shares>,
    /// Probabilities of the six strategies, where they are adapted.
    pub strategies: Option<[f64; 6]>,
}

/// The papers' two degrees of an anonymization, which is not necessarily allowed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Degrees {
    /// The loss; the transparency degree with its sign turned where that is the objective.
    pub loss: f64,
    /// The anonymity degree in the unit of the first privacy model: the measure of its worst class.
    /// NaN when no record is kept.
    pub anonymity: f64,
}

/// The probabilities of a generation by genetic algorithm and by differential evolution.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shares {
    /// Of the genetic algorithm.
    pub ga: f64,
    /// Of differential evolution.
    pub de: f64,
}
