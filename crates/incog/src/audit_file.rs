//! An audit of a table in a file.

use crate::IncogError;
use crate::hierarchy::hierarchies;
use crate::job::{ColumnJob, Role};
use incog_audit::{Audit, AuditRequest, Finding, SensitiveRequest, audit, findings_text, lint};
use incog_data::Hierarchy;
use incog_io::{ReadOptions, read_table};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// What an audit of a file found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FileAudit {
    /// SHA-256 of the file.
    pub sha256: String,
    /// How private the table is, under each reading of missing cells.
    #[serde(flatten)]
    pub audit: Audit,
    /// What gives people away besides.
    pub findings: Vec<Finding>,
}

impl FileAudit {
    /// The audit as a table for people.
    pub fn to_text(&self) -> String {
        format!("{}\n{}", self.audit.to_text(), findings_text(&self.findings))
    }
}

/// Measures and lints the table in a file; columns without an entry in `columns` are insensitive, and people are counted
/// where `unit` names their column.
///
/// # Errors
/// When the file cannot be read, or a column is not in the table.
pub fn audit_file(
    path: impl AsRef<Path>,
    options: &ReadOptions,
    columns: &BTreeMap<String, ColumnJob>,
    unit: Option<&str>,
) -> Result<FileAudit, IncogError> {
    // Missing markers are left as they are: for a reader of the table, two markers in a quasi-identifier are two
    // values.
    let options = ReadOptions { one_missing_value: false, ..options.clone() };
    let file = read_table(path.as_ref(), &options)?;
    // The table may be a release, whose labels fit no hierarchy made for original values; then it is measured without
    // the hierarchy. Columns that are not there are refused by the measurement.
    let hierarchies: BTreeMap<String, Arc<Hierarchy>> = columns
        .iter()
        .map(|(name, column)| BTreeMap::from([(name.clone(), column.clone())]))
        .filter_map(|column| hierarchies(&column, &file.table).ok())
        .flatten()
        .collect();
    let with_role = |role: Role| columns.iter().filter(move |(_, column)| column.role == role);
    // A release may have bounds in the place of a column.
    let is_there = |name: &String| file.table.column(name).is_some();
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
            .find(|name| file.table.column(name).is_some()),
        // A release has none.
        unit: unit.filter(|unit| file.table.column(unit).is_some()).map(str::to_owned),
        ..AuditRequest::default()
    };
    let roles =
        columns.iter().flat_map(|column| in_table(column).into_iter().map(|name| (name, column.1.role)));
    let roles = roles.collect();
    let findings = lint(&file.table, &roles, &hierarchies);
    Ok(FileAudit { sha256: file.sha256, audit: audit(&file.table, &request)?, findings })
}
