//! What went on in the search, written beside the release when the job asks for it.

use super::Staging;
use crate::IncogError;
use crate::problem::{
    ReleaseProblem, SearchSettings, SearchTrace, Solution, SolveError, TracePoint, solve, solve_traced,
    trace_columns,
};
use incog_io::{OutputColumn, WriteError, WriteOptions, check_ending, write_table};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// A trace to be written, or none, which costs nothing.
pub(super) struct TraceFile(Option<(Staging, SearchTrace)>);

impl TraceFile {
    /// Makes room beside `path`; refuses what cannot be written before any work is done.
    pub fn new(path: Option<&Path>, force: bool) -> Result<Self, IncogError> {
        let Some(path) = path else { return Ok(Self(None)) };
        check_ending(path)?;
        Ok(Self(Some((Staging::new(vec![path.to_owned()], force)?, SearchTrace::default()))))
    }

    /// Searches, and remembers what goes on if it is to be written.
    pub fn solve(
        &mut self,
        problem: &ReleaseProblem,
        settings: &SearchSettings,
        interrupt: &AtomicBool,
        observe: &mut dyn FnMut(TracePoint),
    ) -> Result<Solution, SolveError> {
        match &mut self.0 {
            Some((_, trace)) => solve_traced(problem, settings, interrupt, observe, trace),
            None => solve(problem, settings, interrupt, observe),
        }
    }

    /// Writes the unfinished file, which only its owner may read.
    pub fn write(&self, problem: &ReleaseProblem) -> Result<(), IncogError> {
        let Some((staging, trace)) = &self.0 else { return Ok(()) };
        let table = trace.table(problem);
        let columns: Vec<OutputColumn<'_>> = table.columns().iter().map(OutputColumn::from).collect();
        let path = staging.path(0);
        write_table(&path, &columns, None, &WriteOptions::typed(&trace_columns()))?;
        make_private(path)
    }

    /// What is left to rename.
    pub fn into_staging(self) -> Option<Staging> {
        self.0.map(|(staging, _)| staging)
    }
}

#[cfg(unix)]
fn make_private(path: PathBuf) -> Result<(), IncogError> {
    use std::os::unix::fs::PermissionsExt;
    let private = std::fs::Permissions::from_mode(0o600);
    std::fs::set_permissions(&path, private).map_err(|source| WriteError::Io { path, source }.into())
}

#[cfg(not(unix))]
fn make_private(_path: PathBuf) -> Result<(), IncogError> {
    Ok(())
}
