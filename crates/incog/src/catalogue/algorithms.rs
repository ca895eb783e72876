//! The search algorithms.

use super::Entry;

/// All algorithms that can look for a release.
pub const ALGORITHMS: &[Entry] = &[
    Entry {
        name: "optimal",
        summary: "best-first search of the lattice with an admissible bound; exact, stops with a proof",
        reference: "Hart, Nilsson, Raphael, A formal basis for the heuristic determination of minimum cost paths, 1968, doi:10.1109/TSSC.1968.300136, on the lattice of Samarati 2001",
        parameters: &[],
    },
    Entry {
        name: "exhaustive",
        summary: "every node of the lattice, one by one; exact, the oracle of all others",
        reference: "Samarati, Protecting respondents' identities in microdata release, TKDE 13(6), 2001, doi:10.1109/69.971193",
        parameters: &[],
    },
];
