//! Turns an instance of a suite into a problem.

use super::sources::Sources;
use crate::LabError;
use crate::instances::large::{large_instance, large_instances};
use crate::instances::trajectories::{trajectory_instance, trajectory_instances};
use crate::instances::{BALANCED, Deal, INSTANCES, InstanceSpec};
use crate::measures::QueryWorkload;
use crate::suite::InstanceFile;
use incog::Job;
use incog::runs::{FileRuns, TableRuns};
use incog_data::Tuples;
use incog_io::WholeFile;
use incog_plan::{ReleaseProblem, Request};
use incog_privacy::ModelSpec;
use incog_trajectory::{Task, TrajectorySet};
use incog_utility::Objective;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// An instance, ready to be searched.
pub(super) struct Prepared {
    pub material: Material,
    /// The files it was made from.
    pub files: Vec<PathBuf>,
    /// Those and everything else that was read, such as hierarchies.
    pub reads: Vec<PathBuf>,
}

/// What is searched.
pub(super) enum Material {
    /// A table, and the queries its releases are measured with.
    Table(TableInstance),
    /// Trajectories, and the requirements for their release.
    Trajectories(TrajectoryTask),
}

/// A table to search.
pub(super) struct TableInstance {
    pub request: Request,
    pub problem: ReleaseProblem,
    /// The queries that measure its releases.
    pub queries: QueryWorkload,
}

/// Trajectories to cluster.
pub(super) struct TrajectoryTask {
    pub set: TrajectorySet,
    /// The requirements for their release.
    pub task: Task,
}

impl Prepared {
    fn table(request: Request, problem: ReleaseProblem, files: Vec<PathBuf>) -> Self {
        let queries = QueryWorkload::draw(problem.tuples());
        let material = Material::Table(TableInstance { request, problem, queries });
        Self { material, reads: files.clone(), files }
    }
}

/// Makes the problem of an instance; paths are relative to `folder`.
pub(super) fn prepare(
    instance: &InstanceFile,
    folder: &Path,
    sources: &Sources,
) -> Result<Prepared, LabError> {
    let InstanceFile { job, built_in: form, large: table, trajectories: set, transfers, .. } = instance;
    match (job, form, table, set, transfers) {
        (Some(job), None, None, None, None) => of_job(instance, &folder.join(job)),
        (None, Some(name), None, None, None) => built_in(instance, name, folder, sources),
        (None, None, Some(name), None, None) => large(instance, name, &folder.join(&instance.data)),
        (None, None, None, Some(name), None) => trajectories(instance, name, &folder.join(&instance.data)),
        (None, None, None, None, Some(first)) => {
            let tuples = crate::instances::transfers::tuples(*first).map_err(failed(instance))?;
            posed(instance, tuples, instance.suppression, Vec::new())
        }
        _ => Err(LabError::Source { instance: instance.name.clone() }),
    }
}

fn failed<E: std::error::Error + Send + Sync + 'static>(instance: &InstanceFile) -> impl Fn(E) -> LabError {
    let instance = instance.name.clone();
    move |source| LabError::Instance { instance: instance.clone(), source: Box::new(source) }
}

fn of_job(instance: &InstanceFile, path: &Path) -> Result<Prepared, LabError> {
    is_here(path)?;
    let text = WholeFile::JOB.read_text(path);
    let text = text.map_err(|fault| LabError::Read { path: path.to_owned(), source: fault.into() })?;
    let malformed = |source| LabError::Toml { path: path.to_owned(), source: Box::new(source) };
    let mut table: Table = text.parse().map_err(malformed)?;
    merge(&mut table, &instance.set);
    leave_out(&mut table, instance);
    // Nothing is written there, but a job must have an output.
    table.entry("output").or_insert_with(|| Value::String("release.csv".into()));
    let folder = path.parent().unwrap_or(Path::new(""));
    let job = Job::from_toml(&table.to_string(), folder).map_err(failed(instance))?;
    is_here(job.input())?;
    let problem = match instance.deal {
        Some(deal) => Deal::from(deal).table_of(&job).and_then(|table| job.terms().problem(&table)),
        None => job.problem(),
    };
    let problem = problem.map_err(failed(instance))?;
    let mut prepared =
        Prepared::table(job.terms().request(), problem, vec![path.to_owned(), job.input().to_owned()]);
    prepared.reads.extend(job.files_read());
    Ok(prepared)
}

