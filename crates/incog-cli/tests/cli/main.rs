//! The command, end to end, in temporary directories.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod aggregates;
mod analyses;
mod anonymize;
mod bad_input;
mod beside;
mod collaborative;
mod defaults;
mod delimiters;
mod disk_full;
mod experiment;
mod foreign_files;
mod formulas;
mod gate;
mod interrupt;
mod killed;
mod limits;
mod newcomer;
mod other_commands;
mod overwriting;
mod plans;
mod recoding;
mod stage;
mod trace;
mod trajectories;
mod two_writers;
