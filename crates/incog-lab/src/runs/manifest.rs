//! What must be known to repeat the runs.

use crate::LabError;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::path::Path;

/// What was run, with which program, on which machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of incog.
    pub incog: String,
    /// The command as typed.
    pub command: Vec<String>,
    /// Name of the suite.
    pub suite: String,
    /// SHA-256 of the suite file.
    pub suite_sha256: String,
    /// SHA-256 of what determines the runs, see
    /// [`Suite::runs_sha256`](crate::suite::Suite::runs_sha256).
    pub runs_sha256: String,
    /// The day the last run was made, UTC; empty before.
    pub finished: String,
    /// Whether it is the small form.
    pub quick: bool,
    /// Threads that made runs.
    pub threads: usize,
    /// Operating system and architecture.
    pub system: String,
    /// The processor, if the system names it.
    pub processor: Option<String>,
    /// Cores the process may use.
    pub cores: usize,
    /// The files the instances were made from.
    pub inputs: Vec<InstanceFacts>,
    /// Algorithms of the suite that this version does not have.
    pub missing_algorithms: Vec<String>,
    /// Instances whose files are missing, with the reason.
    pub missing_instances: Vec<String>,
}

/// A file an instance was made from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct InstanceFacts {
    /// The file, as the suite or its job names it.
    pub path: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
}

impl Manifest {
    /// The manifest in a folder, if one is there.
    pub fn read(path: &Path) -> Result<Option<Self>, LabError> {
        match std::fs::read(path) {
            Ok(bytes) => Ok(serde_json::from_slice(&bytes).ok()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(LabError::Read { path: path.to_owned(), source }),
        }
    }

    /// Writes it.
    pub fn write(&self, path: &Path) -> Result<(), LabError> {
        let text = serde_json::to_string_pretty(self).unwrap_or_default() + "\n";
        let unfinished = path.with_extension("json.unfinished");
        std::fs::write(&unfinished, text)
            .and_then(|()| std::fs::rename(&unfinished, path))
            .map_err(|source| LabError::Write { path: path.to_owned(), source })
    }

    /// Whether runs of the other manifest may be put together with runs of this one.
    pub fn agrees_with(&self, other: &Self) -> bool {
        (&self.runs_sha256, self.quick, &self.incog) == (&other.runs_sha256, other.quick, &other.incog)
    }
}

/// SHA-256 of a file.
pub(super) fn sha256(path: &Path) -> Result<String, LabError> {
    let bytes = std::fs::read(path).map_err(|source| LabError::Read { path: path.to_owned(), source })?;
    Ok(sha256_of(&bytes))
}

/// SHA-256 of some bytes, in hexadecimal digits.
fn sha256_of(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Today in UTC, as `2026-01-31`.
pub(super) fn today() -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let moment = chrono::DateTime::from_timestamp(since.as_secs() as i64, 0).unwrap_or_default();
    moment.format("%Y-%m-%d").to_string()
}

/// The processor's name, if Linux gives it.
pub(super) fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
