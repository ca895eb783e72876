//! The course of the search, written beside the release when the job asks for it.

use crate::IncogError;
use incog_io::{OutputColumn, Staging, WriteOptions, check_ending, write_table};
use incog_plan::{ReleaseProblem, SearchTrace, trace_columns};
use std::path::{Path, PathBuf};

/// A trace to be written, or none, which costs nothing.
#[derive(Default)]
pub(in crate::publish) struct TraceFile(Option<(usize, SearchTrace)>);

impl TraceFile {
    /// Adds `path` to the targets of the run; refuses what cannot be written before any work is
    /// done.
    pub fn new(path: Option<&Path>, targets: &mut Vec<PathBuf>) -> Result<Self, IncogError> {
        let Some(path) = path else { return Ok(Self(None)) };
        check_ending(path)?;
        targets.push(path.to_owned());
        Ok(Self(Some((targets.len() - 1, SearchTrace::default()))))
    }

    /// Where the search records its course, if it is to be written.
    pub fn sink(&mut self) -> Option<&mut SearchTrace> {
        self.0.as_mut().map(|(_, trace)| trace)
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
