//! Loss, bound, gap and seconds of local recodings of Adult (30,162 complete records, ARX's hierarchies), when the data are
//! there: `cargo run --release -p incog-local --example adult [NAME [COPIES]]`.
//!
//! NAME is a part of the names to run. COPIES enlarges the table: one cell in twenty is drawn anew from its column.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use incog_data::{Column, ColumnBuilder, Hierarchy, QuasiIdentifier, RecodingError, Tuples};
use incog_local::{CellKind, Effort, LocalPlan, LocalProblem, fast, full};
use incog_privacy::{Binding, Conjunction, ModelSpec, Value, bind_all};
use incog_search::Stream;
use incog_utility::GenLoss;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/adult");
    if !folder.join("adult_30162.csv").exists() {
        println!("skipped: {} is not there", folder.display());
        return;
    }
    let copies = std::env::args().nth(2).map_or(1, |copies| copies.parse().unwrap());
    let columns = enlarged(columns(&folder.join("adult_30162.csv")), copies);
    println!("{:<28} {:>8} {:>8} {:>6} {:>8} {:>7}", "models", "loss", "bound", "gap", "classes", "seconds");
    let start = Instant::now();
    let nine = tuples(&folder, &columns, None);
    println!("{} rows, {} tuples in {:.2} s", nine.rows(), nine.len(), start.elapsed().as_secs_f64());
    for k in [2, 5, 10, 50] {
        let models = bind(&nine, &[k_anonymity(k)]);
        run(&format!("k {k}"), &nine, models, CellKind::Free);
    }
    run("k 5, strict", &nine, bind(&nine, &[k_anonymity(5)]), CellKind::Strict);
    let eight = tuples(&folder, &columns, Some("occupation"));
    for l in [2, 3, 5] {
        let diverse = ModelSpec::named("l-diversity", [("l", l.into())]).unwrap();
        run(&format!("k 5, l {l}"), &eight, bind(&eight, &[k_anonymity(5), diverse]), CellKind::Free);
    }
    for distance in ["euclidean", "equal"] {
        let close = [("t", 0.2.into()), ("distance", Value::word(distance))];
        let models = [k_anonymity(5), ModelSpec::named("t-closeness", close).unwrap()];
        run(&format!("k 5, t 0.2 {distance}"), &eight, bind(&eight, &models), CellKind::Free);
    }
}

fn k_anonymity(k: i64) -> ModelSpec {
    ModelSpec::named("k-anonymity", [("k", k.into())]).unwrap()
}

fn bind(tuples: &Tuples, models: &[ModelSpec]) -> Conjunction {
    bind_all(models, &Binding::new(tuples, None, None, &BTreeSet::new())).unwrap()
}

fn run(name: &str, tuples: &Arc<Tuples>, models: Conjunction, cells: CellKind) {
    let only = std::env::args().nth(1);
    if only.is_some_and(|only| !name.contains(&only)) {
        return;
    }
    let problem = LocalProblem::new(Arc::clone(tuples), models, Box::new(GenLoss), 0).unwrap();
    let searches: [(&str, Search); 2] = [("fast", fast), ("full", full)];
    for (effort, search) in searches {
        let start = Instant::now();
        let plan = search(&problem, Effort { cells, ..Effort::default() }).unwrap();
        tell(&format!("{name}, {effort}"), tuples, plan, start.elapsed().as_secs_f64());
    }
}

type Search = fn(&LocalProblem, Effort<'_>) -> Result<Option<LocalPlan>, RecodingError>;

fn tell(name: &str, tuples: &Tuples, plan: Option<LocalPlan>, seconds: f64) {
    let Some(plan) = plan else {
        println!("{name:<28} nothing found {seconds:>7.2}");
        return;
    };
    let classes = incog_data::Classes::of(tuples, &plan.recoding).unwrap().released().count();
    let gap = 100.0 * (plan.value - plan.bound) / plan.value;
    println!("{name:<28} {:>8.5} {:>8.5} {gap:>5.1}% {classes:>8} {seconds:>7.2}", plan.value, plan.bound);
}

fn tuples(folder: &Path, columns: &[Column], sensitive: Option<&str>) -> Arc<Tuples> {
    let is_sensitive = |column: &&Column| Some(column.name.as_str()) == sensitive;
    let quasi: Vec<&Column> = columns.iter().filter(|column| !is_sensitive(column)).collect();
    let sensitive: Vec<&Column> = columns.iter().filter(is_sensitive).collect();
    let qids = quasi.iter().map(|column| {
        let file = folder.join(format!("hierarchies_arx/adult_hierarchy_{}.csv", column.name));
        QuasiIdentifier::new(column, Arc::new(hierarchy(&file))).unwrap()
    });
    Arc::new(Tuples::new(qids.collect(), &quasi, &sensitive, columns[0].codes.len()).unwrap())
}

fn records(path: &Path, headers: bool) -> csv::Reader<std::fs::File> {
    csv::ReaderBuilder::new().delimiter(b';').has_headers(headers).from_path(path).unwrap()
}

fn columns(path: &Path) -> Vec<Column> {
    let mut reader = records(path, true);
    let mut builders: Vec<_> = reader.headers().unwrap().iter().map(ColumnBuilder::new).collect();
    for record in reader.records() {
        builders.iter_mut().zip(&record.unwrap()).for_each(|(builder, value)| builder.push(value));
    }
    builders.into_iter().map(|builder| builder.finish(&["?"])).collect()
}

/// The same rows several times, with one cell in twenty drawn anew.
fn enlarged(columns: Vec<Column>, copies: usize) -> Vec<Column> {
    let mut stream = Stream::new(1, 0);
    let mut enlarge = |mut column: Column| {
        let codes = column.codes.clone();
        column.codes = (0..copies)
            .flat_map(|_| codes.iter().copied())
            .map(
                |code| {
                    if copies > 1 && stream.chance(0.05) { codes[stream.below(codes.len())] } else { code }
                },
            )
            .collect();
        column
    };
    columns.into_iter().map(&mut enlarge).collect()
}

fn hierarchy(path: &Path) -> Hierarchy {
    let rows: Vec<_> = records(path, false).records().map(Result::unwrap).collect();
    Hierarchy::new(rows.iter().map(|row| row.iter().collect::<Vec<_>>())).unwrap()
}
