//! From the file of a job to a file with its reports.

use super::context::Context;
use super::decision::Decision;
use super::file_sink::FileSink;
use super::read_input::read_input;
use super::source::FileSource;
use super::spine::publish;
use crate::IncogError;
use crate::job::Job;
use crate::report::Report;
use incog_io::Control;
use incog_plan::{RecodingSettings, ReleaseProblem, TracePoint};
use incog_search::Stop;
use std::path::PathBuf;

/// Progress of a run; passed to the observer of [`Job::run_with`].
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

/// A release that was published.
#[derive(Debug, Clone, PartialEq)]
pub struct ReleaseOutcome {
    /// Everything known about the release: the internal report, whether it is written or not. It
    /// contains information about suppressed records. Its page, the analyses and the risk before
    /// are there if it is written.
    pub report: Report,
    /// The report that was written beside the release and may be published with it.
    pub public: Report,
    /// Its text, as in the file.
    pub public_json: String,
    /// Why the search ended.
    pub stopped: Stop,
    /// The release.
    pub release: PathBuf,
    /// The public report as JSON.
    pub report_json: PathBuf,
    /// The public report for people.
    pub report_html: PathBuf,
    /// The internal report as a page for people, if it was asked for.
    pub internal_html: Option<PathBuf>,
}

impl Job {
    /// Makes the release: reads the input, searches, writes the release and its reports.
    ///
    /// # Errors
    /// See [`IncogError`]; no file is left behind in that case.
    pub fn run(&self) -> Result<ReleaseOutcome, IncogError> {
        self.run_with(&Control::default(), &mut |_| {})
    }

    /// As [`Job::run`], but can be ended early through a [`Control`] and reports its progress to an
    /// observer.
    pub fn run_with(
        &self,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<ReleaseOutcome, IncogError> {
        self.on_threads(control, || {
            let context = &mut Context::new(control, observe);
            let (sink, files) = FileSink::with_search_files(self, context)?;
            publish(self, FileSource::DrawnRecords, Decision::Search(files), sink, context)
        })
    }

    /// Works with as many threads as the job says.
    pub(super) fn on_threads<T: Send>(
        &self,
        control: &Control,
        work: impl FnOnce() -> Result<T, IncogError> + Send,
    ) -> Result<T, IncogError> {
        self.terms.on_threads(control, work)
    }

    /// The search problem that the job poses, without running the search; the output is not
    /// touched.
    pub fn problem(&self) -> Result<ReleaseProblem, IncogError> {
        self.terms.problem(&read_input(self)?.0)
    }
}
