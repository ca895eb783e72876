//! Releases: rows as a stream, reports as JSON, saving and verifying.

use crate::capsule::{GivenStream, stream};
use crate::errors::as_json;
use crate::worker_thread::detached;
use incog::report::Report;
use incog::{Job, MemoryRelease, SaveOptions};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::path::PathBuf;
use std::sync::Arc;

/// A release in memory.
#[pyclass(frozen, name = "EngineRelease")]
pub struct PyEngineRelease(Arc<MemoryRelease>);

impl PyEngineRelease {
    pub fn new(release: MemoryRelease) -> Self {
        Self(Arc::new(release))
    }
}

/// The files of a release, in the order in which they are looked at.
pub fn paths(
    data: impl IntoIterator<Item = PathBuf>,
    page: PathBuf,
    internal: Option<PathBuf>,
) -> Vec<PathBuf> {
    data.into_iter().chain([page]).chain(internal).collect()
}

/// The text of the report of all figures.
pub fn internal_report_of(report: &Report) -> PyResult<String> {
    report.to_json().map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The text of a job.
pub fn job_text_of(job: &Job) -> PyResult<String> {
    toml::to_string(&job.to_file("")).map_err(|error| PyValueError::new_err(error.to_string()))
}

#[pymethods]
impl PyEngineRelease {
    /// The rows as an Arrow stream; they keep their types, whatever is requested.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        stream(py, &self.0.rows)
    }

    /// Records.
    fn __len__(&self) -> usize {
        self.0.rows.rows()
    }

    /// Names of the columns.
    fn columns(&self) -> Vec<String> {
        self.0.rows.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// The public report.
    fn report(&self) -> &str {
        &self.0.public_json
    }

    /// The report of all figures, which tells of suppressed records.
    fn internal_report(&self) -> PyResult<String> {
        internal_report_of(&self.0.report)
    }

    /// The public report for people.
    fn page(&self) -> &str {
        &self.0.public_html
    }

    /// Why the search ended.
    fn stopped(&self) -> &'static str {
        self.0.stopped.name()
    }

    /// The job, as a file.
    fn job(&self) -> PyResult<String> {
        job_text_of(self.0.job())
    }

    /// Writes the release and its reports; returns the files.
    fn save(
        &self,
        py: Python<'_>,
        path: PathBuf,
        force: bool,
        replace_better: bool,
        internal: bool,
    ) -> PyResult<Vec<PathBuf>> {
        let (release, options) = (self.0.clone(), SaveOptions { force, replace_better, internal });
        let outcome = detached(py, None, move |_, _| release.save(path, &options))?;
        Ok(paths([outcome.release, outcome.report_json], outcome.report_html, outcome.internal_html))
    }

    /// Checks every claim of the public report against the table it was made of; returns the checks
    /// as JSON.
    fn verify(&self, py: Python<'_>, original: &Bound<'_, PyAny>) -> PyResult<String> {
        let (release, given) = (self.0.clone(), GivenStream::new(original)?);
        let verification = detached(py, None, move |_, _| release.verify(given.rows("table")?))?;
        as_json(serde_json::to_string(&verification))
    }
}
