//! Every algorithm on every large instance: time, nodes, objective, gap, as a Markdown table.
//!
//! `cargo run --release -p incog-lab --example large_lattices -- DATA SECONDS INSTANCES
//! [ALGORITHMS]`, with names separated by commas. Each search is ended after SECONDS.
//! `optimal:generalization` and `optimal:suppression` are `optimal` with only these bounds.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use incog_lab::instances::large::large_instance;
use incog_plan::{Bounds, ReleaseProblem, SearchSettings, SolveError, solve};
use incog_search::{BoxProblem, Lattice};
use std::error::Error;
use std::path::Path;
use std::sync::atomic::AtomicBool;

const ALGORITHMS: &str =
    "auto,optimal,exhaustive,flash,ola,incognito,samarati,kgen,top-down,bottom-up,datafly,random";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [data, seconds, instances, rest @ ..] = arguments.as_slice() else {
        return Err("expected DATA SECONDS INSTANCES [ALGORITHMS]".into());
    };
    let seconds: f64 = seconds.parse()?;
    println!("| instance | algorithm | seconds | nodes evaluated | objective | gap | ended |");
    println!("|---|---|---:|---:|---:|---:|---|");
    for name in instances.split(',') {
        let instance = large_instance(name).ok_or_else(|| format!("there is no instance {name:?}"))?;
        let mut problem = instance.problem(Path::new(data))?;
        eprintln!(
            "{name}: {} tuples, {:.3e} nodes",
            problem.tuples().len(),
            Lattice::size(problem.lattice())
        );
        for algorithm in rest.first().map_or(ALGORITHMS, String::as_str).split(',') {
            let (search, bounds) = search_and_bounds(algorithm)?;
            problem = problem.with_bounds(bounds);
            println!("| {name} | {algorithm} | {} |", row(&problem, search, seconds));
        }
    }
    Ok(())
}

fn search_and_bounds(algorithm: &str) -> Result<(&str, Bounds), Box<dyn Error>> {
    Ok(match algorithm.split_once(':') {
        None => (algorithm, Bounds::Parts),
        Some((search, "generalization")) => (search, Bounds::Generalization),
        Some((search, "suppression")) => (search, Bounds::Suppression),
        Some((_, other)) => return Err(format!("there are no bounds {other:?}").into()),
    })
}

fn row(problem: &ReleaseProblem, algorithm: &str, seconds: f64) -> String {
    let settings = SearchSettings {
        algorithm: algorithm.into(),
        max_seconds: Some(seconds),
        ..SearchSettings::default()
    };
    match solve(problem, &settings, &AtomicBool::new(false), &mut |_| {}) {
        Ok(found) => {
            let gap = found.gap.map_or("unknown".into(), |gap| format!("{:.1} %", gap * 100.0));
            let (time, nodes, value) = (found.seconds, found.evaluations, found.value);
            format!("{time:.2} | {nodes} | {value:.4} | {gap} | {}", found.stopped)
        }
        Err(SolveError::NothingFeasible { stopped, .. }) => {
            format!("| | nothing allowed found | | {stopped}")
        }
        Err(error) => format!("| | | | {error}"),
    }
}
