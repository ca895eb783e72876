//! A job after all checks.

use super::file::CertificateFile;
use super::islands::Islands;
use super::redirection::Elsewhere;
use super::terms::Terms;
use crate::draw_key::DrawKey;
use incog_engine::Address;
use incog_io::{DecimalMark, FixedField, TextEncoding};
use incog_sql::Relation;
use std::fmt;
use std::path::{Path, PathBuf};

/// A checked job: which table is published, on which terms, and where the release is written.
///
/// Made by [`Job::from_toml_file`] and its siblings or by [`Terms::job`], which check everything
/// that can be checked without the table. Paths are resolved; they were relative to the job file.
#[derive(Debug, Clone, PartialEq)]
pub struct Job {
    #[doc(hidden)]
    pub terms: Terms,
    #[doc(hidden)]
    pub input: PathBuf,
    #[doc(hidden)]
    pub inputs: Vec<ProviderTable>,
    #[doc(hidden)]
    pub counted: Option<CountedColumns>,
    /// The table of an engine, instead of the file `input`, which is what its reports call it then.
    #[doc(hidden)]
    pub engine: Option<EngineTable>,
    /// The table to make in that engine, instead of the file `output`, beside which its reports
    /// are.
    #[doc(hidden)]
    pub into: Option<Relation>,
    #[doc(hidden)]
    pub output: PathBuf,
    #[doc(hidden)]
    pub csv: CsvOptions,
    /// The fields of a release that is a text without delimiters.
    #[doc(hidden)]
    pub released_fields: Option<Vec<FixedField>>,
    /// Who answers for the release.
    #[doc(hidden)]
    pub certificate: CertificateFile,
    #[doc(hidden)]
    pub trace: Option<PathBuf>,
    #[doc(hidden)]
    pub proof: Option<PathBuf>,
    #[doc(hidden)]
    pub file: Option<PathBuf>,
    #[doc(hidden)]
    pub internal: bool,
    #[doc(hidden)]
    pub force: bool,
    #[doc(hidden)]
    pub replace_better: bool,
    /// Whether it is said what one level per column would cost.
    #[doc(hidden)]
    pub tells_price: bool,
    #[doc(hidden)]
    pub dry_run: bool,
    #[doc(hidden)]
    pub begins_series: bool,
    #[doc(hidden)]
    pub elsewhere: Elsewhere,
    #[doc(hidden)]
    pub islands: Islands,
}

/// The columns of a counted table that are about its rows, and not about the records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedColumns {
    /// The column that says how many records a row stands for.
    pub counts: String,
    /// The column that numbers the rows, for an engine that has the same table.
    pub numbers: Option<String>,
}

/// What an engine has of the records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EngineSource {
    /// A table or a view, by its name.
    Table(Relation),
    /// What a query of one statement gives.
    Query(String),
}

impl EngineSource {
    /// What reports and messages call it: a query may name values, and is not shown.
    pub fn called(&self) -> Relation {
        match self {
            Self::Table(table) => table.clone(),
            Self::Query(_) => Relation::from_parts(&["query"]),
        }
    }
}

impl fmt::Display for EngineSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table(table) => table.fmt(f),
            Self::Query(_) => f.write_str("the query of the job"),
        }
    }
}

/// Records of an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineTable {
    /// The engine, one of [`ENGINES`](incog_engine::ENGINES).
    pub engine: &'static str,
    /// Its address, without a password; `None` leaves it to the driver. That of DuckDB is a file.
    pub uri: Option<String>,
    /// The table, or the query that gives it.
    pub source: EngineSource,
}

/// What one provider brings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderTable {
    /// Its table.
    pub path: PathBuf,
    /// Its name, which is the value of the provider column in each of these records.
    pub provider: String,
}

/// The layout of the input's text; whatever is `None` is detected.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CsvOptions {
    /// Between fields.
    pub delimiter: Option<u8>,
    /// Around fields.
    pub quote: Option<u8>,
    /// Whether the first line names the columns.
    pub header: Option<bool>,
    /// The encoding of the text.
    pub encoding: Option<TextEncoding>,
    /// The sheet of a spreadsheet.
    pub sheet: Option<String>,
    /// Lines above the table.
    pub skip_rows: usize,
    /// Lines below the table.
    pub skip_footer: usize,
    /// The decimal mark of numbers; `None` for numbers in the form of computers.
    pub decimal: Option<DecimalMark>,
    /// The fields of a text without delimiters; `None` where fields are delimited.
    pub fixed_width: Option<Vec<FixedField>>,
    /// The texts that stand for "missing"; `None` for the usual ones (empty, `NA`, `?`).
    pub missing: Option<Vec<String>>,
}

