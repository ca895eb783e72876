//! Tests of the runner on instances made by the project itself.

#![allow(clippy::unwrap_used)]

/// A table of 600 made-up discharges, to be made 2- and 5-anonymous: two instances of a suite.
pub(crate) const INSTANCES: &str = r#"
    [[instances]]
    name = "D9 k={k}"
    built-in = "D9"
    discharges = { rows = 600, seed = 3 }
    sweep = { k = [2, 5] }
"#;

mod command;
mod evolutionary_contract;
mod independent;
mod own_algorithm;
mod pairing;
mod results;
mod runner;
mod suites;
