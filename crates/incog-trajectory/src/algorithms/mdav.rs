//! MDAV micro-aggregation.

use super::MOVES;
use crate::algorithm::Algorithm;
use crate::greedy::mdav;
use incog_card::{Card, CardAudience};

pub(super) static MDAV: Algorithm = Algorithm {
    card: Card {
        name: "mdav",
        audience: CardAudience::Research,
        summary: "trajectories: micro-aggregation by maximum distance to the average; one release",
        reference: "Domingo-Ferrer, Torra, Ordinal, continuous and heterogeneous k-anonymity through microaggregation, 2005, doi:10.1007/s10618-005-0007-5",
        parameters: MOVES,
        caveat: None,
    },
    run: |set, call| {
        let watch = call.watch();
        mdav(set, call.task.k, &watch).map(|clustering| call.constructed(set, clustering, &watch))
    },
};
