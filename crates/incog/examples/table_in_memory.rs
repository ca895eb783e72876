//! Plans, publishes and measures a table in memory: `cargo run -p incog --example table_in_memory`.

#![allow(clippy::print_stdout)] // An example shows what it did.

use incog::runs::TableRuns;
use incog::{ModelSpec, Table, Terms};
use std::error::Error;

/// People of a made-up clinic: age, district, diagnosis.
const PEOPLE: [[&str; 3]; 8] = [
    ["23", "1010", "flu"],
    ["27", "1010", "asthma"],
    ["24", "1020", "gout"],
    ["29", "1020", "flu"],
    ["51", "1010", "gout"],
    ["56", "1010", "flu"],
    ["58", "1020", "asthma"],
    ["90", "1190", "gout"],
];

/// Runs the recipe.
pub fn main() -> Result<(), Box<dyn Error>> {
    let table = Table::from_rows(["age", "district", "diagnosis"], PEOPLE, &[])?;
    let terms = Terms::builder()
        .quasi_identifier("age")
        .quasi_identifier("district")
        .sensitive("diagnosis")
        .model(ModelSpec::named("k-anonymity", [("k", 2.into())])?)
        .model(ModelSpec::named("l-diversity", [("l", 2.into())])?)
        .suppression_limit(0.2)
        .build()?;
    let plan = terms.plan(&table)?;
    println!("the search ended: {}; GenLoss {:.3}", plan.stopped.name(), plan.value);
    let release = terms.publish(&table, &plan)?;
    for row in 0..release.table.rows() {
        let values: Vec<&str> = release.table.columns().iter().map(|column| column.value(row)).collect();
        println!("  {}", values.join("  "));
    }
    for judgement in &release.privacy {
        let facts = judgement.facts();
        println!("{}: asked {}, has {:?}", facts.model, facts.required, facts.achieved);
    }
    assert!(release.privacy.iter().all(incog::Judgement::is_satisfied));
    Ok(())
}
