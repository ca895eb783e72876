//! Tables that are looked at: audits and risks.

use crate::capsule::GivenStream;
use crate::errors::{as_json, wrong_job};
use crate::worker_thread::detached;
use incog::Job;
use incog::audit::RiskRequest;
use incog::io::{ReadOptions, read_rows};
use incog::python::Notation;
use incog::{AuditBackground, audit_rows, risk_rows};
use pyo3::prelude::*;
use serde_json::to_string;
use std::path::PathBuf;

/// Measures and lints a table; `job` is the text of a job whose columns and unit are looked at,
/// `population` a file with a row for each person, `original` the table before suppression. Returns
/// JSON, and the same for people.
#[pyfunction]
pub fn audit(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    job: &str,
    sampling_fraction: Option<f64>,
    population: Option<PathBuf>,
    original: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, String)> {
    let job = Job::from_toml_for_rows(job, "").map_err(|error| wrong_job(py, &error, Notation::JobFile))?;
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
            terms.columns(),
            unit.as_deref(),
            AuditBackground {
                sampling_fraction,
                population: population.as_deref(),
                original: original.as_ref(),
            },
        )
    })?;
    Ok((as_json(to_string(&found))?, found.to_text()))
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
