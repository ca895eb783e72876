//! One run.

use super::measures::measure;
use super::row::Row;
use super::trace::Trace;
use crate::suite::{AlgorithmFile, LimitsFile, RunKey, Suite};
use incog::problem::{ReleaseProblem, SearchSettings, Solution, SolveError, solve};
use incog_search::{BoxProblem, Lattice, Stop};
use std::sync::atomic::AtomicBool;

/// Makes a run; `None` when it was interrupted.
pub(super) fn run(
    suite: &Suite,
    algorithm: &AlgorithmFile,
    key: &RunKey,
    problem: &ReleaseProblem,
    interrupt: &AtomicBool,
) -> Result<Option<(Row, Trace)>, SolveError> {
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
    match solve(problem, &settings, interrupt, &mut |_| {}) {
        Ok(Solution { stopped: Stop::Interrupted, .. })
        | Err(SolveError::NothingFeasible { stopped: Stop::Interrupted, .. }) => Ok(None),
        Ok(solution) => Ok(Some((row(empty, &solution, problem), trace(key, &solution)))),
        Err(SolveError::NothingFeasible { stopped, .. }) => {
            let trace = Trace {
                instance: key.instance.clone(),
                algorithm: key.algorithm.clone(),
                seed: key.seed,
                best: Vec::new(),
            };
            Ok(Some((Row { stopped: stopped.name().into(), ..empty }, trace)))
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

fn row(empty: Row, solution: &Solution, problem: &ReleaseProblem) -> Row {
    Row {
        stopped: solution.stopped.name().into(),
        objective: Some(solution.value),
        evaluations: solution.evaluations,
        seconds: solution.seconds,
        levels: solution.levels.iter().copied().collect(),
        bound: solution.upper_bound,
        gap: solution.gap,
        measures: measure(problem, &solution.classes(problem)),
        ..empty
    }
}

fn trace(key: &RunKey, solution: &Solution) -> Trace {
    let mut best: Vec<(u64, f64)> = Vec::new();
    for point in &solution.trace {
        let Some(value) = point.best else { continue };
        if best.last().is_none_or(|(_, known)| *known != value) {
            best.push((point.evaluations, value));
        }
    }
    Trace { instance: key.instance.clone(), algorithm: key.algorithm.clone(), seed: key.seed, best }
}
