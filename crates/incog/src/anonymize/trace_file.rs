//! What went on in the search, written beside the release when the job asks for it.

use crate::IncogError;
use crate::problem::{
    ReleaseProblem, SearchSettings, SearchTrace, Solution, SolveError, TracePoint, solve, solve_traced,
    trace_columns,
};
use incog_io::{OutputColumn, Staging, WriteOptions, check_ending, write_table};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// A trace to be written, or none, which costs nothing.
pub(super) struct TraceFile(Option<(usize, SearchTrace)>);

impl TraceFile {
    /// Adds `path` to the targets of the run; refuses what cannot be written before any work is done.
    pub fn new(path: Option<&Path>, targets: &mut Vec<PathBuf>) -> Result<Self, IncogError> {
        let Some(path) = path else { return Ok(Self(None)) };
        check_ending(path)?;
        targets.push(path.to_owned());
        Ok(Self(Some((targets.len() - 1, SearchTrace::default()))))
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
    pub fn write(&self, problem: &ReleaseProblem, staging: &Staging) -> Result<(), IncogError> {
        let Some((target, trace)) = &self.0 else { return Ok(()) };
        let table = trace.table(problem);
        let columns: Vec<OutputColumn<'_>> = table.columns().iter().map(OutputColumn::from).collect();
        write_table(staging.path(*target), &columns, None, &WriteOptions::typed(&trace_columns()))?;
        Ok(staging.keep_private(*target)?)
    }
}
