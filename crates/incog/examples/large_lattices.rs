//! Every algorithm on every large instance: time, nodes, objective, gap, as a Markdown table.
//!
//! `cargo run --release -p incog --example large_lattices -- DATA SECONDS INSTANCES [ALGORITHMS]`, names
//! separated by commas. Each search is ended after SECONDS.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use incog::instances::large::large_instance;
use incog::problem::{ReleaseProblem, SearchSettings, SolveError, solve};
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
        let problem = instance.problem(Path::new(data))?;
        eprintln!(
            "{name}: {} tuples, {:.3e} nodes",
            problem.tuples().len(),
            Lattice::size(problem.lattice())
        );
        for algorithm in rest.first().map_or(ALGORITHMS, String::as_str).split(',') {
            println!("| {name} | {algorithm} | {} |", row(&problem, algorithm, seconds));
        }
    }
    Ok(())
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
