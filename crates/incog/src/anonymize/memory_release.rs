//! The same steps as from file to file, from rows in memory to rows in memory.

use super::measured_release::MeasuredRelease;
use super::medium::InMemory;
use super::plan_file::PlanFile;
use super::prepared_problem::{PreparedProblem, Sinks};
use super::read_input::{Source, read_given};
use super::run::{Event, ReleaseOutcome, Run};
use super::search_files::SearchFiles;
use crate::IncogError;
use crate::gate;
use crate::job::{Job, JobError, JobProblem, Place, RELEASE_OF_ROWS, ROWS};
use crate::report::Report;
use incog_io::{Control, RowStream, WrittenRows};
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

impl Job {
    /// Makes the release of rows in memory, in memory: the same records with the same labels as
    /// [`Job::run`] makes of a Parquet or Arrow file that has these rows. The job's `input` is what
    /// the report calls the table; neither it nor the job's `output` is read or written.
    ///
    /// # Errors
    /// See [`IncogError`].
    pub fn run_on(
        &self,
        rows: RowStream,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<MemoryRelease, IncogError> {
        self.on_threads(control, || {
            let (prepared, source) = self.pose(rows, control, observe)?;
            let (prepared, plan) = prepared.decide(&mut SearchFiles::default(), control, observe)?;
            MemoryRelease::new(self.in_memory(), prepared, source, plan, control, observe)
        })
    }

    /// Decides how to publish rows in memory; nothing is published.
    ///
    /// # Errors
    /// As [`Job::run_on`].
    pub fn plan_on(
        &self,
        rows: RowStream,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<PlanFile, IncogError> {
        self.on_threads(control, || {
            let (prepared, _) = self.pose(rows, control, observe)?;
            let search = |prepared: &PreparedProblem| prepared.search(Sinks::default(), control, observe);
            let (prepared, plan) = prepared.decided(search)?;
            control.check()?;
            PlanFile::new(self, &prepared, plan, Path::new(""))
        })
    }

    /// Makes the release that a plan describes, of the rows in memory it was made for.
    ///
    /// # Errors
    /// When the rows are others, when the plan was changed, or as [`Job::run_on`].
    pub fn apply_on(
        &self,
        plan: &PlanFile,
        rows: RowStream,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<MemoryRelease, IncogError> {
        self.on_threads(control, || {
            let (prepared, source) = self.pose(rows, control, observe)?;
            let decision = plan.allowed(&prepared, observe)?.into_owned();
            MemoryRelease::new(self.in_memory(), prepared, source, decision, control, observe)
        })
    }

    /// Publishes other rows of the same form with the levels of a plan, as [`Job::reuse`] does with
    /// files; the job is made by [`PlanFile::job_for_rows`].
    ///
    /// # Errors
    /// As [`Job::reuse`].
    pub fn reuse_on(
        &self,
        plan: &PlanFile,
        rows: RowStream,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<MemoryRelease, IncogError> {
        self.on_threads(control, || {
            let (prepared, source) = self.pose(rows, control, observe)?;
            let (prepared, decision) = prepared.decided(|prepared| plan.for_table(prepared))?;
            gate::check(&self.terms, prepared.input.real_records().counted())?;
            MemoryRelease::new(self.in_memory(), prepared, source, decision, control, observe)
        })
    }

    /// Reads rows in memory, and poses the problem of publishing them.
    pub(crate) fn pose(
        &self,
        rows: RowStream,
        control: &Control,
        observe: &mut dyn FnMut(Event),
    ) -> Result<(PreparedProblem, Source), IncogError> {
        self.check_for_rows()?;
        observe(Event::Reading);
        let (table, source) = read_given(self, rows)?;
        control.check()?;
        let prepared = PreparedProblem::new(&self.terms, table)?;
        prepared.input.notes.iter().for_each(|note| observe(Event::Note(note.to_string())));
        control.check()?;
        Ok((prepared, source))
    }

    /// Refuses keys of files that a table in memory cannot follow.
    pub(super) fn check_for_rows(&self) -> Result<(), JobError> {
        let idle = |key: &str, why| {
            let key = key.to_owned();
            Err(JobError::new(Place::default(), JobProblem::Idle { key, why }))
        };
        if !self.inputs.is_empty() {
            return idle("inputs", "the table is given; one column of it has the role \"provider\"");
        }
        if self.engine.is_some() {
            return idle("input.table", "the table is given, and no engine is asked for it");
        }
        if self.trace.is_some() {
            return idle("search.trace", "a table in memory is published in memory, and no file is written");
        }
        Ok(())
    }

    /// The same job with a release in memory.
    fn in_memory(&self) -> Self {
        self.clone().with_output(RELEASE_OF_ROWS)
    }
}

impl MemoryRelease {
    fn new(
        job: Job,
        prepared: PreparedProblem,
        source: Source,
        plan: Plan,
        control: &Control,
        observe: &mut dyn FnMut(Event),
    ) -> Result<Self, IncogError> {
        let mut memory = InMemory::new(Path::new(RELEASE_OF_ROWS));
        let made =
            MeasuredRelease::write(&job, (&prepared, &source), (&plan, None), &mut memory, control, observe)?;
        let rows = memory.rows.expect("a release is made by writing it");
        let (stopped, MeasuredRelease { public, internal, .. }) = (plan.stopped, made);
        Ok(Self {
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

    /// The job that the release was made by.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// Writes the release to a file with its reports, as [`Job::run`] does; the ending of the name
    /// says the format. The file is read again and measured, and all files appear together or not
    /// at all.
    ///
    /// # Errors
    /// When a file is there and the options do not allow to replace it, or as [`Job::run`].
    pub fn save(
        &self,
        path: impl Into<PathBuf>,
        options: &SaveOptions,
    ) -> Result<ReleaseOutcome, IncogError> {
        let job = self.saved_as(path.into(), options);
        let control = Control::default();
        job.on_threads(&control, || {
            let run = Run::begin(&job, None, &control, &mut |_| {})?;
            run.publish(&self.prepared, &self.source, &self.plan, &control, &mut |_| {})
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
