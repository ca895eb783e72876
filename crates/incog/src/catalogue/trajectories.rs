//! What there is for trajectories; these names belong to the jobs of `incog trajectories`.

use incog_card::{Card, Parameter, Range, Unsaid, Value};

const APMA_PAPER: &str = "Jahan, Ge, Wang, Kabir, Adaptive-parameter memetic algorithm for privacy-preserving trajectory data publishing (APMA), Computing 107(7), 2025, doi:10.1007/s00607-025-01504-0";
const W4M_PAPER: &str = "Abul, Bonchi, Nanni, Anonymization of moving objects databases by clustering and perturbation (W4M), Information Systems 35(8), 2010, doi:10.1016/j.is.2010.05.003";
const DP_STAR_PAPER: &str = "Gursoy, Liu, Truex, Yu, Differentially private and utility preserving publication of trajectory data, IEEE Transactions on Mobile Computing 18(10), 2019";
const NWA_PAPER: &str = "Abul, Bonchi, Nanni, Never walk alone: uncertainty for anonymity in moving objects databases (NWA), ICDE 2008, doi:10.1109/ICDE.2008.4497446";

/// The privacy model.
pub const TRAJECTORY_MODELS: &[Card] = &[Card {
    name: "(k, delta)-anonymity",
    summary: "trajectories: every one has at least k - 1 others within delta metres at every instant",
    reference: NWA_PAPER,
    parameters: &[
        Parameter::new("k", "smallest size of a cluster", Range::Whole(2, i64::MAX), Unsaid::Refused),
        Parameter::new(
            "delta",
            "metres within which members of a cluster are; 0 makes them equal",
            Range::Number(0.0, f64::INFINITY),
            Unsaid::Is(Value::Number(0.0)),
        ),
        Parameter::new(
            "centers",
            "data centres the trajectories are dealt to; clusters never mix them",
            Range::Whole(1, u32::MAX as i64),
            Unsaid::Is(Value::Whole(1)),
        ),
    ],
    caveat: None,
}];

/// The figures of utility in a report; the search lowers the first.
pub const TRAJECTORY_METRICS: &[Card] = &[
    metric(
        "total_translation_distortion",
        "trajectories: TTD, the sum over points of how far each was moved, metres",
        APMA_PAPER,
    ),
    metric("mean_shift", "trajectories: TTD over the published points, metres", W4M_PAPER),
    metric("max_shift", "trajectories: how far the point moved most was moved, metres", W4M_PAPER),
    metric(
        "mean_time_shift",
        "trajectories: how far a point was moved in time on average, seconds",
        W4M_PAPER,
    ),
    metric("trash_share", "trajectories: share of the trajectories that were left out", W4M_PAPER),
    metric(
        "range_query_errors",
        "trajectories: relative error of counting who was near a place at some time, 500 random queries each",
        W4M_PAPER,
    ),
    metric("trip_length_error", "trajectories: mean relative error of a trajectory's length", DP_STAR_PAPER),
    metric(
        "origin_destination_error",
        "trajectories: total variation distance of the origin-destination matrices on a grid of 1 km",
        DP_STAR_PAPER,
    ),
    metric(
        "hypervolume",
        "trajectories: area under the front of (privacy degree, utility degree) against (0, 0)",
        APMA_PAPER,
    ),
];

/// The algorithms that make clusters.
pub const TRAJECTORY_ALGORITHMS: &[Card] = &[
    algorithm(
        "greedy",
        "trajectories: MDAV, the costliest clusters to the trash, then local moves; one release, the default",
        "incog, local moves with incremental cost on Domingo-Ferrer and Torra 2005, doi:10.1007/s10618-005-0007-5",
    ),
    algorithm(
        "greedy-front",
        "trajectories: a front of such releases, one for each of many smallest sizes",
        "incog, local moves with incremental cost on Domingo-Ferrer and Torra 2005, doi:10.1007/s10618-005-0007-5",
    ),
    evolutionary(
        "apma-greedy",
        "trajectories: greedy-front, improved by random swaps of clusters; the front to choose from",
        "incog, swaps after Fränti, Efficiency of random swap clustering, Journal of Big Data 5, 2018, doi:10.1186/s40537-018-0122-y",
    ),
    evolutionary(
        "apma",
        "trajectories: memetic search with crossover and mutation rates that adapt",
        APMA_PAPER,
    ),
    evolutionary("apga", "trajectories: APMA without its local search", APMA_PAPER),
    evolutionary("nsma", "trajectories: NSGA-II with the local search of APMA", APMA_PAPER),
    evolutionary(
        "nsga-ii",
        "trajectories: non-dominated sorting and crowding, uniform crossover, mutation rate 0.05",
        "Deb, Pratap, Agarwal, Meyarivan, A fast and elitist multiobjective genetic algorithm: NSGA-II, IEEE TEC 6(2), 2002, doi:10.1109/4235.996017",
    ),
    evolutionary(
        "dpga",
        "trajectories: rates that change linearly over the run and scramble mutation; a reading of its description",
        "Jahan et al., dynamic parameter genetic algorithm, as described in APMA, Computing 107(7), 2025, doi:10.1007/s00607-025-01504-0",
    ),
    algorithm(
        "k-member",
        "trajectories: greedy k-member clustering; one release",
        "Byun, Kamra, Bertino, Li, Efficient k-anonymization using clustering techniques, DASFAA 2007, doi:10.1007/978-3-540-71703-4_18",
    ),
    algorithm(
        "mdav",
        "trajectories: micro-aggregation by maximum distance to the average; one release",
        "Domingo-Ferrer, Torra, Ordinal, continuous and heterogeneous k-anonymity through microaggregation, 2005, doi:10.1007/s10618-005-0007-5",
    ),
    algorithm(
        "w4m",
        "trajectories: clusters around pivots within a radius that grows until the trash is small enough",
        W4M_PAPER,
    ),
];

const fn metric(name: &'static str, summary: &'static str, reference: &'static str) -> Card {
    Card { name, summary, reference, parameters: &[], caveat: None }
}

const PASSES: Parameter = Parameter::new(
    "passes",
    "passes of local moves, where there are any",
    Range::Whole(0, i64::MAX),
    Unsaid::Is(Value::Whole(20)),
);

const fn algorithm(name: &'static str, summary: &'static str, reference: &'static str) -> Card {
    const PARAMETERS: &[Parameter] = &[PASSES];
    Card { name, summary, reference, parameters: PARAMETERS, caveat: None }
}

const fn evolutionary(name: &'static str, summary: &'static str, reference: &'static str) -> Card {
    const PARAMETERS: &[Parameter] = &[Parameter::new(
        "max_evaluations",
        "clusterings evaluated at the most; a tenth of the trajectories when not said, as in the paper",
        Range::Whole(1, i64::MAX),
        Unsaid::Nothing,
    )];
    Card { name, summary, reference, parameters: PARAMETERS, caveat: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_algorithm_is_listed() {
        let listed: Vec<&str> = TRAJECTORY_ALGORITHMS.iter().map(|entry| entry.name).collect();
        for (name, _) in incog_trajectory::Algorithm::ALL {
            assert!(listed.contains(&name), "{name} has no entry in the catalogue");
        }
        assert_eq!(listed.len(), incog_trajectory::Algorithm::ALL.len());
    }
}
