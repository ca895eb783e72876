//! Experiments: algorithms x instances x repeats; tables, tests, plots.
//!
//! A [`suite`] says what is compared; [`runs`] makes the runs, with one row for each, so that they
//! can be stopped at any moment and continued later; [`statistics`] evaluates them.

mod error;
mod experiment_files;
pub mod hospital;
pub mod instances;
mod measures;
mod paper_claims;
pub mod plots;
mod readme;
mod record;
mod results;
pub mod runs;
pub mod statistics;
pub mod suite;
pub mod tables;

pub use error::LabError;
pub use paper_claims::with_verdicts;
pub use readme::{readme, suites_in};
pub use record::{Record, results_page, write_record};
pub use results::write_results;
