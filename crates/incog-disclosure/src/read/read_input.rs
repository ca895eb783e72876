//! The tables of several providers as one.

use crate::DisclosureError;
use crate::job::{Job, ProviderTable, Role, Terms};
use crate::read::counted_file::CountedFile;
use crate::read::named_values::check_named_values;
use crate::secret::Secret;
use crate::treated_table::treated;
use crate::{EngineRunError, InputError};
use incog_audit::ChangedFacts;
use incog_data::{Column, DictionaryBuilder, Levels, NarrowCodes, RecordCounts, Table, ValueType};
use incog_io::{FileFormat, ReadOptions, RowStream, TableFile, read_rows, read_table, sha256_of_text};
use std::path::Path;

/// A table that was pooled.
#[derive(Debug, Clone, PartialEq)]
pub struct PooledTable {
    /// Where the table is, and which provider it comes from.
    pub table: ProviderTable,
    /// Its rows.
    pub rows: usize,
    /// SHA-256 of its bytes.
    pub sha256: String,
}

/// Where the rows of an input came from, without them: a file, several, or another library.
#[derive(Clone)]
pub struct Source {
    /// SHA-256 of the file; for pooled tables, that of the digests of the parts, one per line. Rows
    /// in memory have none.
    pub sha256: Option<String>,
    /// How it is laid out.
    pub format: FileFormat,
    /// The tables it was pooled from; empty when it is one.
    pub parts: Vec<PooledTable>,
    /// The columns that are treated, as they were.
    pub untreated: Vec<Column>,
    /// The level of each quasi-identifier, in the order of the table, where a model of the job has
    /// chosen them.
    pub levels: Option<Levels>,
}

/// The table of a job before any column is treated, all records of it.
pub fn read_as_it_stands(job: &Job) -> Result<(Table, Source), DisclosureError> {
    job.check_file()?;
    if job.inputs.is_empty() {
        let (counted, source) = read_untreated(job)?;
        return Ok((counted.records(&job.input)?, source));
    }
    let mut files = Vec::new();
    for table in &job.inputs {
        files.push(read_table(&table.path, &job.read_options())?);
    }
    let name = job.provider_column();
    for (table, file) in job.inputs.iter().zip(&files) {
        check_schema(&table.path, &file.table, &job.input, &files[0].table)?;
        if file.table.column(name).is_some() {
            let (path, column) = (table.path.clone(), name.to_owned());
            return Err(DisclosureError::Input(InputError::ProviderColumnTaken { path, column }));
        }
    }
    let parts = job.inputs.iter().zip(&files).map(|(table, file)| PooledTable {
        table: table.clone(),
        rows: file.table.rows(),
        sha256: file.sha256.clone(),
    });
    let parts: Vec<PooledTable> = parts.collect();
    pool(name, parts, files, &job.read_options())
}

/// Reads the table of a job, which is not pooled, as it stands in its file: with counts where the
/// job says which column has them.
pub fn read_counted(job: &Job) -> Result<(CountedFile, Source), DisclosureError> {
    let (counted, source) = read_untreated(job)?;
    check_named_values(job, &counted.table)?;
    Ok((counted.treated(&job.terms)?, source))
}

/// Like [`read_counted`], before columns are treated, as the engine that counted the table has
/// them.
pub fn read_untreated(job: &Job) -> Result<(CountedFile, Source), DisclosureError> {
    job.check_file()?;
    let read = read_table(job.input_file(), &job.read_options());
    let TableFile { table, format, sha256, .. } = read.map_err(|error| error.called(&job.input))?;
    let counted = CountedFile::new(&job.input, table, job.counted.as_ref())?;
    Ok((counted, Source::new(Some(sha256), format)))
}

/// Reads rows in memory as the table of a job.
pub fn read_given(job: &Job, rows: RowStream) -> Result<(Table, Source), DisclosureError> {
    let options = job.read_options();
    let (table, format) = read_rows(&job.input, rows, &options)?;
    // A release that is saved as text is told apart like one of a text that the job describes.
    let format = FileFormat { delimiter: options.delimiter, ..format };
    let table = CountedFile::new(&job.input, table, job.counted.as_ref())?.records(&job.input)?;
    Source::new(None, format).treating(job, table)
}

impl Source {
    /// That of rows of one file, or of memory, as they stand.
    pub fn new(sha256: Option<String>, format: FileFormat) -> Self {
        Self { sha256, format, parts: Vec::new(), untreated: Vec::new(), levels: None }
    }

