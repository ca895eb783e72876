//! Tables that are looked at: audits, and jobs to start from.

use crate::capsule::GivenStream;
use crate::detached::detached;
use crate::errors::wrong_job;
use incog::Job;
use incog::audit_rows;
use incog::io::{ReadOptions, read_rows};
use incog::job::propose_job;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Measures and lints a table; `job` is the text of a job whose columns and unit are looked at. Returns JSON, and the same
/// for people.
#[pyfunction]
pub fn audit(py: Python<'_>, table: &Bound<'_, PyAny>, job: &str) -> PyResult<(String, String)> {
    let job = Job::from_toml_for_rows(job, "").map_err(|error| wrong_job(py, &error))?;
    let given = GivenStream::of(table)?;
    let work = move |_: &_, _: &mut (dyn FnMut(_) + Send)| {
        let (options, terms) = (job.read_options(), job.terms());
        let unit = terms.unit().column().map(str::to_owned);
        audit_rows("table", given.rows("table")?, &options, terms.columns(), unit.as_deref(), None)
    };
    let found = detached(py, None, work)?;
    let json = serde_json::to_string(&found).map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok((json, found.to_text()))
}

/// The text of a job file to start from.
#[pyfunction]
pub fn propose(py: Python<'_>, table: &Bound<'_, PyAny>) -> PyResult<String> {
    let given = GivenStream::of(table)?;
    detached(py, None, move |_, _| {
        let (table, _) = read_rows("table", given.rows("table")?, &ReadOptions::default())?;
        Ok(propose_job(&table, "table", "release.arrow", true))
    })
}
