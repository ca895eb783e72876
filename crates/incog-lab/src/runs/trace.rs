//! How runs converge, kept beside the table of runs.

use crate::LabError;
use crate::suite::RunKey;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// How one run converges.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// Name of the instance.
    pub instance: String,
    /// Label of the algorithm.
    pub algorithm: String,
    /// The seed.
    pub seed: u64,
    /// The number of evaluations and the best objective value, at every improvement.
    pub best: Vec<(u64, f64)>,
    /// Diversity of the population, where it is followed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub diversity: Vec<Diversity>,
    /// For trajectories, privacy degree and utility degree of the compromises found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub front: Vec<[f64; 2]>,
}

/// How different the individuals of a population are at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Diversity {
    /// Evaluations so far.
    pub evaluations: u64,
    /// Sum over all pairs of individuals of the Euclidean distance of their levels; only pairs on
    /// the same island count.
    pub levels: f64,
    /// Sum over all pairs of individuals of the Hamming distance of their bits; only pairs on the
    /// same island count.
    pub records: f64,
}

impl Trace {
    /// What distinguishes the run from the others.
    pub fn key(&self) -> RunKey {
        RunKey { instance: self.instance.clone(), algorithm: self.algorithm.clone(), seed: self.seed }
    }

    /// The best value after this many evaluations, if there is one yet.
    pub fn best_after(&self, evaluations: u64) -> Option<f64> {
        let place = self.best.partition_point(|(spent, _)| *spent <= evaluations);
        self.best.get(place.checked_sub(1)?).map(|(_, value)| *value)
    }

    /// The evaluations after which the best value is no farther from `optimum` than this share of
    /// it.
    pub fn reached(&self, optimum: f64, share: f64) -> Option<u64> {
        // What is a rounding error away from the optimum has reached it.
        let near = |value: f64| (value - optimum).abs() <= (share + 1e-9) * optimum.abs();
        self.best.iter().find(|(_, value)| near(*value)).map(|(spent, _)| *spent)
    }
}

/// A file of traces, one line of JSON each; a line is complete when it ends in a line break.
pub(super) struct TraceLog {
    path: PathBuf,
    file: File,
}

impl TraceLog {
    pub fn open(path: &Path) -> Result<Self, LabError> {
        let write = |source| LabError::Write { path: path.to_owned(), source };
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = options.map_err(write)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|source| LabError::Read { path: path.to_owned(), source })?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
        file.set_len(whole as u64).map_err(write)?;
        file.seek(SeekFrom::End(0)).map_err(write)?;
        Ok(Self { path: path.to_owned(), file })
    }

    pub fn append(&mut self, trace: &Trace) -> Result<(), LabError> {
        let text = serde_json::to_string(trace).unwrap_or_default() + "\n";
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|source| LabError::Write { path: self.path.clone(), source })
    }
}

/// All traces of a file by run; of a run that was made twice, the later one.
pub(super) fn read(path: &Path) -> Result<BTreeMap<RunKey, Trace>, LabError> {
    let text =
        std::fs::read_to_string(path).map_err(|source| LabError::Read { path: path.to_owned(), source })?;
    let traces = text.lines().enumerate().map(|(place, line)| {
        let trace: Trace = serde_json::from_str(line).map_err(|error| LabError::Row {
            path: path.to_owned(),
            line: place + 1,
            found: incog::job::without_found_values(&error.to_string()),
        })?;
        Ok((trace.key(), trace))
    });
    traces.collect()
}
