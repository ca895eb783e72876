//! Releases of trajectories: points in, points out, reports as JSON.

use crate::capsule::{GivenStream, stream};
use crate::errors::{as_json, read_keys};
use crate::release::paths;
use crate::worker_thread::{Teller, detached};
use incog::python::{Notation, keyword_text};
use incog::trajectories::{MemoryTrajectories, SaveTrajectories, TrajectoryError, TrajectoryJob};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::path::PathBuf;
use std::sync::Arc;

/// Makes a release of points, a row for each; `job` is a job of trajectories as JSON.
#[pyfunction]
pub fn trajectories(py: Python<'_>, points: &Bound<'_, PyAny>, job: &str) -> PyResult<EngineTrajectories> {
    let job: TrajectoryJob = read_keys(py, job, Notation::TrajectoryKeywords)?;
    let given = GivenStream::new(points)?;
    let work = move |control: &_, _: &Teller| {
        let name = job.input.to_string_lossy().into_owned();
        let rows = given.rows(&name).map_err(TrajectoryError::from)?;
        Ok(job.run_on(rows, control)?)
    };
    Ok(EngineTrajectories(Arc::new(detached(py, None, work)?)))
}

/// A release of trajectories in memory.
#[pyclass(frozen, name = "EngineTrajectories")]
pub struct EngineTrajectories(Arc<MemoryTrajectories>);

#[pymethods]
impl EngineTrajectories {
    /// The points as an Arrow stream; they keep their types, whatever is requested.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        stream(py, &self.0.rows)
    }

    /// Points.
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

    /// The report of all figures, which tells of single trajectories.
    fn internal_report(&self) -> PyResult<String> {
        as_json(serde_json::to_string(&self.0.report))
    }

    /// The public report for people.
    fn page(&self) -> &str {
        &self.0.public_html
    }

    /// Why the search ended.
    fn stopped(&self) -> &'static str {
        self.0.stopped.name()
    }

    /// What should be looked at.
    fn notes(&self) -> Vec<String> {
        let notes = self.0.report.warnings.iter().chain(&self.0.notes);
        notes.map(|note| keyword_text(note, Notation::TrajectoryKeywords)).collect()
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
        let (release, options) = (self.0.clone(), SaveTrajectories { force, replace_better, internal });
        let written = path.clone();
        let outcome = detached(py, None, move |_, _| Ok(release.save(path, &options)?))?;
        Ok(paths([written, outcome.report_json], outcome.report_html, outcome.internal_html))
    }
}
