//! The command, end to end, in temporary directories.
#![allow(clippy::unwrap_used)]

mod anonymize;
mod bad_input;
mod collaborative;
mod experiment;
mod interrupt;
mod limits;
mod other_commands;
mod stage;
mod trace;
mod trajectories;
