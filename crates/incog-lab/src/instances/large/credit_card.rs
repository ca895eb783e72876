//! Default of Credit Card Clients (UCI), 24 quasi-identifiers with ARX's hierarchies.

use super::{LargeInstance, LargeInstanceError, sources};
use incog_data::{Column, Hierarchy, HierarchySpec, Intervals, QuasiIdentifier, Values};
use std::path::Path;

const TABLE: &str = "creditcard/creditcard.csv.gz";

/// k = 5, every record may be suppressed, objective loss: 4.9e13 nodes.
pub(super) const ALL: LargeInstance = LargeInstance {
    name: "credit-card-24",
    table: TABLE,
    k: 5,
    limit: 1.0,
    objective: "loss",
    quasi_identifiers: load,
};

fn load(data: &Path) -> Result<Vec<(Column, QuasiIdentifier)>, LargeInstanceError> {
    let table = sources::table(&data.join(TABLE))?;
    let columns = table.columns().iter().filter(|column| column.name != "ID");
    let bound = columns.map(|column| match column.name.as_str() {
        "AGE" => sources::bind(column, clean_age(column)?),
        name => sources::bind(column, sources::arx_hierarchy(&hierarchy_file(data, name))?),
    });
    bound.collect()
}

/// The long hierarchies are compressed.
fn hierarchy_file(data: &Path, name: &str) -> std::path::PathBuf {
    let file = format!("creditcard/hierarchies_arx/creditcard_hierarchy_{name}.csv");
    let plain = data.join(&file);
    if plain.exists() { plain } else { data.join(file + ".gz") }
}

/// ARX's hierarchy of ages 17 to 99 lists 17 of them twice, most with two parents. This one follows
/// its consistent part: widths 5, 10 and 20 (`61-65`, `61-70`, `61-80`), then the root.
pub(super) fn clean_age(column: &Column) -> Result<Hierarchy, LargeInstanceError> {
    let domain: Vec<String> = (17..=99).map(|age| age.to_string()).collect();
    let values = Values::from_column(column).with_domain(domain.iter().map(String::as_str));
    let intervals = Intervals { widths: vec![5.0, 10.0, 20.0], origin: 1.0, ..Intervals::default() };
    Ok(HierarchySpec::Intervals(intervals).build_from(&values)?)
}
