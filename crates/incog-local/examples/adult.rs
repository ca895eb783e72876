//! Loss, bound, gap and seconds of local recodings of Adult (30,162 complete records, ARX's
//! hierarchies), when the data are there:
//! `cargo run --release -p incog-local --example adult [NAME [COPIES]]`.
//!
//! NAME is a part of the names to run; with `goals` the lines of the goals table, each with its
//! goals, are run instead. COPIES enlarges the table: one cell in twenty is drawn anew from its
//! column.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use incog_data::{
    Column, Hierarchy, HierarchyCsvOptions, QuasiIdentifier, RecodingError, Tuples, read_hierarchy_csv,
};
use incog_io::{ReadOptions, read_table};
use incog_local::{CellKind, Effort, LOCAL_SEARCHES, LocalPlan, LocalProblem, fast, full};
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
    let table = read_table(folder.join("adult_30162.csv"), &ReadOptions::default()).unwrap().table;
    let columns = enlarged(table.into_columns(), copies);
    if std::env::args().nth(1).as_deref() == Some("goals") {
        goals(&folder, &columns);
        return;
    }
    println!("{:<28} {:>8} {:>8} {:>6} {:>8} {:>7}", "models", "loss", "bound", "gap", "classes", "seconds");
    let start = Instant::now();
    let nine = tuples(&folder, &columns, None);
    println!("{} rows, {} tuples in {:.2} s", nine.rows(), nine.len(), start.elapsed().as_secs_f64());
    for k in [2, 5, 10, 50] {
        let models = bind(&nine, &[k_anonymity(k)]);
        run(&format!("k {k}"), &nine, models, CellKind::Free);
    }
    for k in [5, 50] {
        searches(&format!("k {k}"), &nine, k);
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
    let problem = LocalProblem::new(Arc::clone(tuples), models, Box::new(GenLoss), 0).unwrap();
    let searches: [(&str, Search); 2] = [("fast", fast), ("full", full)];
    for (effort, search) in searches {
        let name = format!("{name}, {effort}");
        if !is_asked(&name) {
            continue;
        }
        let start = cpu_seconds();
        let plan = search(&problem, Effort { cells, ..Effort::default() }).unwrap();
        tell(&name, tuples, plan, cpu_seconds() - start);
    }
}

/// What is hoped for on one free core: loss, gap, seconds of processor time.
fn goals(folder: &Path, columns: &[Column]) {
    println!(
        "{:<28} {:>8} {:>8} {:>6} {:>8} {:>7}   goal",
        "models", "loss", "bound", "gap", "classes", "seconds"
    );
    let nine = tuples(folder, columns, None);
    let eight = tuples(folder, columns, Some("occupation"));
    let k = |tuples: &Arc<Tuples>, k| bind(tuples, &[k_anonymity(k)]);
    goal("k 5, fast", &nine, k(&nine, 5), fast, ".0505, 17 %, 1 s");
    goal("k 5, full", &nine, k(&nine, 5), full, ".0480, 7 %, 10 s");
    goal("k 50, fast", &nine, k(&nine, 50), fast, ".147, 12 %, 3 s");
    goal("k 50, full", &nine, k(&nine, 50), full, ".147, 12 %, 20 s");
    let weighted = weighted_tuples(folder, columns, None, granularity_weight);
    goal("1 - granularity, k 5", &weighted, k(&weighted, 5), fast, "<= .054, ARX .068; 2 s");
    goal("1 - granularity, k 50", &weighted, k(&weighted, 50), fast, "<= .165, ARX .175; 4 s");
    let diverse = ModelSpec::named("l-diversity", [("l", 3.into())]).unwrap();
    goal("k 5, l 3, fast", &eight, bind(&eight, &[k_anonymity(5), diverse]), fast, ".031, 24 %, 1 s");
    let close = ModelSpec::named("t-closeness", [("t", 0.2.into()), ("distance", Value::word("equal"))]);
    let models = bind(&eight, &[k_anonymity(5), close.unwrap()]);
    goal("k 5, t 0.2 equal, fast", &eight, models, fast, ".30, 5 s");
    let ten_times = tuples(folder, &enlarged(columns.to_vec(), 10), None);
    goal("301,620 rows, k 5, fast", &ten_times, k(&ten_times, 5), fast, ".0150, 21 %, 5 s");
}