    /// The table with its columns treated, and the source that knows what they were.
    pub fn treating(self, job: &Job, table: Table) -> Result<(Table, Self), DisclosureError> {
        check_named_values(job, &table)?;
        let untreated = job.terms.treated_columns(&table);
        let table = treated(&job.terms, table, RecordCounts::ONE_EACH)?;
        Ok((table, Self { untreated, ..self }))
    }

    /// How far a column is from what it was; `None` where it is not treated before the decision, or
    /// names people.
    pub fn changed(&self, terms: &Terms, column: &Column) -> Option<ChangedFacts> {
        if terms.limits_of(&column.name).is_some() {
            return None;
        }
        let was = self.untreated.iter().find(|was| was.name == column.name)?;
        (!terms.role(&column.name).names_people()).then(|| ChangedFacts::compare(was, column))
    }

    /// The digest of the input under a secret.
    pub fn hmac(&self, secret: &Secret) -> Option<String> {
        self.sha256.as_ref().map(|sha256| secret.digest("sha256 of the input", sha256))
    }
}

impl Job {
    /// Refuses a table of an engine where there is no connection.
    fn check_file(&self) -> Result<(), DisclosureError> {
        if self.engine.is_some() {
            Err(DisclosureError::Engine(EngineRunError::NoConnection))
        } else {
            Ok(())
        }
    }

    /// The name of the column of providers.
    pub fn provider_column(&self) -> &str {
        let mut columns = self.terms.columns.iter().filter(|(_, column)| column.role == Role::Provider);
        columns.next().map_or(crate::job::PROVIDER_COLUMN, |(name, _)| name)
    }
}

fn check_schema(path: &Path, table: &Table, first_path: &Path, first: &Table) -> Result<(), DisclosureError> {
    let only_in = |one: &Table, other: &Table| -> Vec<String> {
        let columns = one.columns().iter().filter(|column| other.column(&column.name).is_none());
        columns.map(|column| column.name.clone()).collect()
    };
    let (lacking, surplus) = (only_in(first, table), only_in(table, first));
    if lacking.is_empty() && surplus.is_empty() {
        return Ok(());
    }
    Err(DisclosureError::Input(InputError::Schema {
        path: path.to_owned(),
        first: first_path.to_owned(),
        lacking,
        surplus,
    }))
}

fn pool(
    provider: &str,
    parts: Vec<PooledTable>,
    files: Vec<TableFile>,
    options: &ReadOptions,
) -> Result<(Table, Source), DisclosureError> {
    let names: Vec<&str> = files[0].table.columns().iter().map(|column| column.name.as_str()).collect();
    let appended = |name: &&str| {
        let column = append(name, files.iter().filter_map(|file| file.table.column(name)));
        // Each table has one missing value; all together may have several.
        let is_typed = files.iter().all(|file| file.format.schema.is_some());
        let text = options.missing_text(&column, is_typed);
        column.with_missing_as(&text)
    };
    let mut columns: Vec<Column> = names.iter().map(appended).collect();
    columns.push(providers(provider, &parts));
    let format = FileFormat::of_all(files.iter().map(|file| &file.format));
    let digests: String = files.iter().map(|file| format!("{}\n", file.sha256)).collect();
    let path = parts[0].table.path.clone();
    let table = Table::new(columns).map_err(|source| incog_io::ReadError::Table { path, source })?;
    Ok((table, Source { parts, ..Source::new(Some(sha256_of_text(&digests)), format) }))
}

/// Columns one below the other; codes follow the first appearance, as if read from one file.
fn append<'a>(name: &str, parts: impl Iterator<Item = &'a Column>) -> Column {
    let mut values = DictionaryBuilder::default();
    let (mut codes, mut missing) = (NarrowCodes::new(), Vec::new());
    for part in parts {
        let code_of: Vec<u32> = part.dictionary.iter().map(|value| values.insert(value)).collect();
        codes.extend_renamed(&part.codes, &code_of);
        missing.extend(part.missing.iter().map(|&code| code_of[code as usize]));
    }
    missing.sort_unstable();
    missing.dedup();
    let dictionary = values.finish();
    let present = (0u32..).zip(dictionary.iter()).filter(|(code, _)| missing.binary_search(code).is_err());
    let value_type = ValueType::infer(present.map(|(_, value)| value));
    Column { name: name.to_owned(), value_type, dictionary, codes, missing }
}

fn providers(name: &str, parts: &[PooledTable]) -> Column {
    let mut values = DictionaryBuilder::default();
    let mut codes = NarrowCodes::new();
    for part in parts {
        let code = values.insert(&part.table.provider);
        codes.extend(std::iter::repeat_n(code, part.rows));
    }
    let dictionary = values.finish();
    let value_type = ValueType::infer(dictionary.iter());
    Column { name: name.to_owned(), value_type, dictionary, codes, missing: Vec::new() }
}
