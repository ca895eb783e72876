//! Measures the evolutionary searches on the 16 instances of HAEF's form.
//!
//! ```text
//! cargo run --release -p incog-lab --example evolutionary -- speed|hits|quality|islands [DISCHARGES.csv.gz]
//! ```
//!
//! Without a file, discharges are made up.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use incog_data::Table;
use incog_lab::instances::{INSTANCES, InstanceSpec, hospital_discharges};
use incog_plan::{Plan, ReleaseProblem, SearchSettings, TracePoint, evolutionary_searches, solve};
use incog_privacy::{ClassModel, Conjunction, Distance, KAnonymity, TCloseness};
use incog_utility::metric_by_name;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

const SEEDS: u64 = 25;

const ALGORITHMS: [&str; 7] = ["haef", "tlef", "dfs", "id-dga", "id-ga", "ga", "de"];

/// The searches whose paper is about k-anonymity: from `id-dga` on.
fn id_dgas() -> Vec<&'static str> {
    evolutionary_searches().into_iter().skip_while(|&name| name != "id-dga").collect()
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let study = arguments.next().unwrap_or_default();
    let discharges = match arguments.next() {
        Some(path) => incog_io::read_table(path, &incog_io::ReadOptions::default()).unwrap().table,
        None => hospital_discharges(28_000, 1),
    };
    match study.as_str() {
        "speed" => speed(&discharges),
        "hits" => hits(&discharges),
        "quality" => quality(&discharges),
        "islands" => islands(&discharges),
        other => println!("{other:?} is no study; speed, hits, quality and islands are"),
    }
}

/// Microseconds per evaluation in the papers' settings, on one thread.
fn speed(discharges: &Table) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        println!("instance algorithm evaluations seconds us/evaluation");
        for (place, algorithm, k) in [
            (2, "id-dga", true),
            (3, "id-dga", true),
            (2, "haef", false),
            (3, "haef", false),
            (0, "haef", false),
            (1, "haef", false),
            (0, "id-dga", true),
            (1, "id-dga", true),
        ] {
            let spec = INSTANCES[place];
            let problem = problem(discharges, spec, if k { None } else { Some(0.2) });
            let best = (1..=9)
                .filter_map(|seed| run(&problem, algorithm, seed, ""))
                .min_by(|a, b| a.seconds.total_cmp(&b.seconds));
            let Some(best) = best else { continue };
            let each = 1e6 * best.seconds / best.evaluations as f64;
            println!(
                "{} ({} x {}) {algorithm} {} {:.3} {each:.2}",
                spec.name,
                spec.records,
                spec.quasi_identifiers.len(),
                best.evaluations,
                best.seconds
            );
        }
    });
}

/// For how many of 25 seeds the proved optimum is reached when suppression is worked out exactly,
/// and the median number of evaluations that took. A run ends when it reaches the optimum; its
/// budget is the paper's.
fn hits(discharges: &Table) {
    println!("setting instance nodes optimum {}", evolutionary_searches().join(" "));
    let all = evolutionary_searches;
    for (t, algorithms) in [(Some(0.2), all()), (None, id_dgas()), (Some(0.1), all()), (Some(0.3), all())] {
        for spec in INSTANCES {
            let problem = problem(discharges, spec, t);
            let optimum = run(&problem, "optimal", 1, "").unwrap();
            assert_eq!(optimum.gap, Some(0.0));
            let hits = algorithms.par_iter().map(|algorithm| hits_of(&problem, algorithm, optimum.value));
            let hits: Vec<String> = hits.collect();
            let (nodes, value) = (optimum.lattice_nodes, optimum.value);
            println!("{} {} {nodes} {value:.1} {}", name(t), spec.name, hits.join(" "));
        }
    }
}

