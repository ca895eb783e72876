//! One run.

use super::clustering;
use super::diversity_record::Diary;
use super::instance::{Material, Prepared, TableInstance};
use super::other_terms;
use super::others_results;
use super::row::Row;
use super::trace::Trace;
use crate::measures::{QueryWorkload, measure};
use crate::suite::{AlgorithmFile, LimitsFile, RunKey, Suite};
use incog_card::Value;
use incog_plan::{Plan, ReleaseProblem, SearchSettings, SolveError, solve, solve_with_snapshots};
use incog_search::{BoxProblem, Lattice, Stop};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// A run that was made, and how it converged; `None` when it was interrupted.
pub(super) type Made = Option<(Row, Trace)>;

/// Why a run cannot be made.
pub(super) enum RunError {
    /// This version has no such algorithm.
    UnknownAlgorithm(String),
    /// The algorithm cannot be run as the suite wants it.
    Failed(Box<dyn Error + Send + Sync>),
}

impl From<SolveError> for RunError {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::UnknownAlgorithm { name } => Self::UnknownAlgorithm(name),
            other => Self::Failed(Box::new(other)),
        }
    }
}

/// Makes a run.
pub(super) fn run(
    suite: &Suite,
    algorithm: &AlgorithmFile,
    key: &RunKey,
    prepared: &Prepared,
    interrupt: &AtomicBool,
) -> Result<Made, RunError> {
    let begun = begun(algorithm, key);
    if let Some(file) = &algorithm.results {
        return others_results::read_in(begun, &suite.folder.join(file), suite);
    }
    let limits = limits(suite, algorithm);
    match &prepared.material {
        Material::Trajectories(task) => clustering::run(begun, algorithm, limits, task, interrupt),
        Material::Table(instance) => {
            let settings = settings(limits, algorithm, key.seed, &instance.problem, &suite.folder);
            if other_terms::is_asked_for(algorithm) {
                return other_terms::run(begun, algorithm, settings, instance, interrupt);
            }
            let follow = suite.follow.contains(&key.instance);
            Ok(search(begun, &settings, instance, follow, interrupt)?)
        }
    }
}

/// The row and trace of a run.
pub(super) struct RunRecord {
    pub row: Row,
    pub trace: Trace,
}

/// The row and trace of a run about which nothing is known yet.
fn begun(algorithm: &AlgorithmFile, key: &RunKey) -> RunRecord {
    let row = Row {
        key: key.clone(),
        parameters: parameters(algorithm),
        stopped: String::new(),
        objective: None,
        evaluations: 0,
        seconds: 0.0,
        levels: Vec::new(),
        bound: None,
        gap: None,
        lattice_nodes: 0.0,
        top_height: 0.0,
        measures: Vec::new(),
    };
    let trace = Trace {
        instance: key.instance.clone(),
        algorithm: key.algorithm.clone(),
        seed: key.seed,
        best: Vec::new(),
        diversity: Vec::new(),
        front: Vec::new(),
    };
    RunRecord { row, trace }
}

fn search(
    record: RunRecord,
    settings: &SearchSettings,
    instance: &TableInstance,
    follow: bool,
    interrupt: &AtomicBool,
) -> Result<Made, SolveError> {
    let RunRecord { mut row, mut trace } = record;
    let TableInstance { problem, queries, .. } = instance;
    let lattice = BoxProblem::lattice(problem);
    row.lattice_nodes = Lattice::size(lattice);
    row.top_height = lattice.highest.iter().map(|&level| f64::from(level)).sum();
    let mut diary = Diary::new(settings.max_evaluations);
    let start = Instant::now();
    let found = if follow {
        solve_with_snapshots(problem, settings, interrupt, &mut |_| {}, &mut |moment| diary.note(moment))
    } else {
        solve(problem, settings, interrupt, &mut |_| {})
    };
    trace.diversity = diary.finish();
    match found {
        Ok(Plan { stopped: Stop::Interrupted, .. })
        | Err(SolveError::NothingFeasible { stopped: Stop::Interrupted, .. }) => Ok(None),
        Ok(plan) => {
            trace.best = improvements(&plan);
            Ok(Some((found_row(row, &plan, problem, queries), trace)))
        }
        Err(SolveError::NothingFeasible { stopped, evaluations, .. }) => {
            row.stopped = stopped.name().into();
            row.evaluations = evaluations;
            row.seconds = start.elapsed().as_secs_f64();
            Ok(Some((row, trace)))
        }
        Err(error) => Err(error),
    }
}

fn limits(suite: &Suite, algorithm: &AlgorithmFile) -> LimitsFile {
    match algorithm.limits {
        Some(limits) => limits,
        None if algorithm.unlimited => LimitsFile::default(),
        None => suite.limits,
    }
}

fn settings(
    limits: LimitsFile,
    algorithm: &AlgorithmFile,
    seed: u64,
    problem: &ReleaseProblem,
    folder: &Path,
) -> SearchSettings {
    let cells = problem.tuples().rows() as f64 * problem.tuples().quasi_identifiers().len() as f64;
    let by_cells = limits.evaluations_per_cell.map(|share| (share * cells).ceil() as u64);
    SearchSettings {
        algorithm: algorithm.name.clone(),
        seed,
        max_seconds: limits.seconds,
        max_evaluations: [limits.evaluations, by_cells].into_iter().flatten().min(),
        parameters: parameters_in(algorithm, folder),
    }
}

/// The parameters of an algorithm; a program of its author runs in the folder of the suite.
fn parameters_in(algorithm: &AlgorithmFile, folder: &Path) -> BTreeMap<String, Value> {
    let mut parameters = algorithm.parameters.clone();
    if parameters.contains_key("command") {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        parameters.entry("folder".to_owned()).or_insert_with(|| folder.display().to_string().into());
    }
    parameters
}

/// `key=value` of all parameters, in the order of the keys.
fn parameters(algorithm: &AlgorithmFile) -> String {
    let mut all: Vec<String> =
        algorithm.parameters.iter().map(|(key, value)| format!("{key}={value}")).collect();
    all.sort();
    all.join(" ").replace(['\n', '\r'], " ")
}

pub(super) fn found_row(row: Row, plan: &Plan, problem: &ReleaseProblem, queries: &QueryWorkload) -> Row {
    let classes = plan.classes(problem.tuples()).expect("the plan was made for these tuples");
    let mut row = Row {
        stopped: plan.stopped.name().into(),
        objective: Some(plan.value),
        evaluations: plan.evaluations,
        seconds: plan.seconds,
        levels: plan.recoding.levels().map(|levels| levels.to_vec()).unwrap_or_default(),
        bound: plan.upper_bound,
        gap: plan.gap,
        measures: measure(problem, queries, &classes),
        ..row
    };
    let share = plan.communication_seconds.map(|seconds| seconds / plan.seconds.max(f64::MIN_POSITIVE));
    row.set_measure("communication-share", share);
    row
}

/// Evaluations and the best value at that point, wherever it changes.
pub(super) fn improvements(plan: &Plan) -> Vec<(u64, f64)> {
    let mut best: Vec<(u64, f64)> = Vec::new();
    for point in &plan.trace {
        let Some(value) = point.best else { continue };
        if best.last().is_none_or(|(_, known)| *known != value) {
            best.push((point.evaluations, value));
        }
    }
    best
}
