//! Gives hierarchies from code: `cargo run -p incog --example hierarchy_from_code`.

#![allow(clippy::print_stdout)] // An example shows what it did.

use incog::job::HierarchyFile;
use incog::runs::TableRuns;
use incog::{ModelSpec, Table, Terms};
use std::error::Error;

const PEOPLE: [[&str; 3]; 6] = [
    ["nurse", "31", "1987-03-02"],
    ["surgeon", "38", "1980-11-23"],
    ["nurse", "36", "1982-07-14"],
    ["welder", "52", "1966-01-30"],
    ["joiner", "57", "1961-05-09"],
    ["welder", "55", "1963-12-01"],
];

/// Runs the recipe.
pub fn main() -> Result<(), Box<dyn Error>> {
    let table = Table::from_rows(["occupation", "age", "born"], PEOPLE, &[])?;
    let occupations =
        [("nurse", "health"), ("surgeon", "health"), ("welder", "crafts"), ("joiner", "crafts")];
    let terms = Terms::builder()
        .quasi_identifier("occupation")
        .hierarchy("occupation", HierarchyFile::tree(occupations))
        .quasi_identifier("age")
        .hierarchy("age", HierarchyFile::parse("{ intervals = [10, 20, 40] }")?)
        .levels("age", 1..=2)
        .quasi_identifier("born")
        .hierarchy("born", HierarchyFile::parse(r#"{ date = ["year", "decade"] }"#)?)
        .weight("occupation", 3.0)
        .model(ModelSpec::named("k-anonymity", [("k", 3.into())])?)
        .build()?;
    let release = terms.publish(&table, &terms.plan(&table)?)?;
    for row in 0..release.table.rows() {
        let values: Vec<&str> = release.table.columns().iter().map(|column| column.value(row)).collect();
        println!("{}", values.join("  "));
    }
    assert_eq!(release.table.column("occupation").map(|column| column.value(0)), Some("crafts"));
    Ok(())
}
