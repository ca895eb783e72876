//! `incog audit`: measure any table.

use super::anonymize::is_job_file;
use super::audit_terms::{AuditTerms, roles};
use crate::column_list::{ColumnList, column_list};
use crate::connection::ConnectionFlags;
use crate::interrupt::control;
use crate::number_argument::encoding;
use crate::original_table::read_original;
use crate::output::{Done, Failure, print, print_json};
use crate::progress::bar;
use crate::proposal_input::note_layout;
use crate::streams::{InputFlags, is_stream};
use clap::Args;
use incog::audit::Severity;
use incog::engine::Address;
use incog::job::Job;
use incog::sql::Relation;
use incog::{AuditBackground, AuditStep, AuditedColumns, FileAudit, IncogError, audit_file_with, audit_in};
use incog::{EngineRunError, InputError};
use incog_data::Table;
use incog_io::{ReadOptions, TextEncoding, find_layout};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The arguments.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The table to measure ("-" for standard input), or a job file (.toml) whose input is a
    /// database table
    pub table: PathBuf,
    /// A job file with the roles of the columns, instead of the flags below
    pub job: Option<PathBuf>,
    /// Another table in the job's database to measure, instead of the input of the job
    #[arg(long, value_name = "NAME", conflicts_with = "job")]
    in_engine: Option<Relation>,
    /// Quasi-identifiers (repeatable; put a name that contains a comma in double quotes)
    #[arg(short = 'q', long = "quasi-identifier", value_name = "COLUMN,...", value_parser = column_list)]
    pub quasi_identifiers: Vec<ColumnList>,
    /// Sensitive attributes (repeatable)
    #[arg(short = 's', long = "sensitive", value_name = "COLUMN,...", value_parser = column_list)]
    pub sensitive: Vec<ColumnList>,
    /// Column that names the data provider of a record
    #[arg(long, value_name = "COLUMN")]
    pub provider: Option<String>,
    /// Column that names the person of a record: incog then counts people instead of records
    #[arg(long, value_name = "COLUMN")]
    pub person: Option<String>,
    /// Column that names the household of a person: adds the risk of households
    #[arg(long, value_name = "COLUMN")]
    pub household: Option<String>,
    /// The table is a random sample of the population with this share: estimates how many people
    /// are unique in the population
    #[arg(long, value_name = "SHARE")]
    sampling_fraction: Option<f64>,
    /// A table of the population with one row per person, including those of the table: counts how
    /// many people match each record
    #[arg(long, value_name = "FILE")]
    population: Option<PathBuf>,
    /// The table before suppression: measures t, beta and delta against its shares, and against
    /// those of the release
    #[arg(long, value_name = "FILE")]
    original: Option<PathBuf>,
    /// Print the result to standard output, as JSON
    #[arg(long)]
    json: bool,
    /// Encoding of the table, such as utf-8, windows-1252 or utf-16le [default: detected]
    #[arg(long, value_name = "NAME", value_parser = encoding)]
    pub encoding: Option<TextEncoding>,
    /// Sheet of a workbook [default: the first with cells]
    #[arg(long, value_name = "NAME")]
    pub sheet: Option<String>,
    #[command(flatten)]
    input: InputFlags,
    #[command(flatten)]
    connection: ConnectionFlags,
}

impl Arguments {
    /// What is known beside the table, from the flags.
    fn background<'a>(&'a self, original: Option<&'a Table>) -> AuditBackground<'a> {
        AuditBackground {
            sampling_fraction: self.sampling_fraction,
            population: self.population.as_deref(),
            original,
        }
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Done {
    let (found, waived) =
        if is_job_file(&arguments.table) { in_engine(arguments)? } else { in_file(arguments)? };
    if arguments.household.is_some() && found.risk.in_households.is_none() {
        return Err(Failure::Usage(
            "--household must name a column of the table other than that of --person",
        ));
    }
    if arguments.json {
        print_json(&found)?;
    } else {
        print(&found.to_text());
    }
    let mut dangers = found.findings.iter().filter(|finding| finding.severity == Severity::Danger);
    if dangers.any(|finding| !waived.contains(&finding.key())) { Err(Failure::Danger) } else { Ok(()) }
}

/// A table of the engine that a job names, and the dangers that somebody answers for.
fn in_engine(arguments: &Arguments) -> Result<(FileAudit, BTreeSet<String>), Failure> {
    let job = Job::from_toml_file(&arguments.table).map_err(IncogError::from)?;
    let address = job.address().map(|address| Address { read_only: true, ..address });
    let mut engine =
        arguments.connection.open(address)?.ok_or(IncogError::Engine(EngineRunError::NoEngineTable))?;
    let original = read_original(arguments.original.as_deref(), Some(job.read_options()))?;
    let background = arguments.background(original.as_ref());
    let found = audit_in(&job, arguments.in_engine.as_ref(), &mut *engine, background)?;
    Ok((found, job.terms().waivers().keys().cloned().collect()))
}

fn in_file(arguments: &Arguments) -> Result<(FileAudit, BTreeSet<String>), Failure> {
    if arguments.in_engine.is_some() {
        return Err(Failure::Usage("--in-engine needs a job file whose input is a database table"));
    }
    let AuditTerms { columns, unit, terms, waived, options, of_input } = roles(arguments)?;
    let _control = is_stream(&arguments.table).then(control).transpose()?;
    let received = arguments.input.receive(&arguments.table)?;
    let table = received.as_ref().map_or(&arguments.table, |received| &received.file);
    let options = match &arguments.job {
        Some(_) => ReadOptions {
            encoding: arguments.encoding.or(options.encoding),
            sheet: arguments.sheet.clone().or(options.sheet),
            ..options
        },
        None => {
            let found = find_layout(table, &options).map_err(|error| error.called(&arguments.table));
            let found = found.map_err(IncogError::from)?;
            note_layout(&arguments.table, &found);
            found.options
        }
    };
    let original = read_original(arguments.original.as_deref(), of_input)?;
    let background = arguments.background(original.as_ref());
    let bar = bar("{spinner} {elapsed} {msg}", false);
    let audited = AuditedColumns { columns: &columns, unit: unit.as_deref(), terms: terms.as_ref() };
    let found = audit_file_with(table, &options, audited, background, &mut |step| {
        bar.set_message(said_of(step));
    });
    bar.finish_and_clear();
    let found = found.map_err(|error| match error {
        IncogError::Input(InputError::Read(error)) => {
            IncogError::Input(InputError::Read(error.called(&arguments.table)))
        }
        other => other,
    })?;
    Ok((found, waived))
}

fn said_of(step: AuditStep) -> &'static str {
    match step {
        AuditStep::Reading => "reading",
        AuditStep::Linting => "looking for values that identify people",
        AuditStep::Risk => "measuring sets of quasi-identifiers",
        AuditStep::Measuring => "measuring",
    }
}
