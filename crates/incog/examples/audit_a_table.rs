//! Measures how private a table is as it stands: `cargo run -p incog --example audit_a_table`.

#![allow(clippy::print_stdout)] // An example shows what it did.

use incog::Table;
use incog::audit::{AuditRequest, SensitiveRequest, audit};
use std::error::Error;

const PEOPLE: [[&str; 3]; 6] = [
    ["20-29", "101*", "flu"],
    ["20-29", "101*", "asthma"],
    ["20-29", "101*", "flu"],
    ["50-59", "102*", "gout"],
    ["50-59", "102*", "gout"],
    ["80-89", "102*", "flu"],
];

/// Runs the recipe.
pub fn main() -> Result<(), Box<dyn Error>> {
    let table = Table::from_rows(["age", "district", "diagnosis"], PEOPLE, &[])?;
    let request = AuditRequest {
        quasi_identifiers: vec!["age".into(), "district".into()],
        sensitive: vec![SensitiveRequest::new("diagnosis")],
        ..AuditRequest::default()
    };
    let found = audit(&table, &request)?;
    println!("{}", found.to_text());
    Ok(())
}
