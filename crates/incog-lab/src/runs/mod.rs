//! Runs: made in parallel, with one row each, and kept through any interruption.

mod accuracy;
mod clustering;
mod diversity_record;
mod instance;
mod log;
mod manifest;
mod other_terms;
mod others_results;
mod reach;
mod row;
mod runner;
mod single_run;
mod sources;
mod trace;

pub use log::RunLog;
pub use manifest::{InstanceFacts, Manifest};
pub use reach::{Reached, TARGETS, optima, reached};
pub use row::Row;
pub use runner::{Options, SuiteResults, run_suite};
pub use trace::{Diversity, Trace};
