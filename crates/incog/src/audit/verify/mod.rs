//! What a report claims, proved or refuted from the two files it names.
//!
//! The input and the release are read again, hierarchies are made again from the job in the report,
//! and every claim is recomputed by the code of the audit. Nothing of the search is used.

mod attribute;
mod claims;
mod matching;
mod privacy;
mod utility;

use crate::IncogError;
use crate::anonymize::{Part, build_hierarchy, read_input};
use crate::audit::AuditError;
use crate::job::{ColumnJob, Job, Role};
use crate::report::{ProviderTableFacts, Report};
use crate::trajectories;
use incog_data::{Hierarchy, HierarchySpec, Table};
use incog_io::{ReadOptions, WholeFile, read_table};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

pub use claims::verify_tables;

/// What became of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Recomputed, and it holds.
    Proved,
    /// Recomputed, and it does not hold.
    Refuted,
    /// The files do not show it; the detail says why.
    NotShown,
}

/// A claim, its verdict and what was found. No value of any cell is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Check {
    /// The claim.
    pub claim: String,
    /// The verdict.
    pub verdict: Verdict,
    /// What was found.
    pub detail: String,
}

impl Check {
    pub(crate) fn new(claim: impl Into<String>, holds: bool, detail: impl Into<String>) -> Self {
        let verdict = if holds { Verdict::Proved } else { Verdict::Refuted };
        Self { claim: claim.into(), verdict, detail: detail.into() }
    }

    pub(crate) fn not_shown(claim: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { claim: claim.into(), verdict: Verdict::NotShown, detail: detail.into() }
    }

    /// The claim that a figure is `claimed`, within rounding.
    pub(crate) fn figure(claim: impl Into<String>, claimed: f64, found: f64) -> Self {
        let holds = is_same_figure(claimed, found);
        Self::new(
            claim,
            holds,
            if holds { format!("{found}") } else { format!("it is {found}, not {claimed}") },
        )
    }
}

/// Whether two figures differ by rounding only: by 1e-9 of the larger one.
fn is_same_figure(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

/// All claims of a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Verification {
    /// Whether no claim was refuted.
    pub holds: bool,
    /// The claims, in the order of the report.
    pub checks: Vec<Check>,
}

impl Verification {
    pub(crate) fn of(checks: Vec<Check>) -> Self {
        Self { holds: checks.iter().all(|check| check.verdict != Verdict::Refuted), checks }
    }

    /// The claims that were refuted.
    pub fn refuted(&self) -> impl Iterator<Item = &Check> {
        self.checks.iter().filter(|check| check.verdict == Verdict::Refuted)
    }
}

/// Reads a report, of a table or of trajectories, and the files it names, and checks every claim.
///
/// # Errors
/// When the report, the input or a hierarchy cannot be read. A release that cannot be read refutes
/// the report instead.
pub fn verify_report(path: impl AsRef<Path>) -> Result<Verification, IncogError> {
    let path = path.as_ref();
    let unreadable = |fault| IncogError::ReadReport { path: path.to_owned(), fault };
    let text = WholeFile::REPORT.read_text(path).map_err(unreadable)?;
    if trajectories::is_report(&text) {
        return trajectories::verify(path, &text);
    }
    let report: Report = serde_json::from_str(&text)
        .map_err(|source| IncogError::NoReport { path: path.to_owned(), source })?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let job = Job::from_file(&report.job, folder)?;
    let (input, parts) = read_input(&job)?;
    let mut checks = vec![
        same_sha256("input.sha256", &report.input.sha256, &input.sha256),
        rows("input.rows", report.input.rows, input.table.rows()),
    ];
    checks.extend(pooled(&report.inputs, &parts));
    let hierarchies = hierarchies(&job.columns, &input.table)?;
    match read_table(folder.join(&report.release.path), &release_options(&job, input.format.delimiter)) {
        Err(error) => checks.push(Check::new("release can be read", false, error.to_string())),
        Ok(release) => {
            checks.push(same_sha256("release.sha256", &report.release.sha256, &release.sha256));
            checks.push(rows("release.rows", report.release.rows, release.table.rows()));
            checks.extend(verify_tables(&report, &job, &input.table, &release.table, &hierarchies)?);
        }
    }
    Ok(Verification::of(checks))
}

fn release_options(job: &Job, delimiter: Option<u8>) -> ReadOptions {
    let same_format = job.input.extension() == job.output.extension();
    let delimiter = if same_format { delimiter } else { None };
    ReadOptions { delimiter, header: true, ..job.read_options() }
}

/// Whether the tables of the providers are those of the report, one by one.
fn pooled(claimed: &[ProviderTableFacts], found: &[Part]) -> Vec<Check> {
    if claimed.len() != found.len() {
        let detail = format!("{} tables in the job, {} in the report", found.len(), claimed.len());
        return vec![Check::new("inputs", false, detail)];
    }
    let pairs = (1..).zip(claimed.iter().zip(found));
    pairs
        .flat_map(|(place, (claimed, found))| {
            let same = claimed.provider == found.table.provider;
            let detail = if same { "as in the job" } else { "the job names another one" };
            [
                same_sha256(&format!("inputs[{place}].sha256"), &claimed.sha256, &found.sha256),
                rows(&format!("inputs[{place}].rows"), claimed.rows, found.rows),
                Check::new(format!("inputs[{place}].provider"), same, detail),
            ]
        })
        .collect()
}

fn same_sha256(claim: &str, claimed: &str, found: &str) -> Check {
    let same = claimed.eq_ignore_ascii_case(found);
    let detail = if same { "the file is the one reported" } else { "the file was changed since" };
    Check::new(claim, same, detail)
}

fn rows(claim: &str, claimed: u64, found: usize) -> Check {
    Check::figure(claim, claimed as f64, found as f64)
}

/// The hierarchies of quasi-identifiers and sensitive attributes.
pub(super) fn hierarchies(
    columns: &BTreeMap<String, ColumnJob>,
    input: &Table,
) -> Result<BTreeMap<String, Arc<Hierarchy>>, IncogError> {
    let mut hierarchies = BTreeMap::new();
    for (name, wanted) in columns {
        let Some(column) = input.column(name) else {
            // A release has neither identifiers nor, mostly, providers.
            if matches!(wanted.role, Role::Identifier | Role::Provider) {
                continue;
            }
            let known = input.columns().iter().map(|column| column.name.clone()).collect();
            return Err(AuditError::UnknownColumn { table: "input", name: name.clone(), known }.into());
        };
        let hierarchy = match (&wanted.hierarchy, wanted.role) {
            (Some(source), Role::QuasiIdentifier | Role::Sensitive) => {
                build_hierarchy(source, column, input)?
            }
            (None, Role::QuasiIdentifier) => HierarchySpec::default_for(column).build(column, input)?.into(),
            _ => continue,
        };
        hierarchies.insert(name.clone(), hierarchy);
    }
    Ok(hierarchies)
}

#[cfg(test)]
mod tests;
