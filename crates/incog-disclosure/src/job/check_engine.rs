//! Tables of an engine: where it is, which table is published, and which is made.

use super::check::{Checked, at, word};
use super::error::JobProblem;
use super::file::{InputTableFile, JobFile, OutputFile};
use super::spec::{EngineSource, EngineTable};
use incog_engine::{AddressError, ENGINES, check_address};
use incog_sql::Relation;
use std::path::{Path, PathBuf};

/// The table of an engine that a job publishes.
pub(super) fn engine_table(input: &InputTableFile, folder: &Path) -> Checked<EngineTable> {
    let of_file = [("path", &input.path), ("counts", &input.counts), ("numbers", &input.numbers)];
    if let Some((key, _)) = of_file.into_iter().find(|(_, value)| value.is_some()) {
        let (first, second) = ("input.adbc".to_owned(), format!("input.{key}"));
        let why = "the input is either a database table or a file; remove one of the keys";
        return Err(at("input", JobProblem::Contradiction { first, second, why }));
    }
    not_an_address("input.adbc", input.adbc.as_deref().unwrap_or_default())?;
    not_an_address("input.table", input.table.as_deref().unwrap_or_default())?;
    let known = ENGINES.map(|engine| (engine, engine));
    let missing = |key, what| at("input", JobProblem::Missing { key, what });
    let engine = word("input.adbc", input.adbc.as_deref(), &known)?;
    let engine = engine.ok_or_else(|| missing("adbc", "name the database system, such as \"postgresql\""))?;
    let source = source(input)?;
    Ok(EngineTable { engine, uri: uri(engine, input.uri.as_deref(), folder)?, source })
}

/// The table, or the query that gives the records.
fn source(input: &InputTableFile) -> Checked<EngineSource> {
    let what = "name the table, or set query to a statement that selects the records";
    match (input.table.as_deref(), input.query.as_deref()) {
        (Some(_), Some(_)) => {
            let (first, second) = ("input.table".to_owned(), "input.query".to_owned());
            let why = "the input is either a table or a query; remove one of the keys";
            Err(at("input", JobProblem::Contradiction { first, second, why }))
        }
        (Some(table), None) => Ok(EngineSource::Table(relation("input.table", table)?)),
        (None, Some(query)) => Ok(EngineSource::Query(one_statement(query)?)),
        (None, None) if input.withheld.is_some() => Err(at("input", JobProblem::WithheldQuery)),
        (None, None) => Err(at("input", JobProblem::Missing { key: "table", what })),
    }
}

/// A query, when it cannot be more than one: some drivers carry out all statements of a text, also
/// those behind a semicolon.
fn one_statement(query: &str) -> Checked<String> {
    let found = match query.trim() {
        "" => "empty",
        query if query.contains(';') => "a text with a semicolon",
        query if query.contains('\0') => "a text with the character U+0000",
        query => return Ok(query.to_owned()),
    };
    Err(at("input.query", JobProblem::Query { found }))
}

/// Refuses an address where something else belongs: it may have a password, and messages show what
/// stands there.
pub(super) fn not_an_address(key: &'static str, text: &str) -> Checked<()> {
    let why = AddressError::Misplaced;
    if text.contains("://") { Err(at(key, JobProblem::Address { key, why })) } else { Ok(()) }
}

/// Where the engine is; a file is resolved.
fn uri(engine: &'static str, uri: Option<&str>, folder: &Path) -> Checked<Option<String>> {
    let what = "name the file of the database";
    match uri {
        None if engine == "duckdb" => Err(at("input", JobProblem::Missing { key: "uri", what })),
        None => Ok(None),
        Some(uri) => {
            let checked = check_address(engine, uri);
            checked.map_err(|why| at("input.uri", JobProblem::Address { key: "input.uri", why }))?;
            let is_file = engine == "duckdb";
            Ok(Some(if is_file { folder.join(uri).to_string_lossy().into_owned() } else { uri.to_owned() }))
        }
    }
}

fn relation(key: &'static str, name: &str) -> Checked<Relation> {
    name.parse().map_err(|why| at(key, JobProblem::Relation { key, why }))
}

/// What a job makes.
pub(super) struct Output {
    /// The file of the release, or the name beside which the reports of a table are.
    pub output: PathBuf,
    /// The table of the engine.
    pub into: Option<Relation>,
}

/// The file or the table to make.
pub(super) fn output(file: &JobFile, folder: &Path, engine: Option<&EngineTable>) -> Checked<Output> {
    let missing = || (None, JobProblem::Missing { key: "output", what: "name the release to write" });
    let table = match file.output.as_ref().ok_or_else(missing)? {
        OutputFile::Path(path) => {
            not_an_address("output", path)?;
            return Ok(Output { output: folder.join(path), into: None });
        }
        OutputFile::Table(output) => {
            not_an_address("output.table", &output.table)?;
            relation("output.table", &output.table)?
        }
    };
    let contradiction = |why| {
        let (first, second) = ("input".to_owned(), "output.table".to_owned());
        Err(at("output", JobProblem::Contradiction { first, second, why }))
    };
    match engine {
        None => {
            contradiction("the release can be a database table only if the input is one in the same database")
        }
        Some(EngineTable { source: EngineSource::Table(input), .. }) if table.may_be(input) => contradiction(
            "they may be the same table; write both as SCHEMA.NAME, or give the release another name",
        ),
        Some(_) => Ok(Output { output: folder.join(table.file_name()), into: Some(table) }),
    }
}
