//! A release in a file, or in a table of an engine, beside its reports.

use crate::IncogError;
use crate::job::Job;
use crate::publish::context::Context;
use crate::publish::decide::decision::Decided;
use crate::publish::decide::search_files::SearchFiles;
use crate::publish::release::measured_release::{MeasuredRelease, ToMeasure};
use crate::publish::release::medium::InFile;
use crate::publish::sink::engine_medium::InEngine;
use crate::publish::sink::release_outcome::ReleaseOutcome;
use crate::publish::sink::replacement_check;
use crate::publish::source::{Connected, Prepared};
use crate::publish::spine::Sink;
use crate::report::FileFacts;
use crate::{EngineRunError, ReleaseError};
use incog_disclosure::ledger::{LedgerConfirmation, LedgerEntry};
use incog_io::{Staging, TableFile, check_ending, read_table};
use incog_plan::Plan;
use incog_report::{files_of_release, note_on_earlier};
use incog_sql::Relation;
use incog_utility::Goal;
use std::path::{Path, PathBuf};

/// The claimed files of a release and its reports. They appear together, or not at all.
pub(in crate::publish) struct FileSink {
    targets: Vec<PathBuf>,
    staging: Staging,
    /// What is added to the ledger of the series before the files appear.
    entry: Option<LedgerEntry>,
}

/// Whether the release of a job is a file beside its reports.
fn is_file(job: &Job) -> bool {
    job.into.is_none() && job.handed_on().is_none()
}

impl FileSink {
    /// Claims the files of a release.
    pub fn claim(job: &Job, context: &mut Context<'_>) -> Result<Self, IncogError> {
        let staged = staged_files(job)?;
        Self::claim_all(job, staged, context)
    }

    /// Claims the files of a release, and those that its search leaves.
    pub fn with_search_files(
        job: &Job,
        context: &mut Context<'_>,
    ) -> Result<(Self, SearchFiles), IncogError> {
        let mut staged = staged_files(job)?;
        let files = SearchFiles::new(job, &mut staged, context.control)?;
        Ok((Self::claim_all(job, staged, context)?, files))
    }

    fn claim_all(job: &Job, staged: Vec<PathBuf>, context: &mut Context<'_>) -> Result<Self, IncogError> {
        let staging = context.control.take::<IncogError>(staged, job.force, &job.files_read())?;
        Ok(Self { targets: files_of_release(&job.output, job.internal), staging, entry: None })
    }

    /// Adds a run to its ledger before the files appear.
    pub fn keeping(self, entry: LedgerEntry) -> Self {
        Self { entry: Some(entry), ..self }
    }

    /// Refuses a written release that is not the one that its ledger describes.
    fn check_series(&self, job: &Job, delimiter: Option<u8>, path: &Path) -> Result<(), IncogError> {
        let Some(entry) = &self.entry else { return Ok(()) };
        let TableFile { table, .. } = read_table(path, &job.release_read_options(delimiter))?;
        Ok(entry.check(&table)?)
    }

    /// Writes the release, measures it, and writes its reports.
    pub fn write(
        self,
        job: &Job,
        made: ToMeasure<'_>,
        context: &mut Context<'_>,
    ) -> Result<ReleaseOutcome, IncogError> {
        let handed_on = job.handed_on();
        let (prepared, plan, delimiter) = (made.prepared, made.plan, made.source.format.delimiter);
        let path = handed_on.as_deref().unwrap_or_else(|| self.staging.path(0));
        let mut file = InFile::new(path);
        let measured = MeasuredRelease::write(job, made, &mut file, context);
        // What the disk says comes first: a file that is not whole is refused by whoever reads it,
        // too.
        file.wait()?;
        let measured = measured?;
        self.check_series(job, delimiter, path)?;
        self.check_replaced(job, &measured, prepared.goal(), plan)?;
        self.end(job, measured, plan, None, context)
    }

