//! An audit of a table in a file.

mod models;

use crate::IncogError;
use crate::PopulationFileError;
use crate::gate::AuditedTable;
use crate::hierarchy::{self, hierarchies};
use crate::job::{ColumnJob, HierarchySource, Job, Role, Terms};
use crate::population::people_in;
use crate::publish::EngineSession;
use incog_audit::{
    Attribute, Audit, AuditError, AuditRequest, Finding, Narrowing, NarrowingFacts, PopulationRisk,
    RiskProfile, RiskRequest, SensitiveRequest, audit, findings_text, population_risk, risk_profile,
    without_repeats,
};
use incog_data::{Column, CountedTable, Hierarchy, RecordCounts, Table};
use incog_engine::Engine;
use incog_io::{ReadOptions, RowStream, read_rows, read_table};
use incog_sql::Relation;
pub use models::AuditedModel;
use models::{measured_models, models_text};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// What an audit of a file found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FileAudit {
    /// SHA-256 of the file; a table in memory has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// How private the table is, under each reading of missing cells.
    #[serde(flatten)]
    pub audit: Audit,
    /// How likely records are found, by whom, and by which quasi-identifiers; missing cells are
    /// values of their own.
    pub risk: RiskProfile,
    /// What gives people away besides.
    pub findings: Vec<Finding>,
    /// What overlapping labels tell of each other, where a file with labels of the table is named
    /// for each quasi-identifier; label costs are those of `gen-loss`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub narrowing: Option<NarrowingFacts>,
    /// The models of the job that the table is audited by, if there is one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub models: Vec<AuditedModel>,
}

impl FileAudit {
    /// The audit as a table for people.
    pub fn to_text(&self) -> String {
        let narrowing = self.narrowing.as_ref().map_or(String::new(), narrowing_text);
        let (audit, risk) = (self.audit.to_text(), self.risk.to_text());
        let models = models_text(&self.models);
        format!("{audit}{risk}\n{}{narrowing}{models}", findings_text(&self.findings))
    }
}

/// What overlapping labels tell of each other, in a line.
fn narrowing_text(NarrowingFacts { guessed, .. }: &NarrowingFacts) -> String {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    match guessed.left {
        None => "\noverlapping labels make no label finer (downcoding)\n".to_owned(),
        Some(left) => format!(
            "\noverlapping labels narrow {} of the classes, with {} of the records, to {} of the values of \
             their labels, if no record is generalized more than necessary (downcoding)\n",
            percent(guessed.classes),
            percent(guessed.records),
            percent(left)
        ),
    }
}

/// Attacks the labels of a table, if a hierarchy file that has all of them is named for each of its
/// quasi-identifiers.
fn narrowing(
    table: &Table,
    counts: RecordCounts<'_>,
    columns: &BTreeMap<String, ColumnJob>,
) -> Option<NarrowingFacts> {
    let quasi_identifiers = columns.iter().filter(|(_, column)| column.role == Role::QuasiIdentifier);
    let read = |(name, column): (&String, &ColumnJob)| match &column.hierarchy {
        Some(HierarchySource::File(path)) => {
            Some((column.weight, hierarchy::read(path).ok()?, table.column(name)?))
        }
        _ => None,
    };
    let read: Vec<(f64, Arc<Hierarchy>, &Column)> = quasi_identifiers.map(read).collect::<Option<_>>()?;
    let attributes: Vec<Attribute<'_>> = read
        .iter()
        .map(|(weight, hierarchy, column)| {
            Attribute::by_label(*weight, hierarchy, column).with_counts(counts)
        })
        .collect();
    let are_labels = |((_, _, column), attribute): (&(f64, Arc<Hierarchy>, &Column), &Attribute<'_>)| {
        let mut codes = column.used().into_iter().zip(attribute.label_of());
        codes.all(|(used, label)| !used || label.is_some())
    };
    if attributes.is_empty() || !read.iter().zip(&attributes).all(are_labels) {
        return None;
    }
    let found = Narrowing::measure(&attributes, table.rows(), counts, "gen-loss");
    Some(NarrowingFacts::new(&found, None, None))
}

/// What an audit does at the moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuditStep {
    /// It reads the table.
    Reading,
    /// It looks for what gives people away besides.
    Linting,
    /// It looks at sets of quasi-identifiers, which takes longest.
    Risk,
    /// It measures how private the table is.
    Measuring,
}

