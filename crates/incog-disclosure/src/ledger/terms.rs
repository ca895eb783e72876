//! What all releases of a series share, by a job and a table.

use super::line::{LedgerColumn, LedgerTerms};
use crate::DisclosureError;
use crate::LedgerError;
use crate::job::{HierarchyOptions, Job, Role, Terms};
use crate::secret::Secret;
use incog_audit::{criteria, required_k};
use incog_data::{Column, ColumnBuilder, Hierarchy, Table};
use incog_privacy::Of;
use serde::Deserialize;
use std::path::Path;
use std::sync::Arc;

/// The form of ledgers that this version writes.
pub(super) const VERSION: u32 = 3;

/// The part of a first line that all forms of ledgers have.
#[derive(Deserialize)]
struct FirstLine {
    series: Form,
}

#[derive(Deserialize)]
struct Form {
    version: u32,
}

/// Refuses the lines of a ledger of another form, which would seem to be broken.
pub(super) fn check_form(lines: &str, path: &Path) -> Result<(), LedgerError> {
    let first = lines.lines().next().and_then(|line| line.split_once(' '));
    let first: Option<FirstLine> = first.and_then(|(_, line)| serde_json::from_str(line).ok());
    match first.map(|line| line.series.version).filter(|form| *form != VERSION) {
        None => Ok(()),
        Some(form) => Err(LedgerError::OtherForm { path: path.to_owned(), form, kept: VERSION }),
    }
}

impl LedgerTerms {
    /// What a job asks of the releases of a table. The heights of hierarchies are not known yet.
    pub(super) fn new(terms: &Terms, table: &Table) -> Self {
        let criteria = criteria(&terms.demand(table), table);
        let about_values = criteria.iter().filter(|criterion| matches!(criterion.about(), Of::Values(_)));
        let l = about_values.map(|criterion| criterion.smallest_class()).max().unwrap_or(1);
        Self {
            version: VERSION,
            key: None,
            beside: Vec::new(),
            people: terms.unit.column().unwrap_or_default().to_owned(),
            quasi_identifiers: names_with(terms, table, |role| role == Role::QuasiIdentifier)
                .into_iter()
                .map(|name| LedgerColumn { name, ..LedgerColumn::default() })
                .collect(),
            sensitive: names_with(terms, table, |role| role == Role::Sensitive),
            insensitive: names_with(terms, table, |role| {
                !role.names_people() && !matches!(role, Role::QuasiIdentifier | Role::Sensitive)
            }),
            columns: names_with(terms, table, |role| !role.names_people() || role == Role::Person),
            k: required_k(&criteria).max(l),
            l,
            is_m_invariant: terms.ledger().is_some_and(|ledger| ledger.is_m_invariant),
        }
    }

    /// The table with its columns in the order of the series, and without those that the series
    /// does not know and the job says nothing of; and the names of these.
    pub(super) fn arranged(
        &self,
        terms: &Terms,
        table: Table,
    ) -> Result<(Table, Vec<String>), DisclosureError> {
        if self.columns.is_empty() {
            return Ok((table, Vec::new()));
        }
        let (new, mut columns): (Vec<&Column>, Vec<&Column>) = table.columns().iter().partition(|column| {
            !self.columns.contains(&column.name) && !terms.columns.contains_key(&column.name)
        });
        columns.sort_by_key(|column| {
            self.columns.iter().position(|known| *known == column.name).unwrap_or(usize::MAX)
        });
        let new = new.into_iter().map(|column| column.name.clone()).collect();
        Ok((Table::new(columns.into_iter().cloned().collect())?, new))
    }

    /// Refuses terms that are not those of the series.
    pub(super) fn check(&self, now: &Self, path: &Path) -> Result<(), DisclosureError> {
        let all = [
            ("person", self.people.clone(), now.people.clone()),
            ("quasi-identifiers", names(&self.quasi_identifiers), names(&now.quasi_identifiers)),
            ("sensitive columns", self.sensitive.join(", "), now.sensitive.join(", ")),
            ("other published columns", self.insensitive.join(", "), now.insensitive.join(", ")),
            ("k", self.k.to_string(), now.k.to_string()),
            ("l", self.l.to_string(), now.l.to_string()),
            ("m-invariance", self.is_m_invariant.to_string(), now.is_m_invariant.to_string()),
        ];
        match all.into_iter().find(|(_, then, now)| then != now) {
            None => Ok(()),
            Some((key, then, now)) => {
                Err(LedgerError::OtherTerms { path: path.to_owned(), key, then, now }.into())
            }
        }
    }