fn is_here(path: &Path) -> Result<(), LabError> {
    if path.exists() { Ok(()) } else { Err(LabError::MissingInput { path: path.to_owned() }) }
}

fn merge(table: &mut Table, over: &Table) {
    for (key, value) in over {
        match (table.get_mut(key), value) {
            (Some(Value::Table(inner)), Value::Table(over)) => merge(inner, over),
            _ => {
                table.insert(key.clone(), value.clone());
            }
        }
    }
}

/// Removes the columns beyond the first ones from the job.
fn leave_out(table: &mut Table, instance: &InstanceFile) {
    let (Some(take), Some(Value::Table(columns))) = (instance.take, table.get_mut("columns")) else { return };
    for name in instance.quasi_identifiers.iter().skip(take) {
        columns.remove(name);
    }
}

fn large(instance: &InstanceFile, name: &str, data: &Path) -> Result<Prepared, LabError> {
    let known = || large_instances().into_iter().map(|known| known.name).collect();
    let found = large_instance(name).ok_or_else(|| unknown(instance, name, known()))?;
    is_here(data)?;
    let request = found.request().map_err(failed(instance))?;
    let problem = found.problem(data).map_err(failed(instance))?;
    Ok(Prepared::table(request, problem, vec![data.join(found.table)]))
}

fn trajectories(instance: &InstanceFile, name: &str, data: &Path) -> Result<Prepared, LabError> {
    let known = || trajectory_instances().map(|known| known.name).collect();
    let found = trajectory_instance(name).ok_or_else(|| unknown(instance, name, known()))?;
    let files: Vec<PathBuf> = found.source.file().map(|file| data.join(file)).into_iter().collect();
    files.iter().try_for_each(|file| is_here(file))?;
    let trips = found.load_dealt(data, instance.deal.map(Deal::from)).map_err(failed(instance))?;
    let material = Material::Trajectories(TrajectoryTask { set: trips.set, task: found.task });
    Ok(Prepared { material, reads: files.clone(), files })
}

fn unknown(instance: &InstanceFile, name: &str, known: Vec<&str>) -> LabError {
    LabError::UnknownBuiltIn {
        instance: instance.name.clone(),
        name: name.to_owned(),
        known: known.join(", "),
    }
}

fn built_in(
    instance: &InstanceFile,
    name: &str,
    folder: &Path,
    sources: &Sources,
) -> Result<Prepared, LabError> {
    let all = || INSTANCES.into_iter().chain(BALANCED);
    let known = || all().map(|spec| spec.name).collect();
    let spec = all().find(|spec| spec.name == name).ok_or_else(|| unknown(instance, name, known()))?;
    let spec = InstanceSpec { records: instance.records.unwrap_or(spec.records), ..spec };
    let (discharges, file) = sources.discharges(&instance.discharges, folder).map_err(failed(instance))?;
    let drawn = spec.draw(&discharges).map_err(failed(instance))?;
    posed(instance, drawn.tuples, 1.0, file.into_iter().collect())
}

/// What an instance asks of a table that was made for it.
fn posed(
    instance: &InstanceFile,
    tuples: Tuples,
    suppression_limit: f64,
    files: Vec<PathBuf>,
) -> Result<Prepared, LabError> {
    let k = instance.k.map(|k| ModelSpec::named("k-anonymity", [("k", (k as i64).into())]));
    let t = instance.t.map(|t| {
        ModelSpec::named("t-closeness", [("t", t.into()), ("distance", incog_card::Value::word("euclidean"))])
    });
    let models = k.into_iter().chain(t).collect::<Result<Vec<ModelSpec>, _>>().map_err(failed(instance))?;
    let objective = Objective::named(&instance.objective).map_err(failed(instance))?;
    let request = Request { suppression_limit, objective, ..Request::new(models) };
    let problem = incog_plan::release_problem(&request, tuples).map_err(failed(instance))?;
    Ok(Prepared::table(request, problem, files))
}
