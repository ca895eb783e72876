//! Tables that are looked at: audits and risks.

use crate::capsule::GivenStream;
use crate::errors::as_json;
use crate::job::EngineJob;
use crate::worker_thread::detached;
use incog::audit::{Finding, RiskRequest};
use incog::io::{ReadOptions, read_rows};
use incog::python::note_message;
use incog::{AuditBackground, AuditedColumns, FileAudit, audit_rows, risk_rows};
use pyo3::prelude::*;
use serde_json::to_string;
use std::path::PathBuf;

/// Measures and lints a table; the columns and the unit of `job` are looked at, and its models if
/// `measures_models`; `population` is a file with a row for each person, `original` the table
/// before suppression. Returns JSON, and the same for people.
#[pyfunction]
pub fn audit(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    job: &EngineJob,
    measures_models: bool,
    sampling_fraction: Option<f64>,
    population: Option<PathBuf>,
    original: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, String)> {
    let job = job.job().clone();
    let given = GivenStream::new(table)?;
    let original = original.map(GivenStream::new).transpose()?;
    let found = detached(py, None, move |_, _| {
        let (options, terms) = (job.read_options(), job.terms());
        let unit = terms.unit().column().map(str::to_owned);
        let original =
            original.map(|rows| read_rows("original", rows.rows("original")?, &options)).transpose();
        let original = original?.map(|(table, _)| table);
        audit_rows(
            "table",
            given.rows("table")?,
            &options,
            AuditedColumns {
                columns: terms.columns(),
                unit: unit.as_deref(),
                terms: measures_models.then_some(terms),
            },
            AuditBackground {
                sampling_fraction,
                population: population.as_deref(),
                original: original.as_ref(),
            },
        )
    })?;
    let found = FileAudit { findings: found.findings.into_iter().map(in_python).collect(), ..found };
    Ok((as_json(to_string(&found))?, found.to_text()))
}

/// The finding with its advice in the keywords of the package.
fn in_python(finding: Finding) -> Finding {
    Finding { message: note_message(&finding.message), ..finding }
}

/// How likely records of a table are found; `missing` are the texts that mean "missing", the usual
/// ones where it is `None`. Returns JSON, and the same for people.
#[pyfunction]
pub fn risk(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    quasi_identifiers: Vec<String>,
    unit: Option<String>,
    household: Option<String>,
    sampling_fraction: Option<f64>,
    missing: Option<Vec<String>>,
) -> PyResult<(String, String)> {
    let given = GivenStream::new(table)?;
    let request = RiskRequest { quasi_identifiers, unit, household, sampling_fraction };
    let usual = ReadOptions::default();
    let options = ReadOptions { missing_markers: missing.unwrap_or(usual.missing_markers.clone()), ..usual };
    let found = detached(py, None, move |_, _| risk_rows("table", given.rows("table")?, &options, &request))?;
    Ok((as_json(to_string(&found))?, found.to_text()))
}
