//! What the list of algorithms has of each.

use crate::evolutionary::LayoutError;
use crate::task::{Limits, Outcome, Task};
use crate::{Clustering, Front, TrajectorySet, Watch};
use incog_card::Card;
use incog_search::Stop;

/// An algorithm that makes clusters: its card, and how it is run.
#[derive(Debug)]
pub struct Algorithm {
    /// Name, paper, parameters.
    pub card: Card,
    pub(crate) run: fn(&TrajectorySet, &Run<'_>) -> Result<Outcome, LayoutError>,
}

/// What a run of an algorithm is about.
pub(crate) struct Run<'a> {
    pub task: Task,
    pub limits: Limits<'a>,
    pub seed: u64,
}

/// Runs an algorithm. The same set, task, limits and seed give the same outcome on any number of
/// threads (unless the budget ends by time).
pub fn run(
    set: &TrajectorySet,
    algorithm: &Algorithm,
    task: Task,
    limits: Limits<'_>,
    seed: u64,
) -> Result<Outcome, LayoutError> {
    (algorithm.run)(set, &Run { task, limits, seed })
}

impl<'a> Run<'a> {
    pub fn watch(&self) -> Watch<'a> {
        Watch::new(self.limits.budget.signal)
    }

    /// What an algorithm that makes one release ends with.
    pub fn constructed(&self, set: &TrajectorySet, clustering: Clustering, watch: &Watch<'_>) -> Outcome {
        Outcome {
            front: Front::new(set, self.task.delta, vec![clustering]),
            evaluations: 0,
            stop: watch.stop().unwrap_or(Stop::Converged),
            convergence: Vec::new(),
        }
    }
}
