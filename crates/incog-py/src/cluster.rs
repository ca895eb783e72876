//! Releases of clusters: only what they have counted comes here, and what they are to make goes
//! out.

use crate::capsule::{GivenStream, stream};
use crate::errors::as_json;
use crate::release::{internal_report_of, job_text_of};
use crate::worker_thread::{Teller, detached};
use incog::{ClusterDecision, ClusterRelease, CountedRows, IncogError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::sync::Arc;

/// Rows that a cluster has counted, with the name of the column that says how many records have
/// each.
pub struct GivenCounts {
    given: GivenStream,
    counts: String,
}

impl GivenCounts {
    pub fn new(rows: &Bound<'_, PyAny>, counts: String) -> PyResult<Self> {
        Ok(Self { given: GivenStream::new(rows)?, counts })
    }

    pub fn rows(self, name: &str) -> Result<CountedRows, IncogError> {
        Ok(CountedRows { rows: self.given.rows(name)?, counts: self.counts })
    }
}

/// What a cluster is to make, as an Arrow stream of distinct rows; the last column says how many
/// records each stands for.
#[pyclass(frozen, name = "EngineClusterDecision")]
pub struct EngineClusterDecision(Arc<ClusterDecision>);

impl EngineClusterDecision {
    pub fn new(decision: ClusterDecision) -> Self {
        Self(Arc::new(decision))
    }
}

#[pymethods]
impl EngineClusterDecision {
    /// The distinct rows as an Arrow stream; they keep their types, whatever is requested.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        stream(py, &self.0.rows)
    }

    /// Measures the release that the cluster has made and counted.
    #[pyo3(signature = (found, counts, observer=None))]
    fn measured(
        &self,
        py: Python<'_>,
        found: &Bound<'_, PyAny>,
        counts: String,
        observer: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<EngineClusterRelease> {
        let (decision, found) = (self.0.clone(), GivenCounts::new(found, counts)?);
        let work = move |control: &_, tell: &Teller| {
            decision.measured(found.rows("release")?, control, &mut |event| tell(event.into()))
        };
        Ok(EngineClusterRelease(Arc::new(detached(py, observer, work)?)))
    }
}

/// The facts of a release made in a cluster.
#[pyclass(frozen, name = "EngineClusterRelease")]
pub struct EngineClusterRelease(Arc<ClusterRelease>);

#[pymethods]
impl EngineClusterRelease {
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

    /// Checks every claim of the public report against table and release, as the cluster has
    /// counted them; returns the checks as JSON.
    fn verify(
        &self,
        py: Python<'_>,
        original: (Bound<'_, PyAny>, String),
        found: (Bound<'_, PyAny>, String),
    ) -> PyResult<String> {
        let release = self.0.clone();
        let (original, found) =
            (GivenCounts::new(&original.0, original.1)?, GivenCounts::new(&found.0, found.1)?);
        let work = move |_: &_, _: &Teller| release.verify(original.rows("table")?, found.rows("release")?);
        as_json(serde_json::to_string(&detached(py, None, work)?))
    }
}
