//! What the list of algorithms has of each.

use crate::evolutionary::LayoutError;
use crate::task::{Limits, SearchResult, Task};
use crate::{Clustering, ClusteringWatch, Front, TrajectorySet};
use incog_card::Card;
use incog_search::Stop;

/// An algorithm that makes clusters: its card, and how it is run.
#[derive(Debug)]
pub struct Algorithm {
    /// Name, paper, parameters.
    pub card: Card,
    pub(crate) run: fn(&TrajectorySet, &SearchCall<'_>) -> Result<SearchResult, LayoutError>,
}

/// What an algorithm is called with beside the set.
pub(crate) struct SearchCall<'a> {
    pub task: Task,
    pub limits: Limits<'a>,
    pub seed: u64,
}

/// Runs an algorithm. The same set, task, limits and seed give the same result on any number of
/// threads (unless time ends the budget).
pub fn run(
    set: &TrajectorySet,
    algorithm: &Algorithm,
    task: Task,
    limits: Limits<'_>,
    seed: u64,
) -> Result<SearchResult, LayoutError> {
    (algorithm.run)(set, &SearchCall { task, limits, seed })
}

impl<'a> SearchCall<'a> {
    pub fn watch(&self) -> ClusteringWatch<'a> {
        ClusteringWatch::new(self.limits.budget.signal)
    }

    /// What an algorithm that makes one release ends with.
    pub fn constructed(
        &self,
        set: &TrajectorySet,
        clustering: Clustering,
        watch: &ClusteringWatch<'_>,
    ) -> SearchResult {
        SearchResult {
            front: Front::new(set, self.task.delta, vec![clustering]),
            evaluations: 0,
            stop: watch.stop().unwrap_or(Stop::Converged),
            convergence: Vec::new(),
        }
    }
}
