//! Plans: a decision, to be looked at and carried out.

use crate::capsule::GivenStream;
use crate::errors::{raised, wrong_job};
use crate::release::PyEngineRelease;
use crate::worker_thread::{Teller, detached};
use incog::PlanFile;
use incog::job::UnknownValues;
use incog::python::Notation;
use incog::runs::MemoryRuns;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

/// A plan.
#[pyclass(frozen, name = "EnginePlan")]
pub struct EnginePlan(Arc<PlanFile>);

impl EnginePlan {
    pub fn new(plan: PlanFile) -> Self {
        Self(Arc::new(plan))
    }
}

#[pymethods]
impl EnginePlan {
    /// Reads the text of a plan.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: &str) -> PyResult<Self> {
        PlanFile::parse(text, "plan").map(Self::new).map_err(|error| raised(py, &error))
    }

    /// The plan for a file in the folder `to`, whose paths are relative to `from` now.
    fn moved(&self, py: Python<'_>, from: PathBuf, to: PathBuf) -> PyResult<Self> {
        self.0.moved(from, to).map(Self::new).map_err(|error| raised(py, &error))
    }

    /// Its text, as in a file.
    fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// Makes a release of another table of the same form. `path` is the file that the plan is in or
    /// will be, `name` what the report calls the table, and `unknown` what becomes of values that
    /// the hierarchies of the plan lack.
    #[pyo3(signature = (table, path, name, unknown, observer=None))]
    fn reuse(
        &self,
        py: Python<'_>,
        table: &Bound<'_, PyAny>,
        path: PathBuf,
        name: String,
        unknown: &str,
        observer: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyEngineRelease> {
        let job =
            self.0.job_for_rows(path, &name).map_err(|error| wrong_job(py, &error, Notation::JobFile))?;
        let known = UnknownValues::ALL.into_iter().find(|(known, _)| *known == unknown);
        let (_, unknown) = known.ok_or_else(|| no_such(unknown))?;
        let terms = job.terms().clone().with_unknown_values(unknown);
        let (job, plan, given) = (job.with_terms(terms), self.0.clone(), GivenStream::new(table)?);
        let work = move |control: &_, tell: &Teller| {
            job.reuse_on(&plan, given.rows(&name)?, control, &mut |event| tell(event.into()))
        };
        detached(py, observer, work).map(PyEngineRelease::new)
    }

    /// Makes the release that it describes; paths of its job are relative to `folder`.
    #[pyo3(signature = (table, folder, observer=None))]
    fn apply(
        &self,
        py: Python<'_>,
        table: &Bound<'_, PyAny>,
        folder: PathBuf,
        observer: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyEngineRelease> {
        let job = self.0.job(folder).map_err(|error| wrong_job(py, &error, Notation::JobFile))?;
        let (plan, given) = (self.0.clone(), GivenStream::new(table)?);
        let work = move |control: &_, tell: &Teller| {
            let name = job.input().to_string_lossy().into_owned();
            job.apply_on(&plan, given.rows(&name)?, control, &mut |event| tell(event.into()))
        };
        detached(py, observer, work).map(PyEngineRelease::new)
    }
}

fn no_such(unknown: &str) -> PyErr {
    let known = UnknownValues::ALL.map(|(name, _)| name).join(" or ");
    PyValueError::new_err(format!("unknown is {unknown:?}; expected {known}"))
}
