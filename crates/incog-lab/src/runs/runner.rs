//! All runs of a suite, spread over threads.

use super::instance::{Prepared, prepare};
use super::log::{RunLog, rewrite};
use super::manifest::{InputFacts, Manifest, processor, sha256};
use super::one;
use super::row::Row;
use super::trace::{self, Trace, TraceLog};
use crate::LabError;
use crate::suite::{Plan, PlannedRun, RunKey, Suite};
use incog::problem::SolveError;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// How runs are made.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// The suite file.
    pub suite: PathBuf,
    /// The small form of the suite.
    pub quick: bool,
    /// Folder of the results.
    pub folder: PathBuf,
    /// Threads that make runs; each run has one.
    pub threads: usize,
    /// The command as typed, for the record.
    pub command: Vec<String>,
}

/// What the runs gave.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The suite.
    pub suite: Suite,
    /// The runs in the order of the suite.
    pub rows: Vec<Row>,
    /// How they converged.
    pub traces: BTreeMap<RunKey, Trace>,
    /// What must be known to make them again.
    pub manifest: Manifest,
}

/// Makes the runs of a suite that are not there yet; `progress` is told how many of all are done.
///
/// Writes `runs.csv`, `traces.jsonl` and `manifest.json` in the folder. A run has one thread and a seed of its
/// own, so the rows, `seconds` apart, do not depend on the number of threads nor on interruptions.
pub fn run_suite(
    options: &Options,
    interrupt: &AtomicBool,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Outcome, LabError> {
    let suite = Suite::read(&options.suite, options.quick)?;
    let folder = &options.folder;
    std::fs::create_dir_all(folder).map_err(|source| LabError::Write { path: folder.clone(), source })?;
    let mut manifest = manifest(&suite, options)?;
    let (runs, traces) = (folder.join("runs.csv"), folder.join("traces.jsonl"));
    match Manifest::read(&folder.join("manifest.json"))? {
        Some(known) if !known.agrees_with(&manifest) => {
            return Err(LabError::OtherResults { folder: folder.clone() });
        }
        // Runs without a manifest may be anybody's.
        None if runs.exists() => return Err(LabError::OtherResults { folder: folder.clone() }),
        _ => manifest.write(&folder.join("manifest.json"))?,
    }
    let (log, rows) = RunLog::open(&runs)?;
    let plan = Plan::of(&suite);
    let rows: BTreeMap<RunKey, Row> = rows.into_iter().map(|row| (row.key.clone(), row)).collect();
    let todo: Vec<PlannedRun> =
        plan.runs.iter().filter(|run| !rows.contains_key(&run.key)).cloned().collect();
    let work = Work {
        suite: &suite,
        all: plan.runs.len(),
        instances: suite.instances.iter().map(|_| Mutex::new(Weak::new())).collect(),
        next: AtomicUsize::new(0),
        todo,
        state: Mutex::new(State {
            log,
            traces: TraceLog::open(&traces)?,
            rows,
            inputs: BTreeMap::new(),
            missing_algorithms: BTreeSet::new(),
            missing_instances: BTreeSet::new(),
            failure: None,
        }),
        interrupt,
        progress,
    };
    std::thread::scope(|scope| {
        for _ in 0..options.threads.max(1) {
            scope.spawn(|| work.run_until_done());
        }
    });
    let State { rows, inputs, missing_algorithms, missing_instances, failure, .. } =
        work.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(failure) = failure {
        return Err(failure);
    }
    if interrupt.load(Ordering::Relaxed) {
        return Err(LabError::Interrupted { done: rows.len(), all: plan.runs.len() });
    }
    manifest.inputs = facts(inputs, &suite, folder)?;
    manifest.missing_algorithms = missing_algorithms.into_iter().collect();
    manifest.missing_instances = missing_instances.into_iter().collect();
    manifest.write(&folder.join("manifest.json"))?;
    let rows: Vec<Row> = plan.runs.iter().filter_map(|run| rows.get(&run.key).cloned()).collect();
    rewrite(&runs, rows.iter())?;
    Ok(Outcome { rows, traces: trace::read(&traces)?, manifest, suite })
}

fn manifest(suite: &Suite, options: &Options) -> Result<Manifest, LabError> {
    Ok(Manifest {
        incog: env!("CARGO_PKG_VERSION").into(),
        command: options.command.clone(),
        suite: suite.name.clone(),
        suite_sha256: sha256(&options.suite)?,
        quick: options.quick,
        threads: options.threads,
        system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        processor: processor(),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        inputs: Vec::new(),
        missing_algorithms: Vec::new(),
        missing_instances: Vec::new(),
    })
}

/// The inputs of this and of earlier starts of the suite.
fn facts(
    inputs: BTreeMap<String, String>,
    suite: &Suite,
    folder: &Path,
) -> Result<Vec<InputFacts>, LabError> {
    let known = Manifest::read(&folder.join("manifest.json"))?.map(|known| known.inputs).unwrap_or_default();
    let mut all: BTreeMap<String, String> =
        known.into_iter().map(|input| (input.path, input.sha256)).collect();
    all.extend(inputs);
    let relative = |path: String| {
        let folder = suite.folder.display().to_string() + "/";
        path.strip_prefix(&folder).map(str::to_owned).unwrap_or(path)
    };
    Ok(all.into_iter().map(|(path, sha256)| InputFacts { path: relative(path), sha256 }).collect())
}

struct Work<'a> {
    suite: &'a Suite,
    all: usize,
    todo: Vec<PlannedRun>,
    next: AtomicUsize,
    /// Instances live as long as some thread works on them: plans go instance by instance.
    instances: Vec<Mutex<Weak<Prepared>>>,
    state: Mutex<State>,
    interrupt: &'a AtomicBool,
    progress: &'a (dyn Fn(usize, usize) + Sync),
}

