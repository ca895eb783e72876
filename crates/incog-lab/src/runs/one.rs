//! One run.

use super::diary::Diary;
use super::instance::Prepared;
use super::measures::measure;
use super::row::Row;
use super::trace::Trace;
use crate::suite::{AlgorithmFile, LimitsFile, RunKey, Suite};
use incog::problem::{ReleaseProblem, SearchSettings, Solution, SolveError, solve, solve_with_snapshots};
use incog_search::{BoxProblem, Lattice, Stop};
use std::sync::atomic::AtomicBool;

/// Makes a run; `None` when it was interrupted.
pub(super) fn run(
    suite: &Suite,
    algorithm: &AlgorithmFile,
    key: &RunKey,
    prepared: &Prepared,
    interrupt: &AtomicBool,
) -> Result<Option<(Row, Trace)>, SolveError> {
    let problem = &prepared.problem;
    let settings = settings(suite, algorithm, key.seed, problem);
    let empty = Row {
        key: key.clone(),
        parameters: parameters(algorithm),
        stopped: String::new(),
        objective: None,
        evaluations: 0,
        seconds: 0.0,
        levels: Vec::new(),
        bound: None,
        gap: None,
        lattice_nodes: Lattice::size(BoxProblem::lattice(problem)),
        top_height: BoxProblem::lattice(problem).highest.iter().map(|&level| f64::from(level)).sum(),
        measures: Vec::new(),
    };
    let mut diary = Diary::new(settings.max_evaluations);
    let found = if suite.follow.contains(&key.instance) {
        solve_with_snapshots(problem, &settings, interrupt, &mut |_| {}, &mut |moment| diary.note(moment))
    } else {
        solve(problem, &settings, interrupt, &mut |_| {})
    };
    let trace = |best| Trace {
        instance: key.instance.clone(),
        algorithm: key.algorithm.clone(),
        seed: key.seed,
        best,
        diversity: diary.finish(),
        front: Vec::new(),
    };
    match found {
        Ok(Solution { stopped: Stop::Interrupted, .. })
        | Err(SolveError::NothingFeasible { stopped: Stop::Interrupted, .. }) => Ok(None),
        Ok(solution) => Ok(Some((row(empty, &solution, prepared), trace(improvements(&solution))))),
        Err(SolveError::NothingFeasible { stopped, .. }) => {
            Ok(Some((Row { stopped: stopped.name().into(), ..empty }, trace(Vec::new()))))
        }
        Err(error) => Err(error),
    }
}

fn settings(suite: &Suite, algorithm: &AlgorithmFile, seed: u64, problem: &ReleaseProblem) -> SearchSettings {
    let limits = match algorithm.limits {
        Some(limits) => limits,
        None if algorithm.unlimited => LimitsFile::default(),
        None => suite.limits,
    };
    let cells = problem.tuples().rows() as f64 * problem.tuples().quasi_identifiers().len() as f64;
    let by_cells = limits.evaluations_per_cell.map(|share| (share * cells).ceil() as u64);
    SearchSettings {
        algorithm: algorithm.name.clone(),
        seed,
        max_seconds: limits.seconds,
        max_evaluations: [limits.evaluations, by_cells].into_iter().flatten().min(),
        parameters: algorithm.parameters.clone(),
    }
}

/// `key=value` of all parameters, in the order of the keys.
fn parameters(algorithm: &AlgorithmFile) -> String {
    let mut all: Vec<String> =
        algorithm.parameters.iter().map(|(key, value)| format!("{key}={value}")).collect();
    all.sort();
    all.join(" ").replace(['\n', '\r'], " ")
}

fn row(empty: Row, solution: &Solution, prepared: &Prepared) -> Row {
    let problem = &prepared.problem;
    Row {
        stopped: solution.stopped.name().into(),
        objective: Some(solution.value),
        evaluations: solution.evaluations,
        seconds: solution.seconds,
        levels: solution.levels.iter().copied().collect(),
        bound: solution.upper_bound,
        gap: solution.gap,
        measures: measure(problem, &prepared.queries, &solution.classes(problem)),
        ..empty
    }
}

/// Evaluations and the best value then, where it changes.
fn improvements(solution: &Solution) -> Vec<(u64, f64)> {
    let mut best: Vec<(u64, f64)> = Vec::new();
    for point in &solution.trace {
        let Some(value) = point.best else { continue };
        if best.last().is_none_or(|(_, known)| *known != value) {
            best.push((point.evaluations, value));
        }
    }
    best
}
