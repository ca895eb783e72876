//! What an observer of a run hears.

use incog_plan::{RecodingSettings, TracePoint};

/// Progress of a run; passed to the observer of `Job::run_with`.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// The input is being read.
    Reading,
    /// Something about the input that should be looked at.
    Note(String),
    /// The search has begun.
    Searching {
        /// Nodes of the lattice.
        lattice_nodes: f64,
        /// Whether one of them is looked for, or levels by record.
        recoding: RecodingSettings,
    },
    /// The search has found a better release or proved a better bound.
    Progress(TracePoint),
    /// What proves the bound is being written down.
    Proving,
    /// The release is being written.
    Writing,
    /// The written release is being measured.
    Measuring,
}
