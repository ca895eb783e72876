//! Runs: made in parallel, a row each, kept through any interruption.

mod accuracy;
mod clustering;
mod diary;
mod instance;
mod log;
mod manifest;
mod measures;
mod one;
mod query_precision;
mod row;
mod runner;
mod sources;
mod trace;

pub use log::RunLog;
pub(crate) use manifest::sha256_of;
pub use manifest::{InputFacts, Manifest};
pub use row::Row;
pub(crate) use row::is_measure;
pub use runner::{Options, Outcome, run_suite};
pub use trace::{Diversity, Trace};
