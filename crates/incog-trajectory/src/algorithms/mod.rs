//! All algorithms that make clusters.

mod evolutionary;
mod front;
mod greedy;
mod k_member;
mod mdav;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod object_tests;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
mod w4m;

use crate::evolutionary::EvolutionSettings;
use crate::task::{Limits, PASSES};
use crate::{Algorithm, Clustering, TrajectorySet, total_cost};
use incog_card::{Parameter, ParameterDefault, Range, Value};
use incog_search::Budget;

/// All algorithms, the default first.
pub static ALGORITHMS: &[&Algorithm] = &[
    &greedy::GREEDY,
    &front::GREEDY_FRONT,
    &front::APMA_GREEDY,
    &evolutionary::APMA,
    &evolutionary::APGA,
    &evolutionary::NSMA,
    &evolutionary::NSGA_II,
    &evolutionary::DPGA,
    &k_member::K_MEMBER,
    &mdav::MDAV,
    &w4m::W4M,
];

impl Algorithm {
    /// The algorithm with this name.
    ///
    /// ```
    /// use incog_trajectory::Algorithm;
    /// assert_eq!(Algorithm::by_name("apma").map(|apma| apma.card.parameters.len()), Some(3));
    /// assert!(Algorithm::by_name("luck").is_none());
    /// ```
    pub fn by_name(name: &str) -> Option<&'static Self> {
        ALGORITHMS.iter().find(|algorithm| algorithm.card.name == name).copied()
    }
}

/// The parameters of the algorithms that move members.
const MOVES: &[Parameter] = &[Parameter::new(
    "passes",
    "passes of local moves, where there are any",
    Range::Whole(0, i64::MAX),
    ParameterDefault::Value(Value::Whole(PASSES as i64)),
)];

/// The parameters of the algorithms that run until a budget is spent.
const BUDGET: &[Parameter] = &[MAX_EVALUATIONS];

/// The parameters of the algorithms whose paper leaves open how parents are paired and when the
/// memory learns.
const READINGS: &[Parameter] = &[MAX_EVALUATIONS, PAIRING, MEMORY_UPDATE];

const MAX_EVALUATIONS: Parameter = Parameter::new(
    "max_evaluations",
    "most clusterings to evaluate; a tenth of the trajectories by default, as in the paper",
    Range::Whole(1, i64::MAX),
    ParameterDefault::Nothing,
);

const PAIRING: Parameter = Parameter::new(
    "pairing",
    "pairs of parents in a generation: disjoint random ones, each member with a random mate, or all; a reading of the paper",
    Range::Words(&["disjoint", "each", "all"]),
    ParameterDefault::Value(Value::word("each")),
);

const MEMORY_UPDATE: Parameter = Parameter::new(
    "memory_update",
    "whether the memory learns once a generation or at each child; a reading of the paper",
    Range::Words(&["per-generation", "immediate"]),
    ParameterDefault::Value(Value::word("per-generation")),
);

/// The budget, with the paper's number of evaluations if none is given; at least a population.
fn budget_for<'a>(set: &TrajectorySet, limits: &Limits<'a>) -> Budget<'a> {
    let tenth = (set.len() as u64 / 10).max(EvolutionSettings::APMA.population as u64);
    Budget { evaluations: limits.budget.evaluations.or(Some(tenth)), ..limits.budget }
}

/// The total cost that utility is counted from: all trajectories in one cluster.
fn worst_cost(set: &TrajectorySet, delta: f64) -> f64 {
    total_cost(set, &Clustering::coarsest(set), delta)
}

/// Hypervolume of (PD, UD) against (0, 0), from losses (-PD, TTD).
fn volume(set: &TrajectorySet, worst: f64, front: &[[f64; 2]]) -> f64 {
    let utility = |distortion: f64| (distortion - worst) / set.len().max(1) as f64;
    let losses: Vec<[f64; 2]> =
        front.iter().map(|[privacy, distortion]| [*privacy, utility(*distortion)]).collect();
    incog_search::pareto::hypervolume(&losses, &[0.0, 0.0])
}
