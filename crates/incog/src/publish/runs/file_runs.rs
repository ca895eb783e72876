//! From the file of a job to a file with its reports.

use crate::IncogError;
use crate::job::Job;
use crate::publish::context::Context;
use crate::publish::decide::decision::Decision;
use crate::publish::decide::plan_file::PlanFile;
use crate::publish::event::Event;
use crate::publish::nights::publish_night;
use crate::publish::runs::table_in_memory::TableRuns;
use crate::publish::sink::file_sink::FileSink;
use crate::publish::sink::plan_sink::PlanSink;
use crate::publish::sink::release_outcome::ReleaseOutcome;
use crate::publish::source::file::FileSource;
use crate::publish::spine::publish;
use crate::publish::threads::on_threads;
use incog_disclosure::read::read_input;
use incog_io::Control;
use incog_plan::ReleaseProblem;
use std::path::Path;

/// Publishing from file to file.
pub trait FileRuns {
    /// The job.
    fn job(&self) -> &Job;

    /// Makes the release: reads the input, searches, writes the release and its reports.
    ///
    /// # Errors
    /// See [`IncogError`]; no file is left behind in that case.
    fn run(&self) -> Result<ReleaseOutcome, IncogError> {
        self.run_with(&Control::default(), &mut |_| {})
    }

    /// As [`FileRuns::run`], but can be ended early through a [`Control`] and reports its progress
    /// to an observer.
    fn run_with(
        &self,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<ReleaseOutcome, IncogError> {
        let job = self.job();
        on_threads(&job.terms, control, || {
            let context = &mut Context::new(control, observe);
            context.tells_price = job.tells_price;
            if let Some(ledger) = job.terms.ledger() {
                return publish_night(job, ledger, context);
            }
            let (sink, files) = FileSink::with_search_files(job, context)?;
            publish(job, FileSource::DrawnRecords, Decision::Search(files), sink, context)
        })
    }

    /// Decides how to publish the table and writes the plan to `path`; the job's output is not
    /// touched.
    ///
    /// # Errors
    /// As [`FileRuns::run`]; no file is left behind in that case.
    fn plan_to(&self, path: impl AsRef<Path>) -> Result<PlanFile, IncogError> {
        self.plan_to_with(path, &Control::default(), &mut |_| {})
    }

    /// Like [`FileRuns::plan_to`], with a way to end it early, and an observer.
    ///
    /// # Errors
    /// As [`FileRuns::plan_to`].
    fn plan_to_with(
        &self,
        path: impl AsRef<Path>,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<PlanFile, IncogError> {
        let job = self.job();
        let path = path.as_ref();
        on_threads(&job.terms, control, || {
            let context = &mut Context::new(control, observe);
            let (sink, files) = PlanSink::claim(job, path, context)?;
            publish(job, FileSource::Rows, Decision::SearchOnly(files), sink, context)
        })
    }

    /// Makes the release that a plan describes, from the table the plan was made for.
    ///
    /// # Errors
    /// When the table is a different one, when the plan was changed, or as [`FileRuns::run`]; no
    /// file is left behind in that case.
    fn apply(&self, plan: &PlanFile) -> Result<ReleaseOutcome, IncogError> {
        self.apply_with(plan, &Control::default(), &mut |_| {})
    }

    /// Like [`FileRuns::apply`], with a way to end it early, and an observer.
    ///
    /// # Errors
    /// As [`FileRuns::apply`].
    fn apply_with(
        &self,
        plan: &PlanFile,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<ReleaseOutcome, IncogError> {
        let job = self.job();
        on_threads(&job.terms, control, || {
            let context = &mut Context::new(control, observe);
            let sink = FileSink::claim(job, context)?;
            publish(job, FileSource::Records, Decision::Apply(plan), sink, context)
        })
    }

    /// Publishes another table of the same form with the levels of a plan.
    ///
    /// The hierarchies are those of the plan if the job names it (`[hierarchy] plan`). What stays
    /// of each class is worked out anew, and the release is measured like any other.
    ///
    /// # Errors
    /// When the table has other columns, when at these levels more records would have to be
    /// suppressed than the job allows ([`PlanMisses`](crate::PlanStageError::PlanMisses)), or as
    /// [`FileRuns::run`]; no file is left behind in that case.
    fn reuse(&self, plan: &PlanFile) -> Result<ReleaseOutcome, IncogError> {
        self.reuse_with(plan, &Control::default(), &mut |_| {})
    }

    /// Like [`FileRuns::reuse`], with a way to end it early, and an observer.
    ///
    /// # Errors
    /// As [`FileRuns::reuse`].
    fn reuse_with(
        &self,
        plan: &PlanFile,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<ReleaseOutcome, IncogError> {
        let job = self.job();
        on_threads(&job.terms, control, || {
            let context = &mut Context::new(control, observe);
            let sink = FileSink::claim(job, context)?;
            publish(job, FileSource::Records, Decision::Reuse(plan), sink, context)
        })
    }

    /// The search problem that the job poses, without running the search; the output is not
    /// touched.
    fn problem(&self) -> Result<ReleaseProblem, IncogError> {
        self.job().terms.problem(&read_input(self.job())?.0)
    }
}

impl FileRuns for Job {
    fn job(&self) -> &Job {
        self
    }
}