/// What is known beside an audited table: of the population that its records are some of, and of
/// the original that it is a release of.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct AuditBackground<'a> {
    /// The share of the population that the table is a simple random sample of, above 0 and below
    /// 1.
    pub sampling_fraction: Option<f64>,
    /// A table in a file with a row for each person of the population, those of the table among
    /// them.
    pub population: Option<&'a Path>,
    /// The table before suppression, with the sensitive columns and that of the people who are
    /// counted. Then distances and gains are measured against its shares, and against those of the
    /// audited table where they differ.
    pub original: Option<&'a Table>,
}

/// The columns of an audited table, and the one that names people.
#[derive(Debug, Clone, Copy)]
pub struct AuditedColumns<'a> {
    /// The columns by name; a column that is not among them is insensitive.
    pub columns: &'a BTreeMap<String, ColumnJob>,
    /// The column that names the people to count; records are counted where it is `None`.
    pub unit: Option<&'a str>,
    /// The terms of the job that the table was released by, if there is one.
    pub terms: Option<&'a Terms>,
}

/// Measures and lints the table in a file; columns without an entry in `columns` are insensitive,
/// and people are counted where `unit` names their column.
///
/// # Errors
/// When a file cannot be read, a column is not in the table or the population, the fraction is
/// none, or the population lacks people of the table.
pub fn audit_file(
    path: impl AsRef<Path>,
    options: &ReadOptions,
    columns: &BTreeMap<String, ColumnJob>,
    unit: Option<&str>,
    background: AuditBackground<'_>,
) -> Result<FileAudit, IncogError> {
    audit_file_with(path, options, AuditedColumns { columns, unit, terms: None }, background, &mut |_| {})
}

/// Like [`audit_file`]; calls `observe` at each step.
///
/// # Errors
/// As [`audit_file`].
pub fn audit_file_with(
    path: impl AsRef<Path>,
    options: &ReadOptions,
    audited: AuditedColumns<'_>,
    background: AuditBackground<'_>,
    observe: &mut dyn FnMut(AuditStep),
) -> Result<FileAudit, IncogError> {
    observe(AuditStep::Reading);
    let file = read_table(path.as_ref(), &as_they_are(options))?;
    let around = Around { background, missing: &options.missing_markers };
    let found = audit_counted((&file.table).into(), audited, around, observe)?;
    Ok(FileAudit { sha256: Some(file.sha256), ..found })
}

/// As [`audit_file_with`], for rows in memory; `name` is what messages call the table.
///
/// # Errors
/// As [`audit_file`].
pub fn audit_rows(
    name: impl AsRef<Path>,
    rows: RowStream,
    options: &ReadOptions,
    audited: AuditedColumns<'_>,
    background: AuditBackground<'_>,
) -> Result<FileAudit, IncogError> {
    let (table, _) = read_rows(name, rows, &as_they_are(options))?;
    let around = Around { background, missing: &options.missing_markers };
    audit_counted((&table).into(), audited, around, &mut |_| {})
}

/// The risks alone of rows in memory, missing markers left as they are; `name` is what messages
/// call the table.
///
/// # Errors
/// When the rows cannot be read, or as [`risk_profile`].
pub fn risk_rows(
    name: impl AsRef<Path>,
    rows: RowStream,
    options: &ReadOptions,
    request: &RiskRequest,
) -> Result<RiskProfile, IncogError> {
    let (table, _) = read_rows(name, rows, &as_they_are(options))?;
    Ok(risk_profile(&table, request)?)
}

/// As [`audit_file`], for a table of the engine of a job: counted there, without the columns that
/// the job calls identifiers.
///
/// # Errors
/// When the engine does not do what it is told, or a column is not in the table.
pub fn audit_in(
    job: &Job,
    table: Option<&Relation>,
    engine: &mut dyn Engine,
    background: AuditBackground<'_>,
) -> Result<FileAudit, IncogError> {
    let columns = &job.terms.columns;
    let without = columns.iter().filter(|(_, column)| column.role == Role::Identifier);
    let without: Vec<&str> = without.map(|(name, _)| name.as_str()).collect();
    let options = as_they_are(&job.read_options());
    let counted = EngineSession::begin(job, engine)?.count_all(job, table, &without, &options)?;
    let roles = columns.iter().filter(|(_, column)| column.role != Role::Identifier);
    let roles = roles.map(|(name, column)| (name.clone(), column.clone())).collect();
    let table = CountedTable::with_counts(&counted.table, counted.counts());
    let table = table.expect("there is a count for each row that was read");
    let around = Around { background, missing: &options.missing_markers };
    audit_counted(
        table,
        AuditedColumns { columns: &roles, unit: job.terms.unit.column(), terms: Some(&job.terms) },
        around,
        &mut |_| {},
    )
}

/// Missing markers are left as they are: for a reader of the table, two markers in a
/// quasi-identifier are two values.
fn as_they_are(options: &ReadOptions) -> ReadOptions {
    ReadOptions { one_missing_value: false, ..options.clone() }
}

