//! From the file of a job to a file with its reports.

use crate::IncogError;
use crate::job::Job;
use crate::publish::context::Context;
use crate::publish::decide::decision::Decision;
use crate::publish::decide::plan_file::PlanFile;
use crate::publish::event::Event;
use crate::publish::prepare::read_problem::read_input;
use crate::publish::sink::file_sink::FileSink;
use crate::publish::sink::file_sink::ReleaseOutcome;
use crate::publish::sink::plan_sink::PlanSink;
use crate::publish::source::file::FileSource;
use crate::publish::spine::publish;
use incog_io::Control;
use incog_plan::ReleaseProblem;
use std::path::Path;

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
            context.tells_price = self.tells_price;
            let (sink, files) = FileSink::with_search_files(self, context)?;
            publish(self, FileSource::DrawnRecords, Decision::Search(files), sink, context)
        })
    }

    /// Decides how to publish the table and writes the plan to `path`; the job's output is not
    /// touched.
    ///
    /// # Errors
    /// As [`Job::run`]; no file is left behind in that case.
    pub fn plan_to(&self, path: impl AsRef<Path>) -> Result<PlanFile, IncogError> {
        self.plan_to_with(path, &Control::default(), &mut |_| {})
    }

    /// Like [`Job::plan_to`], with a way to end it early, and an observer.
    ///
    /// # Errors
    /// As [`Job::plan_to`].
    pub fn plan_to_with(
        &self,
        path: impl AsRef<Path>,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<PlanFile, IncogError> {
        let path = path.as_ref();
        self.on_threads(control, || {
            let context = &mut Context::new(control, observe);
            let (sink, files) = PlanSink::claim(self, path, context)?;
            publish(self, FileSource::Rows, Decision::SearchOnly(files), sink, context)
        })
    }

    /// Makes the release that a plan describes, from the table the plan was made for.
    ///
    /// # Errors
    /// When the table is a different one, when the plan was changed, or as [`Job::run`]; no file is
    /// left behind in that case.
    pub fn apply(&self, plan: &PlanFile) -> Result<ReleaseOutcome, IncogError> {
        self.apply_with(plan, &Control::default(), &mut |_| {})
    }

    /// Like [`Job::apply`], with a way to end it early, and an observer.
    ///
    /// # Errors
    /// As [`Job::apply`].
    pub fn apply_with(
        &self,
        plan: &PlanFile,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<ReleaseOutcome, IncogError> {
        self.on_threads(control, || {
            let context = &mut Context::new(control, observe);
            let sink = FileSink::claim(self, context)?;
            publish(self, FileSource::Records, Decision::Apply(plan), sink, context)
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
    /// [`Job::run`]; no file is left behind in that case.
    pub fn reuse(&self, plan: &PlanFile) -> Result<ReleaseOutcome, IncogError> {
        self.reuse_with(plan, &Control::default(), &mut |_| {})
    }

    /// Like [`Job::reuse`], with a way to end it early, and an observer.
    ///
    /// # Errors
    /// As [`Job::reuse`].
    pub fn reuse_with(
        &self,
        plan: &PlanFile,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<ReleaseOutcome, IncogError> {
        self.on_threads(control, || {
            let context = &mut Context::new(control, observe);
            let sink = FileSink::claim(self, context)?;
            publish(self, FileSource::Records, Decision::Reuse(plan), sink, context)
        })
    }

    /// Works with as many threads as the job says.
    pub(in crate::publish) fn on_threads<T: Send>(
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
