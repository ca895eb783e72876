//! Runs: made in parallel, a row each, kept through any interruption.

mod instance;
mod log;
mod manifest;
mod measures;
mod one;
mod query_precision;
mod row;
mod runner;
mod trace;

pub use log::RunLog;
pub use manifest::{InputFacts, Manifest};
pub use row::Row;
pub use runner::{Options, Outcome, run_suite};
pub use trace::Trace;
