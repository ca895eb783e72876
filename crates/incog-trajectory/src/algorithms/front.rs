//! Fronts of greedy clusterings.

use super::{BUDGET, MOVES, budget_for, volume, worst_cost};
use crate::algorithm::{Algorithm, SearchCall};
use crate::evolutionary::LayoutError;
use crate::greedy::{FrontSearch, FrontSettings};
use crate::task::{Limits, SearchResult};
use crate::{Front, TrajectorySet};
use incog_card::{Card, CardAudience};
use incog_search::{Budget, Stop};

/// A ladder of numbers of clusters, each settled or improved by local moves.
pub(super) static GREEDY_FRONT: Algorithm = Algorithm {
    card: Card {
        name: "greedy-front",
        audience: CardAudience::Product,
        summary: "trajectories: a front of such releases, one for each of many smallest sizes",
        reference: "incog, local moves with incremental cost on Domingo-Ferrer and Torra 2005, doi:10.1007/s10618-005-0007-5",
        parameters: MOVES,
        caveat: None,
    },
    run: |set, call| front(set, call, None),
};

/// The user's preset for APMA's task: the greedy front, then random swaps of clusters until APMA's
/// budget is spent. An evaluation, as in APMA, gives every trajectory a cluster.
pub(super) static APMA_GREEDY: Algorithm = Algorithm {
    card: Card {
        name: "apma-greedy",
        audience: CardAudience::Product,
        summary: "trajectories: greedy-front, improved by random swaps of clusters; the front to choose from",
        reference: "incog, swaps after Fränti, Efficiency of random swap clustering, Journal of Big Data 5, 2018, doi:10.1186/s40537-018-0122-y",
        parameters: BUDGET,
        caveat: None,
    },
    run: |set, call| front(set, call, Some(call.seed)),
};

/// A front of clusterings; with `swaps`, until the budget ends. Without a number of evaluations the
/// whole ladder of sizes is climbed, and swaps get the paper's number on top: for few trajectories
/// that alone would end on the first rungs and leave the front empty between them and k.
fn front(
    set: &TrajectorySet,
    call: &SearchCall<'_>,
    swaps: Option<u64>,
) -> Result<SearchResult, LayoutError> {
    let SearchCall { task, limits, .. } = call;
    let watch = call.watch();
    let budget = swaps.map_or(Budget { evaluations: None, ..limits.budget }, |_| limits.budget);
    let asked = FrontSettings { k: task.k, delta: task.delta, passes: limits.passes, memory: limits.memory };
    let mut search = FrontSearch::new(set, asked, &Limits { budget, ..*limits }, &watch)?;
    search.climb();
    if let Some(seed) = swaps {
        let more = budget_for(set, limits).evaluations.unwrap_or_default();
        search.swap(seed, budget.evaluations.unwrap_or(search.evaluations() + more));
    }
    let evaluations = search.evaluations();
    let ended = if swaps.is_some() { Stop::Budget } else { Stop::Converged };
    let worst = worst_cost(set, task.delta);
    let volume = |(evaluations, front): &(u64, Vec<[f64; 2]>)| (*evaluations, volume(set, worst, front));
    let convergence = search.convergence.iter().map(volume).collect();
    let front = Front::new(set, task.delta, search.into_clusterings());
    Ok(SearchResult { front, evaluations, stop: watch.stop().unwrap_or(ended), convergence })
}
