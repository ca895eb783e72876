//! Tests of the runner on instances made by the project itself.

#![allow(clippy::unwrap_used)]

mod command;
mod results;
mod runner;
mod suites;