/// The number of seeds that reach the optimum, a slash, the number of seeds, and the median number
/// of evaluations of those that reach it.
fn hits_of(problem: &ReleaseProblem, algorithm: &str, optimum: f64) -> String {
    let seeds = if algorithm == "dfs" { 1 } else { SEEDS };
    let run = |seed| {
        let (reached, mut at) = (AtomicBool::new(false), None);
        let mut observe = |point: TracePoint| {
            if at.is_none() && point.best.is_some_and(|best| best >= optimum * (1.0 - 1e-9)) {
                at = Some(point.evaluations);
                reached.store(true, Ordering::Relaxed);
            }
        };
        let settings = settings(algorithm, seed, "preset = 'user'", None);
        solve(problem, &settings, &reached, &mut observe).ok()?;
        at
    };
    let mut reached: Vec<u64> = (1..=seeds).filter_map(run).collect();
    reached.sort_unstable();
    let median = reached.get(reached.len() / 2).map_or("-".into(), u64::to_string);
    format!("{}/{seeds}:{median}", reached.len())
}

/// Mean transparency degree of the papers' settings over 25 seeds, and the proved optimum.
fn quality(discharges: &Table) {
    println!("setting instance optimum {}", ALGORITHMS.join(" "));
    for t in [None, Some(0.2)] {
        for spec in INSTANCES {
            let problem = problem(discharges, spec, t);
            let optimum = run(&problem, "optimal", 1, "").unwrap();
            let means = ALGORITHMS.map(|algorithm| {
                let seeds = if algorithm == "dfs" { 1..=1 } else { 1..=SEEDS };
                let count = seeds.clone().count() as f64;
                let sum: f64 = seeds
                    .filter_map(|seed| run(&problem, algorithm, seed, ""))
                    .map(|found| found.value)
                    .sum();
                format!("{:.1}", sum / count)
            });
            println!("{} {} {:.1} {}", name(t), spec.name, optimum.value, means.join(" "));
        }
    }
}

/// Running time of ID-DGA by islands and threads, for a fixed total and for fixed work per island.
fn islands(discharges: &Table) {
    let spec = INSTANCES[3];
    let problem = problem(discharges, spec, None);
    println!("islands threads fixed-total[s] fixed-per-island[s] value");
    for islands in [1, 2, 4, 8, 16] {
        for threads in [1, 2] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let time = |population: usize, evaluations: u64| {
                let parameters = format!("islands = {islands}\npopulation = {population}");
                let settings = settings("id-dga", 1, &parameters, Some(evaluations));
                let solutions: Vec<Plan> =
                    pool.install(|| (0..5).map(|_| solved(&problem, &settings).unwrap()).collect());
                let best = solutions.iter().map(|solution| solution.seconds).fold(f64::INFINITY, f64::min);
                (best, solutions[0].value)
            };
            let (total, value) = time(160, 960_000);
            let (each, _) = time(10 * islands as usize, 120_000 * islands);
            println!("{islands} {threads} {total:.3} {each:.3} {value:.1}");
        }
    }
}

fn name(t: Option<f64>) -> String {
    t.map_or("k=2".into(), |t| format!("t={t}"))
}

fn problem(discharges: &Table, spec: InstanceSpec, t: Option<f64>) -> ReleaseProblem {
    let instance = spec.draw(discharges).unwrap();
    let model: Box<dyn ClassModel> = match t {
        Some(t) => {
            Box::new(TCloseness::new(&instance.tuples.sensitive()[0], t, Distance::Euclidean).unwrap())
        }
        None => Box::new(KAnonymity::new(2).unwrap()),
    };
    let metric = metric_by_name("transparency", 1).unwrap();
    instance.problem(Conjunction::new(vec![model]), metric).unwrap()
}

fn settings(algorithm: &str, seed: u64, parameters: &str, max_evaluations: Option<u64>) -> SearchSettings {
    let parameters = toml::from_str(parameters).unwrap();
    SearchSettings { algorithm: algorithm.into(), seed, parameters, max_evaluations, ..Default::default() }
}

fn run(problem: &ReleaseProblem, algorithm: &str, seed: u64, parameters: &str) -> Option<Plan> {
    solved(problem, &settings(algorithm, seed, parameters, None))
}

fn solved(problem: &ReleaseProblem, settings: &SearchSettings) -> Option<Plan> {
    solve(problem, settings, &AtomicBool::new(false), &mut |_| {}).ok()
}
