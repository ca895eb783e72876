//! What an engine is told so that it makes the release of a plan.

use crate::EngineRunError;
use crate::IncogError;
use crate::job::{Job, TreatmentJob};
use crate::publish::context::Context;
use crate::publish::decide::plan_file::PlanFile;
use crate::publish::event::Event;
use crate::publish::prepare::prepared_problem::PreparedProblem;
use crate::publish::recode::published_columns::{shown_labels, shown_quasi_identifiers};
use crate::publish::runs::table_in_memory::TableRelease;
use crate::publish::threads::on_threads;
use incog_audit::Judgement;
use incog_disclosure::read::read_input::read_untreated;
use incog_io::Control;
use incog_sql::{CountedRelease, Counting, Dialect, Publication, Relation, ReleaseStatements};
use incog_treatment::NeededKey;

/// Where an engine makes a release, and of what.
#[derive(Clone, Copy)]
pub struct EngineRelease<'a> {
    /// The language of the engine.
    pub dialect: &'a dyn Dialect,
    /// The counted table, of which the job's input is an export.
    pub counted: &'a Relation,
    /// The release to make.
    pub target: &'a Relation,
    /// Whether a table of that name may be replaced.
    pub replace: bool,
}

/// What an engine is told.
#[derive(Debug, Clone)]
pub struct EngineScript {
    /// The statements, as one transaction. They tell which rows have suppressed records: they are
    /// for whoever may see the table.
    pub text: String,
    /// How many records they publish.
    pub records: u64,
    /// What the terms promise, judged on the records that are to be published.
    pub privacy: Vec<Judgement>,
}

/// The statements by which an engine makes a release by itself.
pub trait EngineScripts {
    /// The job.
    fn job(&self) -> &Job;

    /// The statement by which an engine counts a table as the job needs it; with `replace`, in the
    /// place of an earlier count.
    ///
    /// The columns are those that the job names and that are published or measured with: neither
    /// identifiers, nor people where records are counted.
    ///
    /// ```
    /// use incog::runs::*;
    /// let text = r#"
    ///     input = { path = "counted.csv", counts = "incog_records", numbers = "incog_row" }
    ///     output = "release.csv"
    ///     columns = { age.role = "quasi-identifier", name.role = "identifier" }
    ///     privacy = { k-anonymity = 5 }
    /// "#;
    /// let (postgresql, job) = (incog::sql::dialect("postgresql").unwrap(), incog::Job::from_toml(text, "")?);
    /// let statement = job.counting_statement(postgresql, &"patients".parse()?, &"incog_counted".parse()?, false)?;
    /// assert!(statement.contains(r#"FROM "patients" GROUP BY "age""#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the job does not say how the counted table names counts and numbers, or the engine does
    /// not take a name.
    fn counting_statement(
        &self,
        dialect: &dyn Dialect,
        source: &Relation,
        counted: &Relation,
        replace: bool,
    ) -> Result<String, IncogError> {
        let job = self.job();
        let (number, records) = counted_names(job)?;
        let columns = job.terms.columns.keys().map(String::as_str);
        let columns: Vec<&str> = columns.filter(|name| job.counts_by(name)).collect();
        Ok(Counting { source, columns: &columns, counted, number, records, temporary: false }
            .script(dialect, replace)?)
    }

    /// The statements by which an engine makes the release of a plan, of the counted table that the
    /// job's input was exported from. What they publish has been measured; they fail where the
    /// engine makes something else.
    ///
    /// # Errors
    /// When the job's input is not the export of a counted table, the plan is that of another
    /// table, the release would not satisfy what the terms promise, or the engine does not take a
    /// name or a label.
    fn statements(
        &self,
        plan: &PlanFile,
        engine: EngineRelease<'_>,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<EngineScript, IncogError> {
        let job = self.job();
        let control = Control::default();
        on_threads(&job.terms, &control, || {
            let (number, _) = counted_names(job)?;
            // What is published is compared with what the engine has, so that what a treatment
            // changed becomes labels.
            let (there, _) = read_untreated(job)?;
            let counted = there.clone().treated(&job.terms)?;
            let prepared = PreparedProblem::counted(&job.terms, counted.table.clone(), counted.counts())?;
            let context = &mut Context::new(&control, observe);
            let decision = plan.allowed(&prepared, context)?;
            context.tell(Event::Measuring);
            let release = TableRelease::make(&prepared, &[], &decision)?;
            let texts = shown_labels(&job.terms, &release.table);
            let rows = CountedRelease {
                table: &release.table,
                rows: &release.rows,
                records: release.counts.as_deref().unwrap_or_default(),
                texts: &texts,
            };
            let numbers = counted.numbers.as_deref().unwrap_or_default();
            let shown = shown_quasi_identifiers(&job.terms);
            let publication = Publication::new(rows, &there.table, numbers, shown)?;
            let EngineRelease { dialect, counted, target, replace } = engine;
            let publication = &publication;
            let statements = ReleaseStatements { dialect, publication, counted, number, target, replace };
            let (text, records) = (statements.script()?, publication.records());
            Ok(EngineScript { text, records, privacy: release.privacy })
        })
    }
}

impl EngineScripts for Job {
    fn job(&self) -> &Job {
        self
    }
}

/// What a counted table calls the numbers of its rows and of their records, for an engine: it
/// gets what treatments make of values, but neither a key nor what follows from one.
fn counted_names(job: &Job) -> Result<(&str, &str), IncogError> {
    let has_key = |(_, treatment): &(&str, &TreatmentJob)| treatment.spec.needed_key() != NeededKey::None;
    if let Some((column, _)) = job.terms.treatments().find(has_key) {
        return Err(IncogError::Engine(EngineRunError::TreatedForEngine { column: column.to_owned() }));
    }
    let counted = job.counted.as_ref().ok_or(IncogError::Engine(EngineRunError::NotCounted))?;
    let number = counted.numbers.as_deref().ok_or(IncogError::Engine(EngineRunError::NotCounted))?;
    Ok((number, &counted.counts))
}
