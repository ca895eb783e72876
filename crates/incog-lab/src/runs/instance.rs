//! Turns an instance of a suite into a problem.

use super::sources::Sources;
use crate::LabError;
use crate::instances::large::{large_instance, large_instances};
use crate::instances::trajectories::{trajectory_instance, trajectory_instances};
use crate::instances::{Deal, INSTANCES};
use crate::measures::QueryWorkload;
use crate::suite::InstanceFile;
use incog::Job;
use incog_io::WholeFile;
use incog_plan::ReleaseProblem;
use incog_privacy::{ClassModel, Conjunction, Distance, KAnonymity, TCloseness};
use incog_trajectory::{Task, TrajectorySet};
use incog_utility::metric_by_name;
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
    Table { problem: ReleaseProblem, queries: QueryWorkload },
    /// Trajectories, and the requirements for their release.
    Trajectories { set: TrajectorySet, task: Task },
}

impl Prepared {
    fn table(problem: ReleaseProblem, files: Vec<PathBuf>) -> Self {
        let material = Material::Table { queries: QueryWorkload::draw(problem.tuples()), problem };
        Self { material, reads: files.clone(), files }
    }
}

/// Makes the problem of an instance; paths are relative to `folder`.
pub(super) fn prepare(
    instance: &InstanceFile,
    folder: &Path,
    sources: &Sources,
) -> Result<Prepared, LabError> {
    let InstanceFile { job, built_in: form, large: table, trajectories: set, .. } = instance;
    match (job, form, table, set) {
        (Some(job), None, None, None) => of_job(instance, &folder.join(job)),
        (None, Some(name), None, None) => built_in(instance, name, folder, sources),
        (None, None, Some(name), None) => large(instance, name, &folder.join(&instance.data)),
        (None, None, None, Some(name)) => trajectories(instance, name, &folder.join(&instance.data)),
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
    let mut prepared = Prepared::table(problem, vec![path.to_owned(), job.input().to_owned()]);
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
    Ok(Prepared::table(found.problem(data).map_err(failed(instance))?, vec![data.join(found.table)]))
}

fn trajectories(instance: &InstanceFile, name: &str, data: &Path) -> Result<Prepared, LabError> {
    let known = || trajectory_instances().map(|known| known.name).collect();
    let found = trajectory_instance(name).ok_or_else(|| unknown(instance, name, known()))?;
    let files: Vec<PathBuf> = found.source.file().map(|file| data.join(file)).into_iter().collect();
    files.iter().try_for_each(|file| is_here(file))?;
    let trips = found.load_dealt(data, instance.deal.map(Deal::from)).map_err(failed(instance))?;
    let material = Material::Trajectories { set: trips.set, task: found.task };
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
    let known = || INSTANCES.map(|spec| spec.name).to_vec();
    let spec = INSTANCES.iter().find(|spec| spec.name == name);
    let spec = spec.ok_or_else(|| unknown(instance, name, known()))?;
    let (discharges, file) = sources.discharges(&instance.discharges, folder).map_err(failed(instance))?;
    let drawn = spec.draw(&discharges).map_err(failed(instance))?;
    let mut models: Vec<Box<dyn ClassModel>> = Vec::new();
    if let Some(k) = instance.k {
        models.push(Box::new(KAnonymity::new(k).map_err(failed(instance))?));
    }
    if let (Some(t), Some(attribute)) = (instance.t, drawn.tuples.sensitive().first()) {
        let model = TCloseness::new(attribute, t, Distance::Euclidean).map_err(failed(instance))?;
        models.push(Box::new(model));
    }
    let metric = metric_by_name(&instance.objective, instance.k.unwrap_or(1)).map_err(failed(instance))?;
    let problem = drawn.problem(Conjunction::new(models), metric).map_err(failed(instance))?;
    Ok(Prepared::table(problem, file.into_iter().collect()))
}
