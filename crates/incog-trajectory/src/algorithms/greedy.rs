//! The loneliest trajectories to the trash, MDAV, local moves.

use super::MOVES;
use crate::Moves;
use crate::algorithm::Algorithm;
use crate::greedy::greedy;
use incog_card::{Card, CardAudience};

/// One release with clusters of k.
pub(super) static GREEDY: Algorithm = Algorithm {
    card: Card {
        name: "greedy",
        audience: CardAudience::Product,
        summary: "trajectories: MDAV, the costliest clusters to the trash, then local moves; one release, the default",
        reference: "incog, local moves with incremental cost on Domingo-Ferrer and Torra 2005, doi:10.1007/s10618-005-0007-5",
        parameters: MOVES,
        caveat: None,
    },
    run: |set, call| {
        let trash = (call.task.trash.clamp(0.0, 1.0) * set.len() as f64).floor() as usize;
        let moves = Moves { k: call.task.k, delta: call.task.delta, trash, passes: call.limits.passes };
        let watch = call.watch();
        greedy(set, moves, &watch).map(|clustering| call.constructed(set, clustering, &watch))
    },
};
