//! Every algorithm on every instance of trajectories: hypervolume of (PD, UD) against (0, 0), least
//! distortion at the instance's k, and seconds, as a Markdown table.
//!
//! `cargo run --release -p incog-lab --example trajectories -- DATA INSTANCES ALGORITHMS [SEEDS
//! [SECONDS]]`, with names separated by commas. Without SECONDS an evolutionary search makes n / 10
//! evaluations, the paper's budget; with a number, every run ends after that many seconds; with the
//! name of an algorithm, every run ends after the time that this algorithm took for the paper's
//! budget.

#![allow(clippy::print_stdout)]

use incog_lab::instances::trajectories::{TrajectoryInstance, trajectory_instance};
use incog_search::{Budget, Stop};
use incog_trajectory::{Algorithm, Limits, SearchResult, TrajectorySet, run};
use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [data, instances, algorithms, rest @ ..] = arguments.as_slice() else {
        return Err("expected DATA INSTANCES ALGORITHMS [SEEDS [SECONDS]]".into());
    };
    let seeds: u64 = rest.first().map_or(Ok(1), |text| text.parse())?;
    let limit = rest.get(1).map(String::as_str);
    println!("| instance | algorithm | hypervolume | mean shift at k, m | seconds | evaluations | ended |");
    println!("|---|---|---:|---:|---:|---:|---|");
    for name in instances.split(',') {
        let instance = trajectory_instance(name).ok_or_else(|| format!("there is no instance {name:?}"))?;
        let set = instance.load(Path::new(data))?.set;
        for algorithm in algorithms.split(',') {
            let once = |seed: u64| {
                let seconds = limit.map(|limit| seconds(&instance, &set, limit, seed)).transpose()?;
                timed(&instance, &set, algorithm, seconds, seed)
            };
            let runs: Vec<(SearchResult, f64)> = (1..=seeds).map(once).collect::<Result<_, _>>()?;
            println!("| {name} | {algorithm} | {} |", row(&instance, &set, &runs));
        }
    }
    Ok(())
}

/// The time limit in seconds: the number in `limit`, or the time of the algorithm it names.
fn seconds(
    instance: &TrajectoryInstance,
    set: &TrajectorySet,
    limit: &str,
    seed: u64,
) -> Result<f64, Box<dyn Error>> {
    match limit.parse() {
        Ok(seconds) => Ok(seconds),
        Err(_) => Ok(timed(instance, set, limit, None, seed)?.1),
    }
}

fn timed(
    instance: &TrajectoryInstance,
    set: &TrajectorySet,
    algorithm: &str,
    limit: Option<f64>,
    seed: u64,
) -> Result<(SearchResult, f64), Box<dyn Error>> {
    let algorithm =
        Algorithm::by_name(algorithm).ok_or_else(|| format!("there is no algorithm {algorithm:?}"))?;
    let start = Instant::now();
    let end = limit.map(|seconds| start + Duration::from_secs_f64(seconds));
    let signal = || end.filter(|end| Instant::now() >= *end).map(|_| Stop::Time);
    let evaluations = limit.map(|_| u64::MAX);
    let limits = Limits { budget: Budget { evaluations, signal: &signal }, ..Limits::default() };
    let outcome = run(set, algorithm, instance.task, limits, seed)?;
    Ok((outcome, start.elapsed().as_secs_f64()))
}

/// Means over the runs.
fn row(instance: &TrajectoryInstance, set: &TrajectorySet, runs: &[(SearchResult, f64)]) -> String {
    let mean = |of: &dyn Fn(&(SearchResult, f64)) -> f64| {
        runs.iter().map(of).sum::<f64>() / runs.len().max(1) as f64
    };
    let volume = mean(&|(outcome, _)| outcome.front.hypervolume());
    let points = (set.len() * set.instants()) as f64;
    let at_k = mean(&|(outcome, _)| {
        let enough = outcome.front.compromises.iter().find(|found| found.privacy >= instance.task.k);
        enough.map_or(f64::NAN, |found| found.distortion / points)
    });
    let seconds = mean(&|(_, seconds)| *seconds);
    let evaluations = mean(&|(outcome, _)| outcome.evaluations as f64);
    let ended = runs.first().map_or("", |(outcome, _)| outcome.stop.name());
    format!("{volume:.4e} | {at_k:.1} | {seconds:.3} | {evaluations:.0} | {ended}")
}
