//! Bounds and searches against every release of small random tables.
#![allow(clippy::unwrap_used)]

mod every_release;
mod oracle;
mod random_problem;
