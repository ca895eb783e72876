//! An earlier release, as whoever has it reads it.

use super::perturbations::EarlierPerturbations;
use crate::DisclosureError;
use crate::MeasureError;
use crate::earlier_error::EarlierError;
use crate::hierarchy::resolve_hierarchies;
use crate::job::{InputFile, Job, OutputFile, Role, Terms, without_found_values};
use crate::release_columns::{NoCell, with_labels};
use crate::report::{ColumnFacts, RecodingKind, Report};
use crate::secret::Secret;
use incog_data::{Hierarchy, Publish, Table};
use incog_io::{ReadOptions, TableFile, WholeFile, read_json, read_table};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// An earlier release.
pub(super) struct Earlier {
    /// The file name of the release.
    pub name: String,
    pub sha256: String,
    pub release: Table,
    /// The table that it was made of, where that is at hand and its report proves that it is this
    /// one.
    pub original: Option<Table>,
    /// By column, the hierarchies that were made of that table then.
    pub hierarchies: BTreeMap<String, Arc<Hierarchy>>,
    /// Whether its report would prove what that table is.
    pub is_provable: bool,
    /// Its columns whose labels are values.
    pub ungeneralized: BTreeSet<String>,
    pub quasi_identifiers: Vec<String>,
    /// How it perturbed its columns.
    pub perturbations: EarlierPerturbations,
}

impl Earlier {
    /// Reads the release of a report, which publishes its columns in the form in which the terms
    /// do.
    pub fn read(terms: &Terms, path: &Path, secret: Option<&Secret>) -> Result<Self, DisclosureError> {
        Self::try_read(terms, path, secret).map_err(|source| {
            DisclosureError::Measure(MeasureError::Earlier { path: path.to_owned(), source })
        })
    }

    fn try_read(terms: &Terms, path: &Path, secret: Option<&Secret>) -> Result<Self, EarlierError> {
        let text = WholeFile::REPORT.read_text(path).map_err(EarlierError::Report)?;
        if incog_report::is_of_trajectories(&text) {
            return Err(EarlierError::Trajectories);
        }
        let report: Report = read_json(&text)
            .map_err(|error| EarlierError::NoReport { what: without_found_values(&error.to_string()) })?;
        check_kind(&report)?;
        report.columns.iter().try_for_each(|column| check_form(terms, column))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let file = folder.join(&report.release.path);
        let TableFile { table, sha256, .. } =
            read_table(&file, &release_options(&report)).map_err(EarlierError::Release)?;
        if sha256 != report.release.sha256 {
            return Err(EarlierError::Changed { release: file.display().to_string() });
        }
        let labelled = with_labels(terms, Cow::Owned(table));
        let labelled = labelled.map_err(|NoCell { column, row }| EarlierError::Cell { column, row })?;
        let is_value = |column: &&ColumnFacts| !is_quasi_identifier(column) || column.level == Some(0);
        let quasi_identifiers: Vec<String> = report
            .columns
            .iter()
            .filter(|column| is_quasi_identifier(column))
            .map(|column| column.name.clone())
            .collect();
        // A series of a ledger has records of people who are not in the table any more.
        let is_of_table = terms.ledger().is_none() && report.job.releases.ledger.is_none();
        let original = original(terms, &report, folder, secret).filter(|_| is_of_table);
        let hierarchies = original.as_ref().and_then(|table| hierarchies(&report, folder, table));
        Ok(Self {
            name: file.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            sha256,
            release: labelled.into_owned(),
            original,
            hierarchies: hierarchies.unwrap_or_default(),
            is_provable: is_of_table && (report.input.sha256.is_some() || report.input.hmac_sha256.is_some()),
            ungeneralized: report.columns.iter().filter(is_value).map(|column| column.name.clone()).collect(),
            quasi_identifiers,
            perturbations: EarlierPerturbations::new(&report, folder, secret),
        })
    }
}

fn is_quasi_identifier(column: &ColumnFacts) -> bool {
    column.role == Role::QuasiIdentifier.name()
}

/// Refuses releases in which nobody can be looked up.
fn check_kind(report: &Report) -> Result<(), EarlierError> {
    if matches!(report.job.output, Some(OutputFile::Table(_))) {
        return Err(EarlierError::InEngine);
    }
    if report.job.release.fixed_width.is_some() {
        return Err(EarlierError::FixedWidth);
    }
    match report.solution.recoding {
        RecodingKind::Microaggregation => Err(EarlierError::Groups),
        RecodingKind::Global | RecodingKind::Local => Ok(()),
    }
}

/// Refuses a column by which people are looked up, or whose values are compared, that is published
/// in another form now.
fn check_form(terms: &Terms, column: &ColumnFacts) -> Result<(), EarlierError> {
    let (before, now) = (column.publish.clone(), terms.published_form(&column.name));
    let is_compared = matches!(terms.role(&column.name), Role::QuasiIdentifier | Role::Sensitive);
    if !is_compared && !is_quasi_identifier(column) {
        return Ok(());
    }
    let name = column.name.clone();
    if before != now {
        return Err(EarlierError::Form { column: name, before, now });
    }
    if terms.treatment_of(&name).is_some() {
        return Err(EarlierError::Treated { column: name, form: now.unwrap_or_default() });
    }
    let is_value = column.level == Some(0) && column.by_level.is_empty();
    match terms.publish_as(&name) {
        Publish::Midpoint if !is_value => Err(EarlierError::Middle { column: name }),
        _ => Ok(()),
    }
}

fn release_options(report: &Report) -> ReadOptions {
    let default = ReadOptions::default();
    ReadOptions {
        missing_markers: report.job.csv.missing.clone().unwrap_or(default.missing_markers.clone()),
        escaped_formulas: report.job.release.escape_formulas.unwrap_or(false),
        one_missing_value: false,
        ..default
    }
}

/// The hierarchies of its own job for its own table; `None` where the report withholds some, or a
/// file of them is gone.
fn hierarchies(report: &Report, folder: &Path, table: &Table) -> Option<BTreeMap<String, Arc<Hierarchy>>> {
    let job = Job::from_file(&report.job, folder).ok()?;
    resolve_hierarchies(&job.terms, table.clone()).ok().map(|(_, settled)| settled.hierarchies)
}

/// The table that a release was made of, where people are counted, so that it tells who is in the
/// release. A table of that name may have become another one since, so it is taken only where its
/// digest is that of the report.
fn original(terms: &Terms, report: &Report, folder: &Path, secret: Option<&Secret>) -> Option<Table> {
    let treated = |name: &str| terms.treatment_of(name).is_some();
    let unit = terms.unit.column().filter(|unit| !treated(unit))?;
    if terms.with_role(Role::QuasiIdentifier).any(treated) {
        return None;
    }
    let Some(InputFile::Path(path)) = &report.job.input else { return None };
    let missing_markers = report.job.csv.missing.clone().unwrap_or(ReadOptions::default().missing_markers);
    let options = ReadOptions { missing_markers, ..ReadOptions::default() };
    let TableFile { table, sha256, .. } = read_table(folder.join(path), &options).ok()?;
    let by_secret = secret.map(|secret| secret.digest("sha256 of the input", &sha256));
    let is_proved = report.input.sha256.as_ref() == Some(&sha256)
        || by_secret.is_some() && report.input.hmac_sha256 == by_secret;
    (is_proved && table.column(unit).is_some()).then_some(table)
}