/// The context of an audit: what is known, and the markers of missing values in all tables.
#[derive(Clone, Copy)]
struct Around<'a> {
    background: AuditBackground<'a>,
    missing: &'a [String],
}

impl Around<'_> {
    /// What a table of the population tells of the risks, where there is one. `unit` is the column
    /// of the people that the job counts, also where the table does not have it: several of its
    /// records may be about one of them nevertheless.
    fn risk(
        self,
        table: CountedTable<'_>,
        names: &[String],
        unit: Option<&str>,
    ) -> Result<Option<PopulationRisk>, IncogError> {
        let Some(path) = self.background.population else { return Ok(None) };
        let refused = |source| {
            IncogError::Population(PopulationFileError::RiskInPopulation { path: path.to_owned(), source })
        };
        if let Some(unit) = unit {
            return Err(refused(AuditError::PeopleInPopulation { unit: unit.to_owned() }));
        }
        // A column that the table lacks is told as one of the table.
        if names.iter().any(|name| table.column(name).is_none()) {
            return Ok(None);
        }
        let people = people_in(path, names, self.missing)?;
        population_risk(table, &people, names).map(Some).map_err(refused)
    }
}

fn audit_counted(
    counted: CountedTable<'_>,
    audited: AuditedColumns<'_>,
    around: Around<'_>,
    observe: &mut dyn FnMut(AuditStep),
) -> Result<FileAudit, IncogError> {
    let AuditedColumns { columns, unit, terms } = audited;
    let (table, counts) = (counted.table(), counted.counts());
    // The table may be a release, whose labels fit no hierarchy made for original values; then it
    // is measured without the hierarchy. Columns that are not there are refused by the measurement.
    let hierarchies: BTreeMap<String, Arc<Hierarchy>> = columns
        .iter()
        .map(|(name, column)| BTreeMap::from([(name.clone(), column.clone())]))
        .filter_map(|column| hierarchies(&column, table).ok())
        .flatten()
        .collect();
    let with_role = |role: Role| columns.iter().filter(move |(_, column)| column.role == role);
    // A release may have bounds in the place of a column.
    let is_there = |name: &String| table.column(name).is_some();
    let in_table = |(name, column): (&String, &ColumnJob)| {
        let written = column.publish.columns(name);
        if written.iter().all(is_there) { written } else { vec![name.clone()] }
    };
    let request = AuditRequest {
        quasi_identifiers: with_role(Role::QuasiIdentifier).flat_map(in_table).collect(),
        sensitive: with_role(Role::Sensitive)
            .map(|(name, _)| SensitiveRequest {
                name: name.clone(),
                hierarchy: hierarchies.get(name).cloned(),
                missing: columns[name].missing,
            })
            .collect(),
        provider: with_role(Role::Provider)
            .map(|(name, _)| name.clone())
            .find(|name| table.column(name).is_some()),
        // A release has none.
        unit: unit.filter(|unit| table.column(unit).is_some()).map(str::to_owned),
        original: around.background.original.map(Into::into),
        ..AuditRequest::default()
    };
    let population_table = around.risk(counted, &request.quasi_identifiers, unit)?;
    observe(AuditStep::Linting);
    let roles =
        columns.iter().flat_map(|column| in_table(column).into_iter().map(|name| (name, column.1.role)));
    let roles = roles.collect();
    let quasi_identifiers = &request.quasi_identifiers;
    let audited = AuditedTable { table: counted, columns, quasi_identifiers, unit, terms };
    let mut findings = audited.findings(&roles, &hierarchies);
    findings.sort_by_key(|finding| finding.severity);
    let findings = without_repeats(findings);
    let narrowing = narrowing(table, counts, columns);
    let (quasi_identifiers, unit) = (request.quasi_identifiers.clone(), request.unit.clone());
    // A release need not have the column.
    let mut households = with_role(Role::Household).map(|(name, _)| name);
    let household = households.find(|name| unit.as_ref() != Some(*name) && is_there(name)).cloned();
    observe(AuditStep::Risk);
    let sampling_fraction = around.background.sampling_fraction;
    let asked = RiskRequest { quasi_identifiers, unit, household, sampling_fraction };
    let risk = risk_profile(counted, &asked)?;
    let risk = match population_table {
        Some(counted) => risk.with_population(counted),
        None => risk,
    };
    observe(AuditStep::Measuring);
    let models = terms.map(|terms| measured_models(terms, counted, &request, &hierarchies)).transpose()?;
    let models = models.unwrap_or_default();
    Ok(FileAudit { sha256: None, audit: audit(counted, &request)?, risk, findings, narrowing, models })
}
