//! The flags that say what an engine is told.

use crate::output::{Done, print_document, say};
use clap::Args;
use clap::builder::PossibleValuesParser;
use incog::runs::EngineScripts;
use incog::sql::{DIALECTS, Dialect, Relation, dialect};
use incog::{EngineRelease, Event, IncogError, Job, PlanFile};

/// Statements for the engine that has the records. The input of the job is the export of a table
/// that was counted there.
#[derive(Debug, Args)]
#[command(next_help_heading = "Engine")]
pub struct EngineFlags {
    /// Print the SQL statements that make the release in a database, as one transaction; they
    /// describe single records, so do not publish them
    #[arg(long, value_name = "DIALECT", value_parser = names(), conflicts_with = "json", requires = "engine_table")]
    sql: Option<String>,
    /// The counted table in the database: NAME or SCHEMA.NAME, case-sensitive
    #[arg(long, value_name = "NAME", default_value = "incog_counted")]
    counted: Relation,
    /// The release table to make in the database
    #[arg(long, value_name = "NAME", requires = "sql", group = "engine_table")]
    into: Option<Relation>,
    /// Print instead the SQL statement that counts this table
    #[arg(long, value_name = "NAME", requires = "sql", group = "engine_table")]
    count: Option<Relation>,
    /// Let the statements replace the tables of an earlier run
    #[arg(long, requires = "sql")]
    replace: bool,
}

fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(DIALECTS.map(|dialect| dialect.name()))
}

impl EngineFlags {
    fn dialect(&self) -> Option<&'static dyn Dialect> {
        self.sql.as_deref().and_then(dialect)
    }

    /// Prints how the engine counts its table, if that is asked for; returns whether it is.
    pub fn count(&self, job: &Job) -> Result<bool, IncogError> {
        let (Some(dialect), Some(source)) = (self.dialect(), &self.count) else { return Ok(false) };
        print_document(&job.counting_statement(dialect, source, &self.counted, self.replace)?);
        say("  columns that the job does not name are neither counted nor published");
        Ok(true)
    }

    /// Prints how the engine makes the release of a plan, if that is asked for.
    pub fn release(&self, job: &Job, plan: &PlanFile, observe: &mut (dyn FnMut(Event) + Send)) -> Done {
        let (Some(dialect), Some(target)) = (self.dialect(), &self.into) else { return Ok(()) };
        let engine = EngineRelease { dialect, counted: &self.counted, target, replace: self.replace };
        let script = job.statements(plan, engine, observe)?;
        print_document(&script.text);
        say(&format!("  the statements publish {} records", script.records));
        Ok(())
    }
}
