//! A table of an engine: counted there, decided about here, and published there or in a file.

use crate::IncogError;
use crate::job::Job;
use crate::publish::context::Context;
use crate::publish::decide::decision::Decision;
use crate::publish::decide::plan_file::PlanFile;
use crate::publish::event::Event;
use crate::publish::sink::file_sink::FileSink;
use crate::publish::sink::plan_sink::PlanSink;
use crate::publish::sink::release_outcome::ReleaseOutcome;
use crate::publish::source::engine::EngineSource;
use crate::publish::spine::publish;
use crate::publish::threads::on_threads;
use incog_engine::Engine;
use incog_io::Control;
use std::path::Path;

/// Publishing a table of an engine.
pub trait EngineRuns {
    /// The job.
    fn job(&self) -> &Job;

    /// Makes the release of a table of an engine: the engine counts the table, what it has counted
    /// is read and decided about, and the engine makes the release, where the job's output is a
    /// table; else its rows are written to a file.
    ///
    /// In an engine the release is made in one transaction. Before that ends, the release is
    /// counted by the engine, compared with what was decided, and measured; when anything is wrong,
    /// it is taken back. The table that is published is only read.
    ///
    /// # Errors
    /// See [`IncogError`]; nothing is published and no file is left behind in that case, unless it
    /// is [`CommitUnknown`](crate::EngineRunError::CommitUnknown) or
    /// [`Unreported`](crate::EngineRunError::Unreported).
    fn run_in(
        &self,
        engine: &mut dyn Engine,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<ReleaseOutcome, IncogError> {
        let job = self.job();
        on_threads(&job.terms, control, || {
            let context = &mut Context::new(control, observe);
            let (sink, files) = FileSink::with_search_files(job, context)?;
            let source = EngineSource { engine, decides_only: false };
            publish(job, source, Decision::Search(files), sink, context)
        })
    }

    /// Decides how to publish a table of an engine, and writes the plan to `path`, as
    /// [`FileRuns::plan_to_with`](crate::runs::FileRuns::plan_to_with) does.
    ///
    /// # Errors
    /// As [`EngineRuns::run_in`].
    fn plan_in(
        &self,
        engine: &mut dyn Engine,
        path: impl AsRef<Path>,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<PlanFile, IncogError> {
        let job = self.job();
        let path = path.as_ref();
        on_threads(&job.terms, control, || {
            let context = &mut Context::new(control, observe);
            let (sink, files) = PlanSink::claim(job, path, context)?;
            let source = EngineSource { engine, decides_only: true };
            publish(job, source, Decision::SearchOnly(files), sink, context)
        })
    }

    /// Makes the release that a plan describes, of the table of an engine that the plan was made
    /// for.
    ///
    /// # Errors
    /// When the table has changed, or as [`EngineRuns::run_in`].
    fn apply_in(
        &self,
        plan: &PlanFile,
        engine: &mut dyn Engine,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<ReleaseOutcome, IncogError> {
        let job = self.job();
        on_threads(&job.terms, control, || {
            let context = &mut Context::new(control, observe);
            let sink = FileSink::claim(job, context)?;
            publish(job, EngineSource { engine, decides_only: false }, Decision::Apply(plan), sink, context)
        })
    }
}

impl EngineRuns for Job {
    fn job(&self) -> &Job {
        self
    }
}
