//! The steps of a run: read, bind, search, recode, write, measure again, report.

use super::engine_table::{CountedThere, InEngine, Session};
use super::measured_release::MeasuredRelease;
use super::medium::InFile;
use super::prepared_problem::PreparedProblem;
use super::read_input::{Source, read_input};
use super::recoding::written_names;
use super::replacement_check;
use super::search_files::SearchFiles;
use crate::IncogError;
use crate::job::Job;
use crate::report::Report;
use incog_io::Control;
use incog_io::{Staging, WriteError, check_ending};
use incog_plan::{Plan, RecodingSettings, ReleaseProblem, TracePoint};
use incog_report::{files_of_release, note_on_earlier};
use incog_search::Stop;
use incog_search::exact::NoCertificate;
use incog_sql::Relation;
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
            let mut files = SearchFiles::default();
            let mut run = Run::begin(self, Some(&mut files), control, observe)?;
            let (prepared, source) = PreparedProblem::read_to_publish(self)?;
            run.note(&prepared, observe);
            check_fields(self, &prepared)?;
            let (prepared, plan) = prepared.decide(&mut files, control, observe)?;
            run.no_proof = files.write(&prepared, &plan, &mut run.staging, control, observe)?;
            control.check()?;
            let outcome = run.publish(&prepared, &source, &plan, control, observe)?;
            files.end(&plan);
            Ok(outcome)
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

/// Whether the release of a job is a file beside its reports.
fn is_file(job: &Job) -> bool {
    job.into.is_none() && job.handed_on().is_none()
}

/// Refuses fields at fixed places that are not the columns of the release, before anything is
/// looked for.
fn check_fields(job: &Job, prepared: &PreparedProblem) -> Result<(), WriteError> {
    let Some(fields) = job.released_fields() else { return Ok(()) };
    let columns = written_names(&prepared.input);
    match fields.iter().filter_map(|field| field.name.as_ref()).eq(&columns) {
        true => Ok(()),
        false => Err(WriteError::OtherFields { expected: columns.join(", ") }),
    }
}

/// A run that has claimed its output files.
pub(super) struct Run<'a> {
    job: &'a Job,
    targets: Vec<PathBuf>,
    pub staging: Staging,
    /// Why a proof that was asked for is not written.
    pub no_proof: Option<NoCertificate>,
}

impl<'a> Run<'a> {
    /// Claims the files of the release, and of its search if some are to be written.
    pub fn begin(
        job: &'a Job,
        files: Option<&mut SearchFiles>,
        control: &Control,
        observe: &mut dyn FnMut(Event),
    ) -> Result<Self, IncogError> {
        let targets = files_of_release(&job.output, job.internal);
        let mut staged = targets.clone();
        if job.into.is_none() {
            check_ending(&job.output)?;
            job.check_released_fields()?;
        }
        // Of a release that is a table, or is handed on, only the reports are files.
        if !is_file(job) {
            staged.remove(0);
        }
        if let Some(files) = files {
            *files = SearchFiles::new(job, &mut staged, control)?;
        }
        let staging = control.take::<IncogError>(staged, job.force, &job.files_read())?;
        observe(Event::Reading);
        Ok(Self { job, targets, staging, no_proof: None })
    }

    /// Reports what should be looked at.
    pub fn note(&self, prepared: &PreparedProblem, observe: &mut dyn FnMut(Event)) {
        let notes = prepared.input.notes.iter().map(ToString::to_string);
        let drawn = prepared.input.drawn.then(|| {
            let drawn = prepared.input.table.rows();
            format!(
                "{drawn} records were drawn with the secret; the figures shown here are about them, \
                and nothing published reveals their number"
            )
        });
        let notes = notes.chain(drawn).chain(note_on_earlier(&self.job.output, self.job.internal));
        notes.for_each(|note| observe(Event::Note(note)));
    }

    /// Writes the release of a plan, measures it, and writes its reports.
    pub fn publish(
        self,
        prepared: &PreparedProblem,
        source: &Source,
        plan: &Plan,
        control: &Control,
        observe: &mut dyn FnMut(Event),
    ) -> Result<ReleaseOutcome, IncogError> {
        let handed_on = self.job.handed_on();
        let mut file = InFile::new(handed_on.as_deref().unwrap_or_else(|| self.staging.path(0)));
        let made = MeasuredRelease::write(
            self.job,
            (prepared, source),
            (plan, self.no_proof),
            &mut file,
            control,
            observe,
        );
        // What the disk says comes first: a file that is not whole is refused by whoever reads it,
        // too.
        file.wait()?;
        let made = made?;
        self.check_replaced(&made, prepared, plan)?;
        self.end(made, plan.stopped, control, None)
    }

    /// The same in an engine.
    pub fn publish_in(
        self,
        session: &mut Session<'_>,
        (prepared, there): (&PreparedProblem, &CountedThere),
        (plan, target): (&Plan, &Relation),
        control: &Control,
        observe: &mut dyn FnMut(Event),
    ) -> Result<ReleaseOutcome, IncogError> {
        let mut engine = InEngine::new(session, self.job, there, target);
        let (given, decided) = ((prepared, &there.source), (plan, self.no_proof));
        let made = MeasuredRelease::write(self.job, given, decided, &mut engine, control, observe)?;
        self.check_replaced(&made, prepared, plan)?;
        self.end(made, plan.stopped, control, Some((engine, target)))
    }

    fn check_replaced(
        &self,
        made: &MeasuredRelease,
        prepared: &PreparedProblem,
        plan: &Plan,
    ) -> Result<(), IncogError> {
        if self.job.replace_better {
            return Ok(());
        }
        let goal = prepared.problem.metric().goal();
        replacement_check::check(&made.public.report, plan.stopped, goal, &self.targets[1])
    }

    /// Writes the reports and lets all files appear; a table before them.
    fn end(
        self,
        made: MeasuredRelease,
        stopped: Stop,
        control: &Control,
        table: Option<(InEngine<'_, '_>, &Relation)>,
    ) -> Result<ReleaseOutcome, IncogError> {
        let Self { job, mut targets, staging, .. } = self;
        let MeasuredRelease { public, internal, internal_files } = made;
        let first = usize::from(is_file(job));
        staging.write(first, &public.json)?;
        staging.write(first + 1, &public.html)?;
        if let Some(internal) = internal_files {
            staging.write(first + 2, &internal.json)?;
            staging.write(first + 3, &internal.html)?;
            [first + 2, first + 3].into_iter().try_for_each(|target| staging.keep_private(target))?;
        }
        control.check()?;
        match table {
            None => {
                job.hand_on().map_err(|source| IncogError::NotHandedOn { source })?;
                staging.commit()?;
            }
            Some((engine, target)) => {
                targets[0] = target.to_string().into();
                engine.commit()?;
                let unreported = |source| IncogError::Unreported { table: target.to_string(), source };
                staging.commit().map_err(unreported)?;
            }
        }
        Ok(ReleaseOutcome {
            report: internal,
            public: public.report,
            public_json: public.json,
            stopped,
            release: targets[0].clone(),
            report_json: targets[1].clone(),
            report_html: targets[2].clone(),
            internal_html: targets.get(4).filter(|_| job.internal).cloned(),
        })
    }
}
