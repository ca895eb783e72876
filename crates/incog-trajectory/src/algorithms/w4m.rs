//! Greedy clustering around pivots within a radius.

use super::MOVES;
use crate::algorithm::Algorithm;
use crate::greedy::w4m;
use incog_card::{Card, CardAudience};

pub(super) static W4M: Algorithm = Algorithm {
    card: Card {
        name: "w4m",
        audience: CardAudience::Product,
        summary: "trajectories: clusters around pivots within a radius that grows until the trash is small enough",
        reference: "Abul, Bonchi, Nanni, Anonymization of moving objects databases by clustering and perturbation (W4M), Information Systems 35(8), 2010, doi:10.1016/j.is.2010.05.003",
        parameters: MOVES,
        caveat: None,
    },
    run: |set, call| {
        let watch = call.watch();
        w4m(set, call.task.k, call.task.trash, &watch)
            .map(|clustering| call.constructed(set, clustering, &watch))
    },
};
