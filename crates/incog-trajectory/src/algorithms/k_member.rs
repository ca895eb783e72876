//! Greedy k-member clustering.

use super::MOVES;
use crate::algorithm::Algorithm;
use crate::greedy::k_member;
use incog_card::{Card, CardAudience};

pub(super) static K_MEMBER: Algorithm = Algorithm {
    card: Card {
        name: "k-member",
        audience: CardAudience::Research,
        summary: "trajectories: greedy k-member clustering; one release",
        reference: "Byun, Kamra, Bertino, Li, Efficient k-anonymization using clustering techniques, DASFAA 2007, doi:10.1007/978-3-540-71703-4_18",
        parameters: MOVES,
        caveat: None,
    },
    run: |set, call| {
        let watch = call.watch();
        k_member(set, call.task.k, &watch).map(|clustering| call.constructed(set, clustering, &watch))
    },
};
