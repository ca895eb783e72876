//! Tests of the joint: whole problems, searched, released and measured.

#![allow(clippy::unwrap_used)]
// A test that is skipped says so.
#![allow(clippy::print_stderr)]

mod aggregates;
mod behind_labels;
mod beside_the_release;
mod box_proofs;
mod checkpoint;
mod clusters;
mod concealed_choice;
mod conformance;
mod connected;
mod cookbook;
mod counted;
#[path = "../../../incog-sql/tests/sql/engines/mod.rs"]
mod databases;
mod differential_privacy;
mod documentation;
mod engines;
mod hostile_input;
mod in_memory;
mod kept_columns;
mod keys;
mod lattice_searches;
mod local_recoding;
mod lock_files;
mod looked_at_in_memory;
mod memory_release;
mod microaggregation;
mod missing_proof;
mod missing_values;
mod numbers;
mod opened;
mod oracle;
mod own_k;
mod people;
mod population;
mod population_uniqueness;
mod providers;
mod random_problem;
mod rooms;
mod sensitive_columns;
mod side_by_side;
mod treatments;
mod treatments_by_chance;
mod verify;