impl Job {
    /// The terms on which the table is published.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The table to publish; the first of [`Job::inputs`] when there are several.
    pub fn input(&self) -> &Path {
        &self.input
    }

    /// The tables of several providers that are pooled; empty when there is one table.
    pub fn inputs(&self) -> &[ProviderTable] {
        &self.inputs
    }

    /// What says how many records each row of the input stands for; `None` where each is one.
    pub fn counted(&self) -> Option<&CountedColumns> {
        self.counted.as_ref()
    }

    /// The table of an engine that is published, instead of a file; `Job::run_in` publishes it.
    pub fn engine(&self) -> Option<&EngineTable> {
        self.engine.as_ref()
    }

    /// Where the engine of the input is; `None` where the input is a file. Whoever wants a release
    /// in the engine writes there.
    pub fn address(&self) -> Option<Address> {
        let EngineTable { engine, uri, .. } = self.engine.as_ref()?;
        Some(Address { engine, uri: uri.clone(), read_only: self.into.is_none() })
    }

    /// The table of the engine that the release is made as, instead of the file [`Job::output`],
    /// beside which its reports are.
    pub fn output_table(&self) -> Option<&Relation> {
        self.into.as_ref()
    }

    /// The release to write.
    pub fn output(&self) -> &Path {
        &self.output
    }

    /// Where the trace of the search is written; `None` for nowhere.
    pub fn trace(&self) -> Option<&Path> {
        self.trace.as_deref()
    }

    /// The job of another table, in a file.
    #[must_use]
    pub fn with_input(self, input: impl Into<PathBuf>) -> Self {
        Self { input: input.into(), engine: None, ..self }
    }

    /// The job with another output.
    #[must_use]
    pub fn with_output(self, output: impl Into<PathBuf>) -> Self {
        Self { output: output.into(), into: None, ..self }
    }

    /// The job with another path for the trace, or without a trace.
    #[must_use]
    pub fn with_trace(self, trace: Option<PathBuf>) -> Self {
        Self { trace, ..self }
    }

    /// Sets where what proves the bound of the search is written (`--proof`); not part of the job
    /// file.
    #[must_use]
    pub fn with_proof(self, proof: Option<PathBuf>) -> Self {
        Self { proof, ..self }
    }

    /// Draws by this key where the terms name no secret.
    #[must_use]
    pub fn drawing_by(self, draw_key: DrawKey) -> Self {
        let terms = self.terms.clone().drawing_by(draw_key);
        self.with_terms(terms)
    }

    /// The job on other terms.
    #[must_use]
    pub fn with_terms(self, terms: Terms) -> Self {
        Self { terms, ..self }
    }

    /// Sets whether the steward's own report is written too (`--internal`); not part of the job
    /// file.
    #[must_use]
    pub fn with_internal_report(self, internal: bool) -> Self {
        Self { internal, ..self }
    }

    /// Sets whether an existing output may be replaced (`--force`); not part of the job file.
    #[must_use]
    pub fn replacing_output(self, force: bool) -> Self {
        Self { force, ..self }
    }

    /// Sets whether a release that is replaced may be better than the new one (`--replace-better`);
    /// not part of the job file.
    #[must_use]
    pub fn replacing_better_ones(self, replace_better: bool) -> Self {
        Self { replace_better, ..self }
    }

    /// Sets whether a series begins, so that there is no ledger yet (`--new-series`); not part of
    /// the job file.
    #[must_use]
    pub fn beginning_series(self, begins_series: bool) -> Self {
        Self { begins_series, ..self }
    }

    /// Sets whether the release is made and measured, and no file appears (`--dry-run`); not part
    /// of the job file.
    #[must_use]
    pub fn as_dry_run(self, dry_run: bool) -> Self {
        Self { dry_run, ..self }
    }

    /// Sets whether a note says what one level per column would cost where levels differ by record;
    /// not part of the job file.
    #[must_use]
    pub fn telling_price(self, tells_price: bool) -> Self {
        Self { tells_price, ..self }
    }
}
