//! When runs come near to the proved optimum.

use super::{Row, Trace};
use crate::suite::{RunKey, Suite};
use std::collections::BTreeMap;

/// The distances to the proved optimum that are looked at, as shares of it.
pub const TARGETS: [f64; 3] = [0.10, 0.05, 0.01];

/// For each run the evaluations after which it was as near as each of [`TARGETS`], where it came
/// that near. Runs on instances whose optimum is not proved are not there.
pub type Reached = BTreeMap<RunKey, [Option<u64>; 3]>;

/// The proved optimum of each instance that has one other than 0.
pub fn optima<'r>(suite: &Suite, rows: &'r [Row]) -> BTreeMap<&'r str, f64> {
    let is_proved =
        |row: &&Row| suite.optimum.as_ref() == Some(&row.key.algorithm) && row.stopped == "proved";
    let of = |row: &'r Row| Some((row.key.instance.as_str(), row.objective.filter(|value| *value != 0.0)?));
    rows.iter().filter(is_proved).filter_map(of).collect()
}

/// When the runs came near to the optimum, by their traces.
pub fn reached(suite: &Suite, rows: &[Row], traces: &BTreeMap<RunKey, Trace>) -> Reached {
    let optima = optima(suite, rows);
    let of = |row: &Row| {
        let (optimum, trace) = (*optima.get(row.key.instance.as_str())?, traces.get(&row.key)?);
        Some((row.key.clone(), TARGETS.map(|share| trace.reached(optimum, share))))
    };
    rows.iter().filter_map(of).collect()
}
