//! All runs of a suite, spread over threads.

use super::accuracy::set_accuracy;
use super::instance::{Prepared, prepare};
use super::log::{RunLog, rewrite};
use super::manifest::{InstanceFacts, Manifest, processor, sha256, today};
use super::row::Row;
use super::single_run::{self, Made, RunError};
use super::sources::Sources;
use super::trace::{self, Trace, TraceLog};
use crate::LabError;
use crate::experiment_files::{check_results, take_results};
use crate::suite::{ExperimentPlan, PlannedRun, RunKey, Suite};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// How runs are made.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// The suite file.
    pub suite: PathBuf,
    /// Run the small form of the suite.
    pub quick: bool,
    /// Folder of the results.
    pub folder: PathBuf,
    /// Threads that make runs; each run has one.
    pub threads: usize,
    /// The command as typed, for the record.
    pub command: Vec<String>,
}

/// What the runs of a suite gave.
#[derive(Debug, Clone, PartialEq)]
pub struct SuiteResults {
    /// The suite.
    pub suite: Suite,
    /// The runs in the order of the suite.
    pub rows: Vec<Row>,
    /// How they converged.
    pub traces: BTreeMap<RunKey, Trace>,
    /// What must be known to repeat them.
    pub manifest: Manifest,
}

/// Makes the runs of a suite that do not exist yet; `progress` is called with how many of all runs
/// are done.
///
/// Writes `runs.csv`, `traces.jsonl` and `manifest.json` in the folder. Each run has a seed of its
/// own, so the rows, except for `seconds`, do not depend on the number of threads or on
/// interruptions.
pub fn run_suite(
    options: &Options,
    interrupt: &AtomicBool,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<SuiteResults, LabError> {
    let suite = Suite::read(&options.suite, options.quick)?;
    let folder = &options.folder;
    std::fs::create_dir_all(folder).map_err(|source| LabError::Write { path: folder.clone(), source })?;
    let _taken = take_results(&suite, &options.suite, folder)?;
    let known = begin(&suite, options)?;
    let (log, rows) = RunLog::open(&folder.join("runs.csv"))?;
    let traces = TraceLog::open(&folder.join("traces.jsonl"))?;
    let plan = ExperimentPlan::from_suite(&suite);
    let before = rows.len();
    let work = Work::new(&suite, &plan, RunRecords::new(log, traces, rows), interrupt, progress, folder);
    std::thread::scope(|scope| {
        for _ in 0..workers(&suite, options.threads) {
            scope.spawn(|| work.run_until_done());
        }
    });
    let records = work.records.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(failure) = records.failure {
        return Err(failure);
    }
    if interrupt.load(Ordering::Relaxed) {
        return Err(LabError::Interrupted { done: records.rows.len(), all: plan.runs.len() });
    }
    let manifest = match known {
        // Nothing was run this time, so the record stays as it was.
        Some(known) if records.rows.len() == before => {
            Manifest { suite_sha256: sha256(&options.suite)?, ..known }
        }
        known => Manifest {
            inputs: facts(known, records.inputs, &suite),
            missing_algorithms: records.missing_algorithms.into_iter().collect(),
            missing_instances: records.missing_instances.into_iter().collect(),
            finished: today(),
            ..manifest(&suite, options)?
        },
    };
    manifest.write(&folder.join("manifest.json"))?;
    let rows = plan.runs.iter().filter_map(|run| records.rows.get(&run.key).cloned());
    let mut rows: Vec<Row> = rows.collect();
    set_accuracy(&suite, &mut rows);
    rewrite(&folder.join("runs.csv"), rows.iter())?;
    Ok(SuiteResults { rows, traces: trace::read(&folder.join("traces.jsonl"))?, manifest, suite })
}

/// Checks that the contents of the folder belong to this suite; returns the manifest that was
/// there.
fn begin(suite: &Suite, options: &Options) -> Result<Option<Manifest>, LabError> {
    let (folder, mut manifest) = (&options.folder, manifest(suite, options)?);
    let path = folder.join("manifest.json");
    let known = Manifest::read(&path)?;
    match &known {
        Some(known) if !known.agrees_with(&manifest) => {
            return Err(LabError::OtherResults { folder: folder.clone() });
        }
        Some(known) => manifest.inputs.clone_from(&known.inputs),
        // Runs without a manifest may belong to any suite.
        None if folder.join("runs.csv").exists() => {
            return Err(LabError::OtherResults { folder: folder.clone() });
        }
        None => {}
    }
    // The record of finished runs stays until more are made.
    if known.as_ref().is_none_or(|known| known.finished.is_empty()) {
        manifest.write(&path)?;
    }
    Ok(known)
}

/// Runs made at a time: one when a run has several threads, so that its seconds are not affected by
/// other runs.
fn workers(suite: &Suite, threads: usize) -> usize {
    if suite.threads_per_run > 1 { 1 } else { threads.max(1) }
}

fn manifest(suite: &Suite, options: &Options) -> Result<Manifest, LabError> {
    Ok(Manifest {
        incog: env!("CARGO_PKG_VERSION").into(),
        command: options.command.clone(),
        suite: suite.name.clone(),
        suite_sha256: sha256(&options.suite)?,
        runs_sha256: suite.runs_sha256.clone(),
        finished: String::new(),
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
fn facts(known: Option<Manifest>, inputs: BTreeMap<String, String>, suite: &Suite) -> Vec<InstanceFacts> {
    let folder = suite.folder.display().to_string() + "/";
    let relative = |path: String| path.strip_prefix(&folder).map(str::to_owned).unwrap_or(path);
    let known = known.map(|known| known.inputs).unwrap_or_default();
    let mut all: BTreeMap<String, String> =
        known.into_iter().map(|input| (input.path, input.sha256)).collect();
    all.extend(inputs.into_iter().map(|(path, sha256)| (relative(path), sha256)));
    all.into_iter().map(|(path, sha256)| InstanceFacts { path, sha256 }).collect()
}

struct Work<'a> {
    suite: &'a Suite,
    all: usize,
    todo: Vec<PlannedRun>,
    sources: Sources,
    next: AtomicUsize,
    /// Instances are kept only while some thread works on them, because runs are made instance by
    /// instance.
    instances: Vec<Mutex<Weak<Prepared>>>,
    records: Mutex<RunRecords>,
    interrupt: &'a AtomicBool,
    progress: &'a (dyn Fn(usize, usize) + Sync),
    folder: &'a Path,
}

/// The results of the runs made so far, and the files that keep them.
struct RunRecords {
    log: RunLog,
    traces: TraceLog,
    rows: BTreeMap<RunKey, Row>,
    inputs: BTreeMap<String, String>,
    missing_algorithms: BTreeSet<String>,
    missing_instances: BTreeSet<String>,
    failure: Option<LabError>,
}

impl RunRecords {
    fn new(log: RunLog, traces: TraceLog, rows: Vec<Row>) -> Self {
        Self {
            log,
            traces,
            rows: rows.into_iter().map(|row| (row.key.clone(), row)).collect(),
            inputs: BTreeMap::new(),
            missing_algorithms: BTreeSet::new(),
            missing_instances: BTreeSet::new(),
            failure: None,
        }
    }
}

impl<'a> Work<'a> {
    fn new(
        suite: &'a Suite,
        plan: &ExperimentPlan,
        records: RunRecords,
        interrupt: &'a AtomicBool,
        progress: &'a (dyn Fn(usize, usize) + Sync),
        folder: &'a Path,
    ) -> Self {
        let todo = plan.runs.iter().filter(|run| !records.rows.contains_key(&run.key));
        Self {
            suite,
            all: plan.runs.len(),
            todo: todo.cloned().collect(),
            next: AtomicUsize::new(0),
            sources: Sources::default(),
            instances: suite.instances.iter().map(|_| Mutex::new(Weak::new())).collect(),
            records: Mutex::new(records),
            interrupt,
            progress,
            folder,
        }
    }

    fn run_until_done(&self) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.suite.threads_per_run as usize).build();
        let mut current: Option<(usize, Option<Arc<Prepared>>)> = None;
        while let Some(run) = self.todo.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            if self.interrupt.load(Ordering::Relaxed) || self.records().failure.is_some() {
                return;
            }
            if current.as_ref().is_none_or(|(instance, _)| *instance != run.instance) {
                current = Some((run.instance, self.prepared(run.instance)));
            }
            let Some((_, Some(prepared))) = &current else { continue };
            let make = || {
                let algorithm = &self.suite.algorithms[run.algorithm];
                single_run::run(self.suite, algorithm, &run.key, prepared, self.interrupt)
            };
            // Without a pool of its own a run may use more threads; its result is the same.
            let result = match &pool {
                Ok(pool) => pool.install(make),
                Err(_) => make(),
            };
            self.note(run, result);
        }
    }

    fn records(&self) -> MutexGuard<'_, RunRecords> {
        self.records.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, run: &PlannedRun, result: Result<Made, RunError>) {
        let mut records = self.records();
        match result {
            Ok(None) => {}
            Ok(Some((row, trace))) => {
                // The trace first: a trace without a row does no harm.
                let kept = records.traces.append(&trace).and_then(|()| records.log.append(&row));
                records.rows.insert(row.key.clone(), row);
                if let Err(failure) = kept {
                    records.failure = Some(failure);
                }
                (self.progress)(records.rows.len(), self.all);
            }
            Err(RunError::UnknownAlgorithm(name)) => {
                records.missing_algorithms.insert(name);
            }
            Err(RunError::Failed(source)) => {
                let (algorithm, instance) = (run.key.algorithm.clone(), run.key.instance.clone());
                records.failure = Some(LabError::Search { algorithm, instance, source });
            }
        }
    }

    fn prepared(&self, place: usize) -> Option<Arc<Prepared>> {
        let mut slot = self.instances[place].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(prepared) = slot.upgrade() {
            return Some(prepared);
        }
        let instance = &self.suite.instances[place];
        let made = prepare(instance, &self.suite.folder, &self.sources).and_then(|prepared| {
            check_results(self.suite, self.folder, &prepared.reads)?;
            let files = prepared.files.iter();
            let sums = files.map(|file| Ok((file.display().to_string(), self.sources.sha256(file)?)));
            Ok((sums.collect::<Result<Vec<_>, LabError>>()?, prepared))
        });
        match made {
            Ok((sums, prepared)) => {
                let prepared = Arc::new(prepared);
                self.records().inputs.extend(sums);
                *slot = Arc::downgrade(&prepared);
                Some(prepared)
            }
            Err(error @ LabError::MissingInput { .. }) => {
                self.records().missing_instances.insert(format!("{}: {error}", instance.name));
                None
            }
            Err(error) => {
                self.records().failure = Some(error);
                None
            }
        }
    }
}