fn goal(name: &str, tuples: &Arc<Tuples>, models: Conjunction, search: Search, goal: &str) {
    let problem = LocalProblem::new(Arc::clone(tuples), models, Box::new(GenLoss), 0).unwrap();
    let start = cpu_seconds();
    let plan = search(&problem, Effort::default()).unwrap();
    println!("{}   {goal}", line(name, tuples, plan, cpu_seconds() - start));
}

/// Each search by itself.
fn searches(name: &str, tuples: &Arc<Tuples>, k: i64) {
    let models = bind(tuples, &[k_anonymity(k)]);
    let problem = LocalProblem::new(Arc::clone(tuples), models, Box::new(GenLoss), 0).unwrap();
    for search in LOCAL_SEARCHES {
        let name = format!("{name}, {}", search.card.name);
        if !is_asked(&name) {
            continue;
        }
        let start = cpu_seconds();
        let plan = search.run(&problem, Effort::default()).unwrap();
        tell(&name, tuples, plan, cpu_seconds() - start);
    }
}

/// Whether a name is among those to run.
fn is_asked(name: &str) -> bool {
    std::env::args().nth(1).is_none_or(|only| name.contains(&only))
}

/// Seconds of processor time so far; those of the clock where the system does not tell.
fn cpu_seconds() -> f64 {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    let clock = START.elapsed().as_secs_f64();
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or(clock, |nanoseconds| nanoseconds / 1e9)
}

type Search = fn(&LocalProblem, Effort<'_>) -> Result<Option<LocalPlan>, RecodingError>;

fn tell(name: &str, tuples: &Tuples, plan: Option<LocalPlan>, seconds: f64) {
    println!("{}", line(name, tuples, plan, seconds));
}

fn line(name: &str, tuples: &Tuples, plan: Option<LocalPlan>, seconds: f64) -> String {
    let Some(plan) = plan else { return format!("{name:<28} nothing found {seconds:>7.2}") };
    let classes = incog_data::Classes::from_recoding(tuples, &plan.recoding).unwrap().released().count();
    let gap = 100.0 * (plan.value - plan.bound) / plan.value;
    format!("{name:<28} {:>8.5} {:>8.5} {gap:>5.1}% {classes:>8} {seconds:>7.2}", plan.value, plan.bound)
}

/// As ARX's granularity weighs an attribute: 1 - 1/D for D values of its hierarchy.
fn granularity_weight(hierarchy: &Hierarchy) -> f64 {
    1.0 - 1.0 / hierarchy.values() as f64
}

fn tuples(folder: &Path, columns: &[Column], sensitive: Option<&str>) -> Arc<Tuples> {
    weighted_tuples(folder, columns, sensitive, |_| 1.0)
}

fn weighted_tuples(
    folder: &Path,
    columns: &[Column],
    sensitive: Option<&str>,
    weight: fn(&Hierarchy) -> f64,
) -> Arc<Tuples> {
    let is_sensitive = |column: &&Column| Some(column.name.as_str()) == sensitive;
    let quasi: Vec<&Column> = columns.iter().filter(|column| !is_sensitive(column)).collect();
    let sensitive: Vec<&Column> = columns.iter().filter(is_sensitive).collect();
    let qids = quasi.iter().map(|column| {
        let file = folder.join(format!("hierarchies_arx/adult_hierarchy_{}.csv", column.name));
        let hierarchy = Arc::new(hierarchy(&file));
        let mut qid = QuasiIdentifier::new(column, Arc::clone(&hierarchy)).unwrap();
        qid.weight = weight(&hierarchy);
        qid
    });
    Arc::new(Tuples::new(qids.collect(), &quasi, &sensitive, columns[0].codes.len()).unwrap())
}

/// The rows several times, with one cell in twenty drawn anew.
fn enlarged(columns: Vec<Column>, copies: usize) -> Vec<Column> {
    let mut stream = Stream::new(1, 0);
    let mut enlarge = |mut column: Column| {
        let codes = column.codes.clone();
        column.codes =
            (0..copies)
                .flat_map(|_| codes.iter())
                .map(|code| {
                    if copies > 1 && stream.chance(0.05) { codes.at(stream.below(codes.len())) } else { code }
                })
                .collect();
        column
    };
    columns.into_iter().map(&mut enlarge).collect()
}

fn hierarchy(path: &Path) -> Hierarchy {
    let file = path.display().to_string();
    read_hierarchy_csv(&std::fs::read(path).unwrap(), &file, HierarchyCsvOptions::default()).unwrap()
}
