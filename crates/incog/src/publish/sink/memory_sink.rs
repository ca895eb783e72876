//! From rows in memory to rows in memory.

use crate::IncogError;
use crate::job::{Job, RELEASE_OF_ROWS, ROWS};
use crate::publish::context::Context;
use crate::publish::decide::decision::Decided;
use crate::publish::prepare::prepared_problem::PreparedProblem;
use crate::publish::release::measured_release::{MeasuredRelease, ToMeasure};
use crate::publish::release::medium::InMemory;
use crate::publish::sink::file_sink::FileSink;
use crate::publish::sink::release_outcome::ReleaseOutcome;
use crate::publish::source::Prepared;
use crate::publish::spine::Sink;
use crate::publish::threads::on_threads;
use crate::report::Report;
use incog_disclosure::read::read_input::Source;
use incog_io::{Control, WrittenRows};
use incog_plan::Plan;
use incog_search::Stop;
use std::path::{Path, PathBuf};

/// A release of rows in memory. Only its rows, the public report and its page may be given to
/// others: the rest of it has the input.
pub struct MemoryRelease {
    /// The release.
    pub rows: WrittenRows,
    /// Everything known about the release, but for analyses of the input. It contains information
    /// about suppressed records.
    pub report: Report,
    /// The report that may be published with the release.
    pub public: Report,
    /// Its text.
    pub public_json: String,
    /// Its page for people.
    pub public_html: String,
    /// Why the search ended.
    pub stopped: Stop,
    job: Job,
    prepared: PreparedProblem,
    source: Source,
    plan: Plan,
}

/// How a release in memory is saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SaveOptions {
    /// Whether a file that is there may be replaced.
    pub force: bool,
    /// Whether that may be a better release of the same table.
    pub replace_better: bool,
    /// Whether the steward's own report is written too.
    pub internal: bool,
}

/// A release in memory.
pub(in crate::publish) struct MemorySink;

impl Sink for MemorySink {
    type Outcome = MemoryRelease;

    fn publish(
        self,
        job: &Job,
        Decided { prepared: Prepared { problem: prepared, source, .. }, plan, .. }: Decided<'_>,
        context: &mut Context<'_>,
    ) -> Result<MemoryRelease, IncogError> {
        let job = job.clone().with_output(RELEASE_OF_ROWS);
        let mut memory = InMemory::new(Path::new(RELEASE_OF_ROWS));
        let made =
            ToMeasure { prepared: &prepared, source: &source, plan: &plan, no_proof: None, ledger: None };
        let made = MeasuredRelease::write(&job, made, &mut memory, context)?;
        let rows = memory.rows.expect("a release is made by writing it");
        let (stopped, MeasuredRelease { public, internal, .. }) = (plan.stopped, made);
        Ok(MemoryRelease {
            rows,
            report: internal,
            public: public.report,
            public_json: public.json,
            public_html: public.html,
            stopped,
            job,
            prepared,
            source,
            plan,
        })
    }
}

impl MemoryRelease {
    /// The job that the release was made by.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// Writes the release to a file with its reports, as
    /// [`FileRuns::run`](crate::runs::FileRuns::run) does; the ending of the name says the format.
    /// The file is read again and measured, and all files appear together or not at all.
    ///
    /// # Errors
    /// When a file is there and the options do not allow to replace it, or as
    /// [`FileRuns::run`](crate::runs::FileRuns::run).
    pub fn save(
        &self,
        path: impl Into<PathBuf>,
        options: &SaveOptions,
    ) -> Result<ReleaseOutcome, IncogError> {
        let job = self.saved_as(path.into(), options);
        let control = Control::default();
        on_threads(&job.terms, &control, || {
            let (mut unheard, Self { prepared, source, plan, .. }) = (|_| {}, self);
            let context = &mut Context::new(&control, &mut unheard);
            let made = ToMeasure { prepared, source, plan, no_proof: None, ledger: None };
            FileSink::claim(&job, context)?.write(&job, made, context)
        })
    }

    /// The job with a file as its output. A table that no file has is called the same wherever the
    /// release is, and so does not tell whether a release in place is about the same table.
    fn saved_as(&self, path: PathBuf, options: &SaveOptions) -> Job {
        let &SaveOptions { force, replace_better, internal } = options;
        let job = self.job.clone().replacing_output(force).replacing_better_ones(replace_better);
        let job = job.with_internal_report(internal);
        let job = match path.parent() {
            Some(folder) if job.input == Path::new(ROWS) => {
                Job { input: folder.join(ROWS), ..job }.replacing_better_ones(true)
            }
            _ => job,
        };
        job.with_output(path)
    }
}
