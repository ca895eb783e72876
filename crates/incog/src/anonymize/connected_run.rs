//! The steps of a run on a table of an engine.

use super::engine_table::{CountedThere, Session};
use super::plan_file::PlanFile;
use super::prepared_problem::PreparedProblem;
use super::run::{Event, ReleaseOutcome, Run};
use super::search_files::SearchFiles;
use crate::IncogError;
use crate::job::Job;
use incog_engine::Engine;
use incog_io::Control;
use incog_plan::Plan;
use std::path::Path;

impl Job {
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
    /// is [`IncogError::CommitUnknown`] or [`IncogError::Unreported`].
    pub fn run_in(
        &self,
        engine: &mut dyn Engine,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<ReleaseOutcome, IncogError> {
        self.on_threads(control, || {
            let mut session = Session::begin(self, engine)?;
            let mut files = SearchFiles::default();
            let mut run = Run::begin(self, Some(&mut files), control, observe)?;
            session.check_free(self)?;
            let (prepared, there) = self.pose_in(&mut session, control)?;
            run.note(&prepared, observe);
            let (prepared, plan) = prepared.decide(&mut files, control, observe)?;
            run.no_proof = files.write(&prepared, &plan, &mut run.staging, control, observe)?;
            control.check()?;
            let outcome = self.publish_in(run, session, (&prepared, &there), &plan, control, observe)?;
            files.end(&plan);
            Ok(outcome)
        })
    }

    /// Decides how to publish a table of an engine, and writes the plan to `path`, as
    /// [`Job::plan_to_with`] does.
    ///
    /// # Errors
    /// As [`Job::run_in`].
    pub fn plan_in(
        &self,
        engine: &mut dyn Engine,
        path: impl AsRef<Path>,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<PlanFile, IncogError> {
        let path = path.as_ref();
        self.on_threads(control, || {
            let mut session = Session::begin(self, engine)?;
            let read = || Ok(posed_to_decide(self, session.count(self)?)?.0);
            self.decide(path, read, control, observe)
        })
    }

    /// Makes the release that a plan describes, of the table of an engine that the plan was made
    /// for.
    ///
    /// # Errors
    /// When the table has changed, or as [`Job::run_in`].
    pub fn apply_in(
        &self,
        plan: &PlanFile,
        engine: &mut dyn Engine,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<ReleaseOutcome, IncogError> {
        self.on_threads(control, || {
            let mut session = Session::begin(self, engine)?;
            let run = Run::begin(self, None, control, observe)?;
            session.check_free(self)?;
            let (prepared, there) = self.pose_in(&mut session, control)?;
            let decision = plan.allowed(&prepared, observe)?;
            self.publish_in(run, session, (&prepared, &there), &decision, control, observe)
        })
    }

    /// The problem of a table of an engine; its records stand one by one where the release is a
    /// file.
    fn pose_in(
        &self,
        session: &mut Session<'_>,
        control: &Control,
    ) -> Result<(PreparedProblem, CountedThere), IncogError> {
        let there = session.count(self)?;
        control.check()?;
        if self.into.is_some() {
            return posed_to_decide(self, there);
        }
        Ok((PreparedProblem::new(&self.terms, there.counted.all_records())?, there))
    }

    fn publish_in(
        &self,
        run: Run<'_>,
        mut session: Session<'_>,
        (prepared, there): (&PreparedProblem, &CountedThere),
        plan: &Plan,
        control: &Control,
        observe: &mut dyn FnMut(Event),
    ) -> Result<ReleaseOutcome, IncogError> {
        match &self.into {
            Some(target) => run.publish_in(&mut session, (prepared, there), (plan, target), control, observe),
            None => run.publish(prepared, &there.source, plan, control, observe),
        }
    }
}

fn posed_to_decide(job: &Job, there: CountedThere) -> Result<(PreparedProblem, CountedThere), IncogError> {
    let counted = &there.counted;
    Ok((PreparedProblem::counted(&job.terms, counted.table.clone(), counted.counts())?, there))
}