struct State {
    log: RunLog,
    traces: TraceLog,
    rows: BTreeMap<RunKey, Row>,
    inputs: BTreeMap<String, String>,
    missing_algorithms: BTreeSet<String>,
    missing_instances: BTreeSet<String>,
    failure: Option<LabError>,
}

impl Work<'_> {
    fn run_until_done(&self) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        let mut current: Option<(usize, Option<Arc<Prepared>>)> = None;
        while let Some(run) = self.todo.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            if self.interrupt.load(Ordering::Relaxed) || self.state().failure.is_some() {
                return;
            }
            if current.as_ref().is_none_or(|(instance, _)| *instance != run.instance) {
                current = Some((run.instance, self.prepared(run.instance)));
            }
            let Some((_, Some(prepared))) = &current else { continue };
            let make = || {
                let algorithm = &self.suite.algorithms[run.algorithm];
                one::run(self.suite, algorithm, &run.key, &prepared.problem, self.interrupt)
            };
            // Without a pool of its own a run may use more threads; its result is the same.
            let result = match &pool {
                Ok(pool) => pool.install(make),
                Err(_) => make(),
            };
            self.note(run, result);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, run: &PlannedRun, result: Result<Option<(Row, Trace)>, SolveError>) {
        let mut state = self.state();
        match result {
            Ok(None) => {}
            Ok(Some((row, trace))) => {
                // The trace first: a trace without a row does no harm.
                let kept = state.traces.append(&trace).and_then(|()| state.log.append(&row));
                state.rows.insert(row.key.clone(), row);
                if let Err(failure) = kept {
                    state.failure = Some(failure);
                }
                (self.progress)(state.rows.len(), self.all);
            }
            Err(SolveError::UnknownAlgorithm { name }) => {
                state.missing_algorithms.insert(name);
            }
            Err(source) => {
                let (algorithm, instance) = (run.key.algorithm.clone(), run.key.instance.clone());
                state.failure = Some(LabError::Search { algorithm, instance, source: Box::new(source) });
            }
        }
    }

    fn prepared(&self, place: usize) -> Option<Arc<Prepared>> {
        let mut slot = self.instances[place].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(prepared) = slot.upgrade() {
            return Some(prepared);
        }
        let instance = &self.suite.instances[place];
        let made = prepare(instance, &self.suite.folder).and_then(|prepared| {
            let files = prepared.files.iter();
            let sums = files.map(|file| Ok((file.display().to_string(), sha256(file)?)));
            Ok((sums.collect::<Result<Vec<_>, LabError>>()?, prepared))
        });
        match made {
            Ok((sums, prepared)) => {
                let prepared = Arc::new(prepared);
                self.state().inputs.extend(sums);
                *slot = Arc::downgrade(&prepared);
                Some(prepared)
            }
            Err(error @ LabError::MissingInput { .. }) => {
                self.state().missing_instances.insert(format!("{}: {error}", instance.name));
                None
            }
            Err(error) => {
                self.state().failure = Some(error);
                None
            }
        }
    }
}
