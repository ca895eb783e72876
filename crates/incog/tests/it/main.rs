//! Tests of the joint: whole problems, searched, released and measured.

#![allow(clippy::unwrap_used)]

mod conformance;
mod lattice_searches;
mod oracle;
mod providers;
mod random_problem;