    /// The terms of a job with the labels of this series.
    pub(super) fn with_lasting_labels(&self, terms: &Terms) -> Terms {
        let made = self.quasi_identifiers.iter().filter(|column| !column.values.is_empty());
        let lasting = made.map(|column| (column.name.clone(), column.values.clone())).collect();
        let hierarchy = HierarchyOptions { lasting: Some(Arc::new(lasting)), ..terms.hierarchy.clone() };
        Terms { hierarchy, ..terms.clone() }
    }

    /// A job with the labels of this series, whatever table it is given.
    pub fn for_job(&self, job: Job) -> Job {
        let terms = self.with_lasting_labels(&job.terms);
        job.with_terms(terms)
    }

    /// The key of seals and digests: that of the file, or the secret of the job.
    pub(super) fn key_of(&self, secret: Option<&Secret>) -> Option<Secret> {
        self.key.as_deref().map(Secret::of_text).or_else(|| secret.cloned())
    }
}

fn names(columns: &[LedgerColumn]) -> String {
    columns.iter().map(|column| column.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// The columns of a table whose role is wanted.
fn names_with(terms: &Terms, table: &Table, is_wanted: impl Fn(Role) -> bool) -> Vec<String> {
    let columns = table.columns().iter().map(|column| column.name.clone());
    columns.filter(|name| is_wanted(terms.role(name))).collect()
}

impl LedgerColumn {
    /// The column with the text of the series for its missing values.
    pub(super) fn with_missing(&self, column: Column) -> Column {
        match &self.missing {
            Some(text) if !has_as_value(&column, text) => column.with_missing_as(text),
            _ => column,
        }
    }

    /// The column with more values below its own.
    pub(super) fn with_values<'v>(&self, column: &Column, more: impl Iterator<Item = &'v str>) -> Column {
        let mut all = ColumnBuilder::new(column.name.as_str());
        (0..column.codes.len()).for_each(|row| all.push(column.value(row)));
        more.for_each(|value| all.push(value));
        all.finish(&self.missing_texts())
    }

    /// The texts that stand for a missing value, without the spaces around them.
    pub(super) fn missing_texts(&self) -> Vec<&str> {
        self.missing.iter().map(|text| text.trim()).collect()
    }
}

impl LedgerTerms {
    /// The table with the texts of the series for missing values of quasi-identifiers. A table by
    /// itself has the text that most suits it, and a person would have another label on another
    /// night.
    pub(super) fn with_missing(&self, mut table: Table) -> Result<Table, DisclosureError> {
        for column in &self.quasi_identifiers {
            if let Some(found) = table.column(&column.name).filter(|found| !found.missing.is_empty()) {
                let replaced = column.with_missing(found.clone());
                table = table.with_replaced(replaced)?;
            }
        }
        Ok(table)
    }
}

/// Whether a text is a value that is not missing: the job may have named other markers before.
fn has_as_value(column: &Column, text: &str) -> bool {
    let codes = (0u32..).zip(column.dictionary.iter());
    codes.filter(|(code, _)| !column.is_missing(*code)).any(|(_, value)| value == text)
}

/// The text for missing values of a column in all tables of a series that begins with it: the one
/// of the column, or else one that the hierarchy has.
pub(super) fn missing_text(job: &Job, column: &Column, hierarchy: &Hierarchy) -> Option<String> {
    let options = job.read_options();
    let markers = &options.missing_markers;
    if column.missing.is_empty() {
        let stated = markers.iter().find(|marker| hierarchy.find(marker).is_some()).cloned();
        return stated.or_else(|| (!markers.is_empty()).then(|| options.missing_text(column, false)));
    }
    Some(options.missing_text(column, false))
}
