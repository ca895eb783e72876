//! What the command line overrides in the job file.

use super::file::JobFile;
use super::options::KeepColumns;
use super::recoding_file::RecodingFile;
use std::path::PathBuf;

/// Keys that are replaced before a job is checked; `None` keeps what the job says.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Overrides {
    /// The release to write, relative to the working directory.
    pub output: Option<PathBuf>,
    /// Whether all records get the same levels, whatever the job says of its recoding.
    pub uniform: bool,
    /// The search algorithm.
    pub algorithm: Option<String>,
    /// The seed.
    pub seed: Option<u64>,
    /// Worker threads.
    pub threads: Option<u16>,
    /// When to stop.
    pub max_seconds: Option<f64>,
    /// When to stop.
    pub max_evaluations: Option<u64>,
    /// The trace to write, relative to the working directory.
    pub trace: Option<PathBuf>,
}

impl Overrides {
    pub(super) fn apply(&self, file: &mut JobFile) {
        let absolute = |path: &PathBuf| {
            let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            path.to_string_lossy().into_owned()
        };
        file.output = self.output.as_ref().map(|path| absolute(path).into()).or_else(|| file.output.take());
        if self.uniform {
            file.make_uniform();
        }
        file.search.trace = self.trace.as_ref().map(absolute).or_else(|| file.search.trace.take());
        let search = &mut file.search;
        if self.algorithm.is_some() {
            search.algorithm.clone_from(&self.algorithm);
        }
        search.seed = self.seed.or(search.seed);
        search.threads = self.threads.map(i64::from).or(search.threads);
        search.max_seconds = self.max_seconds.or(search.max_seconds);
        let evaluations = self.max_evaluations.map(|limit| i64::try_from(limit).unwrap_or(i64::MAX));
        search.max_evaluations = evaluations.or(search.max_evaluations);
    }
}

impl JobFile {
    /// Asks for one level per column, the same for all records.
    pub fn make_uniform(&mut self) {
        self.recoding = RecodingFile { kind: Some("global".to_owned()), ..RecodingFile::default() };
        self.utility.keep_columns.get_or_insert_with(|| KeepColumns::BestEffort.name().to_owned());
    }
}
