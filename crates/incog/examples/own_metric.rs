//! Optimizes a user-defined metric: `cargo run -p incog --example own_metric`.

#![allow(clippy::print_stdout)] // An example shows what it did.

use incog::card::{Card, CardAudience};
use incog::data::Classes;
use incog::runs::TableRuns;
use incog::utility::{Goal, Metric, MetricEntry};
use incog::{ModelSpec, Objective, Table, Terms};
use std::error::Error;

/// How many records share the largest class: a reader who draws one bar per class wants no bar to
/// dwarf the others.
struct LargestClass;

impl Metric for LargestClass {
    fn name(&self) -> &'static str {
        "largest-class"
    }

    fn goal(&self) -> Goal {
        Goal::Minimize
    }

    fn value(&self, classes: &Classes<'_>) -> f64 {
        classes.released().map(|class| class.kept as f64).fold(0.0, f64::max)
    }

    fn normalized(&self, classes: &Classes<'_>) -> f64 {
        self.value(classes) / classes.rows() as f64
    }

    /// Suppressing more can make the largest class smaller, so a proof is only about releases that
    /// keep the most.
    fn keeping_most_is_best(&self) -> bool {
        false
    }
}

/// Its entry, as in the list of metrics.
pub static LARGEST_CLASS: MetricEntry = MetricEntry {
    card: Card {
        name: "largest-class",
        audience: CardAudience::Product,
        summary: "records in the largest equivalence class",
        reference: "",
        parameters: &[],
        caveat: None,
    },
    build: |_, _| Ok(Box::new(LargestClass)),
};

/// Runs the recipe.
pub fn main() -> Result<(), Box<dyn Error>> {
    let ages = (0..90).map(|row| (20 + row % 45).to_string());
    let people: Vec<[String; 2]> = ages
        .zip(["north", "south", "west"].into_iter().cycle())
        .map(|(age, region)| [age, region.to_owned()])
        .collect();
    let rows = people.iter().map(|row| row.iter().map(String::as_str));
    let table = Table::from_rows(["age", "region"], rows, &[])?;
    let terms = Terms::builder()
        .quasi_identifier("age")
        .quasi_identifier("region")
        .model(ModelSpec::named("k-anonymity", [("k", 3.into())])?)
        .suppression_limit(0.0)
        .own_objective(Objective::own(&LARGEST_CLASS)?)
        .build()?;
    let plan = terms.plan(&table)?;
    println!("largest class: {} records ({})", plan.value, plan.stopped.name());
    let release = terms.publish(&table, &plan)?;
    assert_eq!(release.table.rows(), table.rows());
    Ok(())
}
