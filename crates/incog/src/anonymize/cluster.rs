//! A table of a cluster, which counts its records and makes those of the release: only counts come
//! here.

use super::context::Context;
use super::counted_file::{CountedFile, digest};
use super::counted_rows::{CountedRows, read_given_counts};
use super::decision::{Decided, Decision};
use super::decision_figures::DecidedRows;
use super::in_parts::in_parts;
use super::measured_release::{MeasuredRelease, ToMeasure, to_write};
use super::medium::{Medium, ToWrite};
use super::prepared_problem::PreparedProblem;
use super::read_input::Source;
use super::recoding::{allocate, recode};
use super::run::Event;
use super::search_files::SearchFiles;
use super::source::{Prepared, TableSource};
use super::spine::{Sink, publish};
use crate::IncogError;
use crate::job::{Job, JobError, JobProblem, Place};
use crate::report::{RecodingKind, Report};
use incog_data::Table;
use incog_io::{Control, ReadOptions, WrittenRows};
use incog_plan::Plan;
use incog_search::Stop;
use std::path::Path;

/// What the report calls the release of a cluster, which knows best where it is.
const RELEASE: &str = "release";

/// How a table of a cluster is to be published. Only its `rows` may be given to others, once they
/// were measured: the rest of it has what was counted.
pub struct ClusterDecision {
    /// The release: distinct rows in its order, the last column of which says how many records each
    /// stands for, 10,000 at most.
    pub rows: WrittenRows,
    job: Job,
    prepared: PreparedProblem,
    source: Source,
    plan: Plan,
}

/// A release that a cluster has made, as it was measured there. Only the public report and its page
/// may be given to others.
pub struct ClusterRelease {
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
}

impl Job {
    /// Decides how to publish a table of a cluster, which has counted it by
    /// [`Job::counted_columns`]. The records are those that the job publishes of a file with the
    /// same ones.
    ///
    /// What is published is made of the counts and of nothing else, so that it does not matter
    /// whether the table changes, or would be another one if it were computed again. The job's
    /// `input` is what the report calls the table.
    ///
    /// # Errors
    /// As [`Job::run_on`].
    pub fn decide_counted(
        &self,
        counted: CountedRows,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<ClusterDecision, IncogError> {
        self.on_threads(control, || {
            let decision = Decision::Search(SearchFiles::default());
            let context = &mut Context::new(control, observe);
            publish(&self.in_cluster()?, ClusterSource(counted), decision, ClusterSink, context)
        })
    }

    /// The same job with a release in a cluster.
    fn in_cluster(&self) -> Result<Self, JobError> {
        self.check_for_rows()?;
        if self.counted.is_some() {
            let why = "the table was counted before incog received it";
            return Err(JobError::new(
                Place::default(),
                JobProblem::Idle { key: "input.counts".to_owned(), why },
            ));
        }
        let mut job = self.clone().with_output(RELEASE);
        for name in self.terms.columns.keys().filter(|name| !self.counts_by(name)) {
            job.terms.columns.entry(name.clone()).and_modify(|column| column.may_be_absent = true);
        }
        Ok(job)
    }
}

/// The distinct rows of a table that a cluster has counted.
struct ClusterSource(CountedRows);

impl TableSource<'static> for ClusterSource {
    fn prepare(self, job: &Job, context: &mut Context<'_>) -> Result<Prepared<'static>, IncogError> {
        let (counted, source) = read_given_counts(job, self.0)?;
        context.check()?;
        let counted = counted.treated(&job.terms)?;
        let problem = PreparedProblem::counted(&job.terms, counted.table.clone(), counted.counts())?;
        Ok(Prepared::without_engine(problem, source))
    }
}

/// The release as distinct rows, of which a cluster makes the records.
struct ClusterSink;

impl Sink for ClusterSink {
    type Outcome = ClusterDecision;

    fn publish(
        self,
        job: &Job,
        Decided { prepared: Prepared { problem: prepared, source, .. }, plan, .. }: Decided<'_>,
        context: &mut Context<'_>,
    ) -> Result<ClusterDecision, IncogError> {
        let written = prepared.as_written(plan.clone())?;
        let classes = written.classes(prepared.problem.tuples())?;
        let (allocation, class_of_row) = allocate(&prepared.input, &classes, &prepared.rows);
        let recoded = recode(&allocation, class_of_row, &classes, RecodingKind::from(&written.recoding))?;
        let rows =
            to_write(job, &source, &allocation, &recoded, |release| in_parts(Path::new(RELEASE), release))?;
        context.check()?;
        Ok(ClusterDecision { rows, job: job.clone(), prepared, source, plan })
    }
}

impl ClusterDecision {
    /// Measures the release that a cluster has made of [`ClusterDecision::rows`], as it has counted
    /// it by all of its columns, with the code that shares nothing with the search.
    ///
    /// # Errors
    /// When it does not have the records that were decided, or would not satisfy what the terms
    /// promise.
    pub fn measured(
        &self,
        found: CountedRows,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<ClusterRelease, IncogError> {
        self.job.on_threads(control, || {
            let options = self.job.release_read_options(self.source.format.delimiter);
            let found = read_found(found, &options)?;
            let mut medium = InCluster { found, decided: None };
            let Self { prepared, source, plan, .. } = self;
            let made = ToMeasure { prepared, source, plan, no_proof: None };
            let context = &mut Context::new(control, observe);
            let made = MeasuredRelease::write(&self.job, made, &mut medium, context)?;
            let MeasuredRelease { public, internal, .. } = made;
            Ok(ClusterRelease {
                report: internal,
                public: public.report,
                public_json: public.json,
                public_html: public.html,
                stopped: self.plan.stopped,
                job: self.job.clone(),
            })
        })
    }
}

impl ClusterRelease {
    /// The job that the release was made by.
    pub fn job(&self) -> &Job {
        &self.job
    }
}

/// Reads a release as its cluster has counted it.
pub(crate) fn read_found(found: CountedRows, options: &ReadOptions) -> Result<CountedFile, IncogError> {
    Ok(found.read(Path::new(RELEASE), options)?.0)
}

/// A release that its cluster has made already.
struct InCluster {
    found: CountedFile,
    decided: Option<DecidedRows>,
}

impl Medium for InCluster {
    fn write(&mut self, release: &ToWrite<'_>) -> Result<(), IncogError> {
        self.decided = Some(DecidedRows::decide(release)?);
        Ok(())
    }

    fn read(&mut self, _: &ReadOptions) -> Result<(Table, String), IncogError> {
        let released = self.decided.take().and_then(|decided| decided.rows_of(&self.found));
        Ok((released.ok_or(IncogError::NotAsDecided)?, digest(&self.found)?))
    }

    fn hands_over_internal(&self) -> bool {
        true
    }
}
