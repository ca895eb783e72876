//! Bounds and searches against every release of small random tables.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod every_release;
mod oracle;
mod random_problem;
