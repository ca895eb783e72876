//! From rows in memory to rows in memory.

use crate::IncogError;
use crate::job::Job;
use crate::publish::context::Context;
use crate::publish::decide::decision::Decision;
use crate::publish::decide::plan_file::PlanFile;
use crate::publish::decide::search_files::SearchFiles;
use crate::publish::event::Event;
use crate::publish::sink::memory_sink::{MemoryRelease, MemorySink};
use crate::publish::sink::plan_sink::PlanInMemory;
use crate::publish::source::rows::RowSource;
use crate::publish::spine::publish;
use crate::publish::threads::on_threads;
use incog_io::{Control, RowStream};

/// Publishing from rows in memory to rows in memory.
pub trait MemoryRuns {
    /// The job.
    fn job(&self) -> &Job;

    /// Makes the release of rows in memory, in memory: the same records with the same labels as
    /// [`FileRuns::run`](crate::runs::FileRuns::run) makes of a Parquet or Arrow file that has
    /// these rows. The job's `input` is what the report calls the table; neither it nor the job's
    /// `output` is read or written.
    ///
    /// # Errors
    /// See [`IncogError`].
    fn run_on(
        &self,
        rows: RowStream,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<MemoryRelease, IncogError> {
        let job = self.job();
        on_threads(&job.terms, control, || {
            let decision = Decision::Search(SearchFiles::default());
            publish(job, RowSource(rows), decision, MemorySink, &mut Context::new(control, observe))
        })
    }

    /// Decides how to publish rows in memory; nothing is published.
    ///
    /// # Errors
    /// As [`MemoryRuns::run_on`].
    fn plan_on(
        &self,
        rows: RowStream,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<PlanFile, IncogError> {
        let job = self.job();
        on_threads(&job.terms, control, || {
            let decision = Decision::SearchOnly(SearchFiles::default());
            publish(job, RowSource(rows), decision, PlanInMemory, &mut Context::new(control, observe))
        })
    }

    /// Makes the release that a plan describes, of the rows in memory it was made for.
    ///
    /// # Errors
    /// When the rows are others, when the plan was changed, or as [`MemoryRuns::run_on`].
    fn apply_on(
        &self,
        plan: &PlanFile,
        rows: RowStream,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<MemoryRelease, IncogError> {
        let job = self.job();
        on_threads(&job.terms, control, || {
            let context = &mut Context::new(control, observe);
            publish(job, RowSource(rows), Decision::Apply(plan), MemorySink, context)
        })
    }

    /// Publishes other rows of the same form with the levels of a plan, as
    /// [`FileRuns::reuse`](crate::runs::FileRuns::reuse) does with files; the job is made by
    /// [`PlanFile::job_for_rows`].
    ///
    /// # Errors
    /// As [`FileRuns::reuse`](crate::runs::FileRuns::reuse).
    fn reuse_on(
        &self,
        plan: &PlanFile,
        rows: RowStream,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<MemoryRelease, IncogError> {
        let job = self.job();
        on_threads(&job.terms, control, || {
            let context = &mut Context::new(control, observe);
            publish(job, RowSource(rows), Decision::Reuse(plan), MemorySink, context)
        })
    }
}

impl MemoryRuns for Job {
    fn job(&self) -> &Job {
        self
    }
}
