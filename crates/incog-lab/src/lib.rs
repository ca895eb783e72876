//! Experiments: algorithms x instances x repeats; tables, tests, plots.

pub mod statistics;
