//! One table, or the tables of several providers.

use super::check::{Checked, at};
use super::check_engine::{engine_table, not_an_address};
use super::column::ColumnJob;
use super::error::JobProblem;
use super::file::{InputFile, InputTableFile, JobFile};
use super::spec::{CountedColumns, EngineTable, ProviderTable};
use incog_io::is_same_file;
use incog_privacy::Role;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The column that names the provider of a record when each provider brings a file of its own and
/// no column has the role `provider`.
pub const PROVIDER_COLUMN: &str = "provider";

/// The tables of a job.
pub(super) struct Inputs {
    /// The table, or the first of several.
    pub input: PathBuf,
    /// All of them when there are several.
    pub inputs: Vec<ProviderTable>,
    /// What says how many records each row stands for.
    pub counted: Option<CountedColumns>,
    /// The table of an engine, instead of a file.
    pub engine: Option<EngineTable>,
}

impl Inputs {
    fn one(input: PathBuf) -> Self {
        Self { input, inputs: Vec::new(), counted: None, engine: None }
    }
}

/// The table of a job, or those of several providers.
pub(super) fn inputs(file: &JobFile, folder: &Path) -> Checked<Inputs> {
    let what = "name the table to publish, or set inputs to the tables of several providers";
    match (&file.input, &file.inputs) {
        (None, None) => Err((None, JobProblem::Missing { key: "input", what })),
        (Some(InputFile::Path(path)), None) => {
            not_an_address("input", path)?;
            Ok(Inputs::one(folder.join(path)))
        }
        (Some(InputFile::Table(input)), None) => table(input, file, folder),
        (Some(_), Some(_)) => {
            let (first, second) = ("input".to_owned(), "inputs".to_owned());
            let why = "a job has either one table or a list of tables with their providers; remove one of \
                the keys";
            Err(at("inputs", JobProblem::Contradiction { first, second, why }))
        }
        (None, Some(tables)) => {
            let resolve = |table: &super::file::ProviderTableFile| ProviderTable {
                path: folder.join(&table.path),
                provider: table.provider.clone(),
            };
            let inputs: Vec<ProviderTable> = tables.iter().map(resolve).collect();
            check_tables(&inputs)?;
            let first =
                inputs.first().ok_or((None, JobProblem::Missing { key: "inputs", what }))?.path.clone();
            Ok(Inputs { inputs, ..Inputs::one(first) })
        }
    }
}

/// A counted table in a file, or a table of an engine.
fn table(input: &InputTableFile, file: &JobFile, folder: &Path) -> Checked<Inputs> {
    if input.is_of_engine() {
        let engine = engine_table(input, folder)?;
        let called = folder.join(engine.source.called().file_name());
        return Ok(Inputs { engine: Some(engine), ..Inputs::one(called) });
    }
    let what = "name the file of the counted table";
    let path = input.path.as_ref().ok_or_else(|| at("input", JobProblem::Missing { key: "path", what }))?;
    let counted = Some(counted_columns(input, file)?);
    Ok(Inputs { counted, ..Inputs::one(folder.join(path)) })
}

/// The columns of a counted table that are not about records: two, of which nothing else is said.
fn counted_columns(input: &InputTableFile, file: &JobFile) -> Checked<CountedColumns> {
    let what = "name the column with the number of records of each row";
    let counts = input.counts.clone();
    let counts = counts.ok_or_else(|| at("input", JobProblem::Missing { key: "counts", what }))?;
    let counted = CountedColumns { counts, numbers: input.numbers.clone() };
    let named = [("input.counts", Some(&counted.counts)), ("input.numbers", counted.numbers.as_ref())];
    let contradiction = |(first, second): (String, String), why| {
        Err(at(&first.clone(), JobProblem::Contradiction { first, second, why }))
    };
    for (key, name) in named {
        if let Some(name) = name.filter(|name| file.columns.contains_key(*name)) {
            let why = "the column describes rows of the counted table, not records; remove it from [columns]";
            return contradiction((key.to_owned(), format!("columns.{name}")), why);
        }
    }
    if counted.numbers.as_ref() == Some(&counted.counts) {
        let keys = ("input.counts".to_owned(), "input.numbers".to_owned());
        return contradiction(
            keys,
            "one column cannot have both the number of a row and its number of records",
        );
    }
    Ok(counted)
}

fn check_tables(tables: &[ProviderTable]) -> Checked<()> {
    for (place, table) in tables.iter().enumerate() {
        if table.provider.trim().is_empty() {
            let what = "inputs names the provider of each table; remove the other column with the role \
                \"provider\"";
            return Err(at("inputs", JobProblem::Missing { key: "provider", what }));
        }
        if let Some(first) = tables[..place].iter().position(|other| is_same_file(&other.path, &table.path)) {
            let (first, second) = (format!("inputs[{first}].path"), format!("inputs[{place}].path"));
            let why = "both are the same file, and its records would count twice";
            return Err(at("inputs", JobProblem::Contradiction { first, second, why }));
        }
    }
    Ok(())
}

/// Gives the column of the providers a name: that of the column with the role, or
/// [`PROVIDER_COLUMN`].
pub(super) fn name_provider_column(columns: &mut BTreeMap<String, ColumnJob>) -> Checked<()> {
    if columns.values().any(|column| column.role == Role::Provider) {
        return Ok(());
    }
    let earlier = columns.insert(PROVIDER_COLUMN.to_owned(), ColumnJob::with_role(Role::Provider));
    if earlier.is_none() {
        return Ok(());
    }
    let key = format!("columns.{PROVIDER_COLUMN}.role");
    let why = "incog needs this name for the column of the providers; to use another name, add a column \
        with the role \"provider\" that no file has";
    Err(at(&key.clone(), JobProblem::Contradiction { first: "inputs".into(), second: key, why }))
}
