//! What can go wrong in an experiment.

use incog::job::without_found_values;
use incog::limits::MOST_THREADS;
use std::path::PathBuf;
use thiserror::Error;

/// Why an experiment ends.
#[derive(Debug, Error)]
pub enum LabError {
    /// A file cannot be read.
    #[error("{}: cannot read: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file cannot be written.
    #[error("{}: cannot write: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file does not have the form that its role in the experiment requires.
    #[error("{}: {}", path.display(), said(source))]
    Toml {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: Box<toml::de::Error>,
    },
    /// The record of the runs cannot be read.
    #[error("{}: {source}", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: Box<incog_io::ReadError>,
    },
    /// The runs cannot be written as a table.
    #[error(transparent)]
    Table(#[from] incog_io::WriteError),
    /// A sweep names something other than lists.
    #[error("instance {instance:?}: sweep.{key} must be a list of at least one value")]
    Sweep {
        /// The instance as the suite names it.
        instance: String,
        /// The key.
        key: String,
    },
    /// Two instances or two algorithms have the same name.
    #[error("{kind} {name:?} is repeated; give each {kind} its own name")]
    Twice {
        /// Instance or algorithm.
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// More threads than a run may have.
    #[error("threads-per-run is {found}; expected 1 to {MOST_THREADS}")]
    Threads {
        /// What the suite says.
        found: u64,
    },
    /// A name would break a line of the table of runs.
    #[error("the name {name:?} has a line break or is empty")]
    Name {
        /// The name.
        name: String,
    },
    /// A table or plot shows a measure that no run has.
    #[error("unknown measure {name:?}; docs/experiments.md lists all")]
    UnknownMeasure {
        /// The name.
        name: String,
    },
    /// An instance gives no source, or more than one.
    #[error(
        "instance {instance:?}: expected exactly one of job, built-in, large, trajectories and transfers"
    )]
    Source {
        /// The instance.
        instance: String,
    },
    /// A file that an instance is made from is missing.
    #[error("{}: file not found", path.display())]
    MissingInput {
        /// The file.
        path: PathBuf,
    },
    /// There is no such built-in instance.
    #[error("instance {instance:?}: unknown built-in instance {name:?}; possible instances: {known}")]
    UnknownBuiltIn {
        /// The instance.
        instance: String,
        /// The name asked for.
        name: String,
        /// All there are.
        known: String,
    },
    /// An instance cannot be made.
    #[error("instance {instance:?}: {source}")]
    Instance {
        /// The instance.
        instance: String,
        /// Why not.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// An algorithm cannot be run as the suite wants it.
    #[error("{algorithm} on {instance:?}: {source}")]
    Search {
        /// The label of the algorithm.
        algorithm: String,
        /// The instance.
        instance: String,
        /// What is wrong.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The folder holds the results of something else.
    #[error(
        "{}: this folder has results of another suite or version; choose another folder, or delete it",
        folder.display()
    )]
    OtherResults {
        /// The folder.
        folder: PathBuf,
    },
    /// A row of the table of runs cannot be read.
    #[error("{}: line {line} is not a run: {found}", path.display())]
    Row {
        /// The table of runs.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What was found there.
        found: String,
    },
    /// Somebody asked for an end.
    #[error("interrupted with {done} of {all} runs done; the same command resumes")]
    Interrupted {
        /// Runs done.
        done: usize,
        /// Runs planned.
        all: usize,
    },
}

/// What is wrong, and in which line, without quoting the line.
fn said(error: &toml::de::Error) -> String {
    let shown = error.to_string();
    let place = shown.lines().next().filter(|_| error.span().is_some()).unwrap_or("TOML parse error");
    format!("{place}: {}", without_found_values(&error.message().trim_end().replace('\n', ", ")))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_no_suite_is_not_printed() {
        #[derive(Debug, serde::Deserialize)]
        struct Suite {
            #[allow(dead_code)]
            name: bool,
        }
        for text in ["root:secret:0\n", "\nname = \"secret\"", "name = {", "secret = 1"] {
            let source = Box::new(toml::from_str::<Suite>(text).unwrap_err());
            let shown = LabError::Toml { path: "suite.toml".into(), source }.to_string();
            assert!(!shown.contains("secret") && !shown.contains("root"), "{shown}");
            assert!(shown.starts_with("suite.toml: TOML parse error"), "{shown}");
        }
    }
}
