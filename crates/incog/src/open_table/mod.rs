//! A table that stays open while somebody changes the job: read once, decided again at each change.
//!
//! What is decided here is decided by the code that `Job::run` decides with, of
//! the same problem, so the release that the job makes of the file is the one that was looked at.
//! Everything told is the steward's own: it counts suppressed records.
//!
//! ```no_run
//! use incog::{Control, Job, open_table::OpenTable};
//! let job = Job::from_toml_file("job.toml")?;
//! let table = OpenTable::read(&job)?;
//! let decision = table.decide(&job, None, &Control::default(), &mut |_| {})?;
//! println!("{}", decision.figures()?.found.value);
//! # Ok::<(), incog::IncogError>(())
//! ```

mod decision;
mod hierarchies;

pub use crate::publish::{FirstRecord, SeenRelease};
pub use decision::{ColumnLoss, Decision, Figures};

use crate::draw_key::DrawKey;
use crate::explore::{
    Axis, Course, Exploration, Neighbours, Tried, TriedFigures, explore_posed, neighbours_posed,
};
use crate::job::Job;
use crate::publish::{
    Context, FirstRecords, PreparedProblem, Source, ToMeasure, on_threads, preview, read_as_it_stands,
};
use crate::report::original;
use crate::treated_table::treated;
use crate::{Event, IncogError};
use incog_data::{Column, RecordCounts, Table};
use incog_io::{Control, FileFormat, TableFile};
use incog_report::LabelShare;
use incog_utility::Objective;

/// A table that was read once.
pub struct OpenTable {
    table: Table,
    source: Source,
    draw_key: DrawKey,
}

impl OpenTable {
    /// Reads the table of a job, or those of its providers, with all records one by one.
    ///
    /// # Errors
    /// When the table cannot be read, or stands in an engine.
    pub fn read(job: &Job) -> Result<Self, IncogError> {
        let (table, source) = read_as_it_stands(job)?;
        Ok(Self { table, source, draw_key: DrawKey::default() })
    }

    /// A table file that was read as a job reads its input.
    pub fn new(file: TableFile) -> Self {
        let TableFile { table, format, sha256, .. } = file;
        let source = Source::new(Some(sha256), format);
        Self { table, source, draw_key: DrawKey::default() }
    }

    /// The table as it stands.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The key for all jobs that publish it while it is open: each change, and what is saved at the
    /// end, then draws the same records.
    pub fn draw_key(&self) -> &DrawKey {
        &self.draw_key
    }

    /// How its file is laid out; that of the first one, with what is so in all of them, where they
    /// are several.
    pub fn format(&self) -> &FileFormat {
        &self.source.format
    }

    /// How many records have each of its most frequent values, the others together.
    pub fn distribution(&self, column: &Column) -> Vec<LabelShare> {
        original(column, RecordCounts::ONE_EACH, None).0
    }

    /// Decides how a job would publish the table, if that is no danger. What an `earlier` decision
    /// about it has in common with this one is taken over.
    ///
    /// # Errors
    /// As `Job::run`.
    pub fn decide(
        &self,
        job: &Job,
        earlier: Option<&Decision>,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<Decision, IncogError> {
        on_threads(&job.terms, control, || {
            let taken = earlier.and_then(|earlier| earlier.prepared.on_terms(&earlier.job.terms, &job.terms));
            // What the gate looks at is the same, and it let the earlier one pass.
            let looked_at = |job: &Job| (job.terms.waivers.clone(), job.terms.release);
            let has_passed =
                taken.is_some() && earlier.map(|known| looked_at(&known.job)) == Some(looked_at(job));
            let prepared = taken.unwrap_or_else(|| self.prepared(job))?;
            control.check()?;
            let (prepared, plan) = prepared.decide_alone(has_passed, &mut Context::new(control, observe))?;
            Ok(Decision { job: job.clone(), prepared, plan })
        })
    }

    /// Makes the release of a decision in memory, and measures it as `Job::run` does; the `first`
    /// records of the table are told before and after.
    ///
    /// # Errors
    /// As `Job::run` once it has decided.
    pub fn release(
        &self,
        decision: &Decision,
        first: usize,
        control: &Control,
    ) -> Result<SeenRelease, IncogError> {
        let Decision { job, prepared, plan } = decision;
        on_threads(&job.terms, control, || {
            let (_, source) = self.source.clone().treating(job, self.table.clone())?;
            let made = ToMeasure { prepared, source: &source, plan, no_proof: None, ledger: None };
            preview(job, made, FirstRecords { table: &self.table, first }, control)
        })
    }

    /// As [`explore`](crate::explore::explore), without reading the table again.
    ///
    /// # Errors
    /// As [`explore`](crate::explore::explore).
    pub fn explore(
        &self,
        job: &Job,
        axes: &[Axis],
        metrics: &[Objective],
        control: &Control,
        observe: &(dyn Fn(Tried) + Sync),
    ) -> Result<Exploration, IncogError> {
        let course = Course { known: None, keep: &|_| {}, observe };
        explore_posed(job, || self.prepared(job), TriedFigures { axes, metrics }, control, course)
    }

    /// As [`neighbours`](crate::explore::neighbours), without reading the table again.
    ///
    /// # Errors
    /// As [`neighbours`](crate::explore::neighbours).
    pub fn neighbours(&self, job: &Job, control: &Control) -> Result<Neighbours, IncogError> {
        neighbours_posed(job, || self.prepared(job), control)
    }

    fn prepared(&self, job: &Job) -> Result<PreparedProblem, IncogError> {
        PreparedProblem::new(&job.terms, treated(&job.terms, self.table.clone(), RecordCounts::ONE_EACH)?)
    }
}
