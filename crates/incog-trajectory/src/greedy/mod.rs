//! Constructive clusterings and their improvement by local moves.

use crate::{Clustering, ClusteringWatch, TrajectorySet, total_cost};

mod bisection;
mod bounded_assignment;
mod by_center;
mod exact_cost;
mod free_set;
mod front_search;
mod front_tasks;
mod improve;
mod k_member;
mod large_clusters;
mod mdav;
mod outliers;
mod resplit;
mod w4m;

pub(crate) use front_search::FrontSearch;
pub(crate) use front_tasks::FrontSettings;
pub use improve::{Moves, improve};
pub use k_member::k_member;
pub use mdav::mdav;
pub use w4m::w4m;

/// MDAV's clusters of what is left when the `trash` loneliest trajectories are left out, improved
/// by local moves and by dividing neighbouring clusters anew, in turns, as long as that lowers the
/// cost by a thousandth.
pub(crate) fn greedy(
    set: &TrajectorySet,
    moves: Moves,
    watch: &ClusteringWatch<'_>,
) -> Result<Clustering, GreedyError> {
    let gone = outliers::outliers(set, moves.k, moves.trash);
    let start = by_center::by_center(set, moves.k, |range| {
        let mut free = free_set::FreeSet::new(set, range.clone());
        let here = gone.iter().filter(|&&trajectory| range.contains(&(trajectory as usize)));
        here.for_each(|&trajectory| free.take(trajectory));
        mdav::groups(set, free, moves.k, watch)
    })?;
    Ok(refine(set, start, moves, watch))
}

fn refine(set: &TrajectorySet, start: Clustering, moves: Moves, watch: &ClusteringWatch<'_>) -> Clustering {
    let mut best = improve(set, &start, moves, watch);
    let mut cost = total_cost(set, &best, moves.delta);
    for _ in 0..moves.passes {
        let divided = resplit::resplit(set, &best, moves, watch);
        if watch.is_over() || divided == best {
            break;
        }
        best = improve(set, &divided, moves, watch);
        let before = std::mem::replace(&mut cost, total_cost(set, &best, moves.delta));
        if cost > before * (1.0 - 1e-3) {
            break;
        }
    }
    best
}

/// No greedy clustering: a data centre has too few trajectories.
pub type GreedyError = crate::evolutionary::LayoutError;