    /// Makes the release in an engine, measures it there, and writes its reports.
    fn write_in(
        self,
        job: &Job,
        Connected { mut session, there }: Connected<'_>,
        target: &Relation,
        made: ToMeasure<'_>,
        context: &mut Context<'_>,
    ) -> Result<ReleaseOutcome, IncogError> {
        let mut engine = InEngine::new(&mut session, job, &there, target);
        let (prepared, plan) = (made.prepared, made.plan);
        let measured = MeasuredRelease::write(job, made, &mut engine, context)?;
        self.check_replaced(job, &measured, prepared.goal(), plan)?;
        self.end(job, measured, plan, Some((engine, target)), context)
    }

    fn check_replaced(
        &self,
        job: &Job,
        made: &MeasuredRelease,
        goal: Goal,
        plan: &Plan,
    ) -> Result<(), IncogError> {
        replacement_check::check(job, &made.public.report, plan.stopped, goal, &self.targets[1])
    }

    /// Writes the reports and lets all files appear; a table before them.
    fn end(
        self,
        job: &Job,
        made: MeasuredRelease,
        plan: &Plan,
        table: Option<(InEngine<'_, '_>, &Relation)>,
        context: &Context<'_>,
    ) -> Result<ReleaseOutcome, IncogError> {
        let Self { mut targets, staging, entry } = self;
        let MeasuredRelease { public, internal, internal_files } = made;
        let first = usize::from(is_file(job));
        staging.write(first, &public.json)?;
        staging.write(first + 1, &public.html)?;
        if let Some(internal) = internal_files {
            staging.write(first + 2, &internal.json)?;
            staging.write(first + 3, &internal.html)?;
            [first + 2, first + 3].into_iter().try_for_each(|target| staging.keep_private(target))?;
        }
        context.check()?;
        if job.dry_run {
            return Ok(ReleaseOutcome::new(&targets, public, internal, plan, job.internal));
        }
        let FileFacts { path, sha256, .. } = &public.report.release;
        let added = entry.map(|entry| entry.add(path.clone(), sha256.clone(), internal.utility.value));
        let added = added.transpose()?;
        match table {
            None => {
                job.hand_on().map_err(|source| IncogError::Release(ReleaseError::NotHandedOn { source }))?;
                staging.commit()?;
            }
            Some((engine, target)) => {
                targets[0] = target.to_string().into();
                engine.commit()?;
                let unreported = |source| {
                    IncogError::Engine(EngineRunError::Unreported { table: target.to_string(), source })
                };
                staging.commit().map_err(unreported)?;
            }
        }
        // The release is there. If this fails, the next run has the same people, and says so.
        let _ = added.map(LedgerConfirmation::confirm);
        Ok(ReleaseOutcome::new(&targets, public, internal, plan, job.internal))
    }
}

impl Sink for FileSink {
    type Outcome = ReleaseOutcome;

    fn publish(
        mut self,
        job: &Job,
        decided: Decided<'_>,
        context: &mut Context<'_>,
    ) -> Result<ReleaseOutcome, IncogError> {
        let Decided { prepared: Prepared { problem, source, engine }, plan, files } = decided;
        context.note(note_on_earlier(&job.output, job.internal));
        let no_proof = files.write(&problem, &plan, &mut self.staging, context)?;
        context.check()?;
        let ledger = self.entry.as_ref().map(LedgerEntry::series);
        let made = ToMeasure { prepared: &problem, source: &source, plan: &plan, no_proof, ledger };
        let outcome = match (engine, &job.into) {
            (Some(engine), Some(target)) => self.write_in(job, engine, target, made, context)?,
            _ => self.write(job, made, context)?,
        };
        files.end(&plan);
        Ok(outcome)
    }
}

/// The files of a release and its reports. Of one that is a table, or is handed on, only the
/// reports are files.
fn staged_files(job: &Job) -> Result<Vec<PathBuf>, IncogError> {
    let mut staged = files_of_release(&job.output, job.internal);
    if job.into.is_none() {
        check_ending(&job.output)?;
        job.check_released_fields()?;
    }
    if !is_file(job) {
        staged.remove(0);
    }
    Ok(staged)
}
