//! Loss, bound, gap and seconds of local recodings of wide tables, when the data are there: credit
//! card with 24 quasi-identifiers (30,000 records, ARX's hierarchies) and Cargo 2000 with 25 (3,942
//! records, ranges): `cargo run --release -p incog-local --example wide`.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use incog_data::{
    Classes, Column, Hierarchy, HierarchySpec, Intervals, QuasiIdentifier, Ranges, Tuples, Values,
};
use incog_io::{ReadOptions, read_table};
use incog_local::{Effort, LocalProblem, fast, full};
use incog_privacy::{Conjunction, KAnonymity};
use incog_utility::GenLoss;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

fn main() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    println!("{:<16} {:>8} {:>8} {:>6} {:>8} {:>7}", "k 5", "loss", "bound", "gap", "classes", "seconds");
    for (name, file, load) in [
        ("credit card", "creditcard/creditcard.csv.gz", credit_card as Load),
        ("cargo", "cargo2000/c2k_data_comma_restored98.csv", cargo as Load),
    ] {
        let file = data.join(file);
        if !file.exists() {
            println!("skipped: {} is not there", file.display());
            continue;
        }
        let tuples = Arc::new(tuples(&load(&file)));
        for effort in ["fast", "full"] {
            let models = Conjunction::new(vec![Box::new(KAnonymity::new(5).unwrap())]);
            let problem = LocalProblem::new(Arc::clone(&tuples), models, Box::new(GenLoss), 0).unwrap();
            let start = Instant::now();
            let search = if effort == "fast" { fast } else { full };
            let plan = search(&problem, Effort::default()).unwrap().unwrap();
            let seconds = start.elapsed().as_secs_f64();
            let classes = Classes::from_recoding(&tuples, &plan.recoding).unwrap().released().count();
            let gap = 100.0 * (plan.value - plan.bound) / plan.value;
            let name = format!("{name}, {effort}");
            println!(
                "{name:<16} {:>8.5} {:>8.5} {gap:>5.1}% {classes:>8} {seconds:>7.2}",
                plan.value, plan.bound
            );
        }
    }
}

type Load = fn(&Path) -> Vec<(Column, Hierarchy)>;

fn tuples(columns: &[(Column, Hierarchy)]) -> Tuples {
    let bind = |(column, hierarchy): &(Column, Hierarchy)| {
        QuasiIdentifier::new(column, Arc::new(hierarchy.clone())).unwrap()
    };
    let rows = columns[0].0.codes.len();
    let all: Vec<&Column> = columns.iter().map(|(column, _)| column).collect();
    Tuples::new(columns.iter().map(bind).collect(), &all, &[], rows).unwrap()
}

fn credit_card(file: &Path) -> Vec<(Column, Hierarchy)> {
    let table = read_table(file, &ReadOptions::default()).unwrap().table;
    let columns = table.columns().iter().filter(|column| column.name != "ID");
    let with_hierarchy = |column: &Column| {
        let hierarchy = match column.name.as_str() {
            // ARX's lists ages twice with different parents.
            "AGE" => ages(column),
            name => arx_hierarchy(&hierarchy_file(file, name)),
        };
        (column.clone(), hierarchy)
    };
    columns.map(with_hierarchy).collect()
}

/// The long hierarchies are compressed.
fn hierarchy_file(table: &Path, name: &str) -> PathBuf {
    let plain = table.with_file_name(format!("hierarchies_arx/creditcard_hierarchy_{name}.csv"));
    if plain.exists() { plain } else { plain.with_extension("csv.gz") }
}

fn ages(column: &Column) -> Hierarchy {
    let domain: Vec<String> = (17..=99).map(|age| age.to_string()).collect();
    let values = Values::from_column(column).with_domain(domain.iter().map(String::as_str));
    let intervals = Intervals { widths: vec![5.0, 10.0, 20.0], origin: 1.0, ..Intervals::default() };
    HierarchySpec::Intervals(intervals).build_from(&values).unwrap()
}

fn arx_hierarchy(path: &Path) -> Hierarchy {
    let options = ReadOptions {
        delimiter: Some(b';'),
        header: false,
        missing_markers: Vec::new(),
        ..ReadOptions::default()
    };
    let levels = read_table(path, &options).unwrap().table;
    let row = |row: usize| levels.columns().iter().map(|level| level.value(row)).collect::<Vec<&str>>();
    Hierarchy::new((0..levels.rows()).map(row)).unwrap()
}

/// The first 25 quantities that vary.
fn cargo(file: &Path) -> Vec<(Column, Hierarchy)> {
    let table = read_table(file, &ReadOptions::default()).unwrap().table;
    let is_quantity = |name: &str| name != "nr" && !name.ends_with("_legid") && !name.ends_with("_place");
    let varies = |column: &&Column| column.value_type.is_number() && column.dictionary.len() > 1;
    let columns = table.columns().iter().filter(|column| is_quantity(&column.name)).filter(varies);
    let with_hierarchy = |(index, column): (usize, &Column)| {
        let ranges = HierarchySpec::Ranges(Ranges { levels: 5 + index % 6, ..Ranges::default() });
        (column.clone(), ranges.build(column, &table).unwrap())
    };
    columns.take(25).enumerate().map(with_hierarchy).collect()
}
