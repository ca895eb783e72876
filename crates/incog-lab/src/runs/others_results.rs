//! Results that others have of a suite's instances, read in as runs.

use super::row::Row;
use super::single_run::{Made, RunError, RunRecord};
use crate::measures;
use crate::suite::Suite;
use serde::Deserialize;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// A run of others.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OthersRun {
    instance: String,
    seed: u64,
    /// Empty where nothing was found.
    objective: Option<f64>,
    #[serde(default)]
    evaluations: Option<u64>,
    #[serde(default)]
    seconds: Option<f64>,
}

/// Why results of others are not read in.
#[derive(Debug, thiserror::Error)]
enum OthersError {
    #[error(
        "{}: {source}; expected the columns instance, seed, objective, and if known evaluations, seconds",
        path.display()
    )]
    Malformed { path: PathBuf, source: csv::Error },
    #[error("{}: there is no column objective", path.display())]
    NoObjective { path: PathBuf },
    #[error("{}: the suite has no instance {instance:?}", path.display())]
    UnknownInstance { path: PathBuf, instance: String },
    #[error("{}: {instance:?}, seed {seed}: objective and seconds must be finite numbers, and seconds not negative", path.display())]
    NotFinite { path: PathBuf, instance: String, seed: u64 },
    #[error("{}: {instance:?} has the seed {seed} twice", path.display())]
    Twice { path: PathBuf, instance: String, seed: u64 },
}

/// The run of others with the key of this record; none where they have not made it. incog has not
/// measured what it found, so it has an objective and no other measure.
pub(super) fn read_in(record: RunRecord, path: &Path, suite: &Suite) -> Result<Made, RunError> {
    let all = read(path, suite).map_err(|error| RunError::Failed(Box::new(error)))?;
    let RunRecord { row, trace } = record;
    let mut of_instance = all.into_iter().filter(|run| run.instance == row.key.instance);
    let Some(found) = of_instance.find(|run| run.seed == row.key.seed) else { return Ok(None) };
    let measures = found.objective.map(|_| vec![None; measures::names().len()]).unwrap_or_default();
    let row = Row {
        stopped: "read in".to_owned(),
        objective: found.objective,
        evaluations: found.evaluations.unwrap_or_default(),
        seconds: found.seconds.unwrap_or_default(),
        measures,
        ..row
    };
    Ok(Some((row, trace)))
}

fn read(path: &Path, suite: &Suite) -> Result<Vec<OthersRun>, OthersError> {
    let malformed = |source| OthersError::Malformed { path: path.to_owned(), source };
    let mut reader = csv::Reader::from_path(path).map_err(malformed)?;
    // A cell may be empty, but a table without the column says nothing.
    if reader.headers().map_err(malformed)?.iter().all(|name| name != "objective") {
        return Err(OthersError::NoObjective { path: path.to_owned() });
    }
    let all = reader.deserialize().collect::<Result<Vec<OthersRun>, csv::Error>>().map_err(malformed)?;
    let mut seen = HashSet::new();
    for run in &all {
        let (path, instance) = (path.to_owned(), run.instance.clone());
        if suite.instances.iter().all(|known| known.name != run.instance) {
            return Err(OthersError::UnknownInstance { path, instance });
        }
        fn is_time(seconds: f64) -> bool {
            seconds.is_finite() && seconds >= 0.0
        }
        if !run.objective.is_none_or(f64::is_finite) || !run.seconds.is_none_or(is_time) {
            return Err(OthersError::NotFinite { path, instance, seed: run.seed });
        }
        if !seen.insert((&run.instance, run.seed)) {
            return Err(OthersError::Twice { path, instance, seed: run.seed });
        }
    }
    Ok(all)
}
