//! The examples of the crate, run.

#[path = "../../examples/audit_a_table.rs"]
mod audit_a_table;
#[path = "../../examples/hierarchy_from_code.rs"]
mod hierarchy_from_code;
#[path = "../../examples/own_metric.rs"]
pub mod own_metric;
#[path = "../../examples/table_in_memory.rs"]
mod table_in_memory;
#[path = "../../examples/trajectory_release.rs"]
mod trajectory_release;

#[test]
fn a_table_in_memory() {
    table_in_memory::main().unwrap();
}

#[test]
fn a_metric_of_ones_own() {
    own_metric::main().unwrap();
}

#[test]
fn a_hierarchy_from_code() {
    hierarchy_from_code::main().unwrap();
}

#[test]
fn an_audit() {
    audit_a_table::main().unwrap();
}

#[test]
fn a_release_of_trajectories() {
    trajectory_release::main().unwrap();
}
