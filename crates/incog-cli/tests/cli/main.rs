//! The command, end to end, in temporary directories.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod aggregates;
mod analyses;
mod anonymize;
mod attack;
mod bad_input;
mod beside;
mod collaborative;
mod connected;
mod counted;
mod defaults;
mod delimiters;
mod disk_full;
mod experiment;
mod explore;
mod foreign_files;
mod formulas;
mod gate;
mod habits;
mod interrupt;
mod killed;
mod limits;
mod microaggregation;
mod newcomer;
#[cfg(feature = "page")]
mod open;
mod other_commands;
mod overwriting;
mod plans;
mod recoding;
mod stage;
mod trace;
mod trajectories;
mod treatments;
mod two_writers;
