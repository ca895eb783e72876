//! A table of a cluster, which counts its records and makes those of the release: only counts come
//! here.

use crate::EngineRunError;
use crate::IncogError;
use crate::job::Job;
use crate::publish::context::Context;
use crate::publish::decide::decision::Decided;
use crate::publish::event::Event;
use crate::publish::prepare::prepared_problem::PreparedProblem;
use crate::publish::recode::recoding::{allocate, recode};
use crate::publish::release::decision_figures::DecidedRows;
use crate::publish::release::measured_release::{MeasuredRelease, ToMeasure, to_write};
use crate::publish::release::medium::{Medium, ToWrite};
use crate::publish::sink::in_parts::in_parts;
use crate::publish::source::Prepared;
use crate::publish::spine::Sink;
use crate::publish::threads::on_threads;
use crate::report::{RecodingKind, Report};
use incog_data::Table;
use incog_disclosure::DisclosureError;
use incog_disclosure::read::counted_file::{CountedFile, digest};
use incog_disclosure::read::counted_rows::CountedRows;
use incog_disclosure::read::read_input::Source;
use incog_io::{Control, ReadOptions, WrittenRows};
use incog_plan::Plan;
use incog_search::Stop;
use std::path::Path;

/// What the report calls the release of a cluster, which knows best where it is.
pub(in crate::publish) const RELEASE: &str = "release";

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

/// The release as distinct rows, of which a cluster makes the records.
pub(in crate::publish) struct ClusterSink;

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
        on_threads(&self.job.terms, control, || {
            let options = self.job.release_read_options(self.source.format.delimiter);
            let found = read_found(found, &options)?;
            let mut medium = InCluster { found, decided: None };
            let Self { prepared, source, plan, .. } = self;
            let made = ToMeasure { prepared, source, plan, no_proof: None, ledger: None };
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
pub(crate) fn read_found(found: CountedRows, options: &ReadOptions) -> Result<CountedFile, DisclosureError> {
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
        Ok((released.ok_or(IncogError::Engine(EngineRunError::NotAsDecided))?, digest(&self.found)?))
    }

    fn hands_over_internal(&self) -> bool {
        true
    }
}
