//! Experiments: algorithms x instances x repeats; tables, tests, plots.
//!
//! A [`suite`] says what is compared; [`runs`] makes the runs, a row each, so that they can be stopped at any
//! moment and go on later; [`statistics`] says what they mean.

mod error;
pub mod runs;
pub mod statistics;
pub mod suite;

pub use error::LabError;
