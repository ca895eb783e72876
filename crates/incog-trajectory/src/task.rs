//! What is asked of an algorithm, and what it answers.

use crate::Front;
use crate::evolutionary::ApmaReading;
use incog_search::{Budget, Stop};

/// Passes of local moves by default.
pub(crate) const PASSES: usize = 20;

/// What is to be reached.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Task {
    /// Smallest cluster allowed.
    pub k: usize,
    /// Members of a cluster are within this many metres at every instant.
    pub delta: f64,
    /// Largest share of trajectories that may be left out.
    pub trash: f64,
}

/// What may be spent.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Evaluations of an evolutionary search, and when to end; `None` evaluations is the paper's
    /// number, a tenth of the trajectories.
    pub budget: Budget<'a>,
    /// Bytes for distance rows.
    pub memory: usize,
    /// Passes of local moves.
    pub passes: usize,
    /// How the open places of APMA's paper are read, for `apma` and `apga`.
    pub reading: ApmaReading,
    /// Is told how many evaluations were made, of how many at most where that is known. It changes
    /// nothing.
    pub observe: &'a (dyn Fn(u64, Option<u64>) + Sync),
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self {
            budget: Budget::UNLIMITED,
            memory: 512 << 20,
            passes: PASSES,
            reading: ApmaReading::default(),
            observe: &|_, _| {},
        }
    }
}

/// What a run ends with.
#[derive(Debug, Clone)]
pub struct SearchResult {
    /// The compromises found; one for algorithms that make one release.
    pub front: Front,
    /// Evaluations made by an evolutionary search.
    pub evaluations: u64,
    /// Why it ended.
    pub stop: Stop,
    /// After each generation: evaluations so far and the hypervolume of all compromises met.
    pub convergence: Vec<(u64, f64)>,
}
