//! Jobs: what is asked for, checked.

use crate::capsule::GivenStream;
use crate::cluster::{EngineClusterDecision, GivenCounts};
use crate::errors::{as_json, read_keys, wrong_job};
use crate::plan::EnginePlan;
use crate::release::PyEngineRelease;
use crate::worker_thread::{Teller, detached};
use incog::Job;
use incog::job::JobFile;
use incog::python::Notation;
use incog::runs::{ClusterRuns, MemoryRuns};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::path::{Path, PathBuf};

/// A checked job for tables in memory.
#[pyclass(frozen, name = "EngineJob")]
pub struct EngineJob {
    job: Job,
    folder: PathBuf,
}

#[pymethods]
impl EngineJob {
    /// Checks the text of a job file; paths in it are relative to `folder`.
    #[staticmethod]
    fn from_toml(py: Python<'_>, text: &str, folder: PathBuf) -> PyResult<Self> {
        let job = Job::from_toml_for_rows(text, &folder)
            .map_err(|error| wrong_job(py, &error, Notation::JobFile))?;
        Ok(Self { job, folder })
    }

    /// Checks the keys of a job file as JSON, with `input` and `output`; `keywords` says that they
    /// were written as keywords.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: &str, folder: PathBuf, keywords: bool) -> PyResult<Self> {
        let notation = if keywords { Notation::Keywords } else { Notation::JobFile };
        let file: JobFile = read_keys(py, text, notation)?;
        let job = Job::from_file(&file, &folder).map_err(|error| wrong_job(py, &error, notation))?;
        Ok(Self { job, folder })
    }

    /// Checks the keys of a call, as [`EngineJob::from_json`] does with `keywords`. A recoding that
    /// no keyword states is the default of the command.
    #[staticmethod]
    fn from_call(py: Python<'_>, text: &str, folder: PathBuf) -> PyResult<Self> {
        let file: JobFile = read_keys(py, text, Notation::Keywords)?;
        let job = Job::with_usual_recoding(&file, &folder)
            .map_err(|error| wrong_job(py, &error, Notation::Keywords))?;
        Ok(Self { job, folder })
    }

    /// The text of the job as a file in `folder`.
    fn to_toml(&self, folder: PathBuf) -> PyResult<String> {
        toml::to_string(&self.file(&folder)).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The keys of the job as JSON; paths are relative to where those of the job are.
    fn to_json(&self) -> PyResult<String> {
        as_json(serde_json::to_string(&self.file(&self.folder)))
    }

    /// Makes the release of a table.
    #[pyo3(signature = (table, observer=None))]
    fn run(
        &self,
        py: Python<'_>,
        table: &Bound<'_, PyAny>,
        observer: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyEngineRelease> {
        let (job, given, name) = (self.job.clone(), GivenStream::new(table)?, self.name());
        let work = move |control: &_, tell: &Teller| {
            job.run_on(given.rows(&name)?, control, &mut |event| tell(event.into()))
        };
        detached(py, observer, work).map(PyEngineRelease::new)
    }

    /// Those of a table's columns that a cluster has to count it by.
    fn counted_columns(&self, py: Python<'_>, columns: Vec<String>) -> PyResult<Vec<String>> {
        let counted =
            self.job.counted_columns(&columns).map_err(|error| wrong_job(py, &error, Notation::Keywords))?;
        Ok(counted.into_iter().map(str::to_owned).collect())
    }

    /// Decides how a cluster publishes a table that it has counted.
    #[pyo3(signature = (counted, counts, observer=None))]
    fn decide_counted(
        &self,
        py: Python<'_>,
        counted: &Bound<'_, PyAny>,
        counts: String,
        observer: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<EngineClusterDecision> {
        let (job, counted, name) = (self.job.clone(), GivenCounts::new(counted, counts)?, self.name());
        let work = move |control: &_, tell: &Teller| {
            job.decide_counted(counted.rows(&name)?, control, &mut |event| tell(event.into()))
        };
        detached(py, observer, work).map(EngineClusterDecision::new)
    }

    /// Decides how to publish a table.
    #[pyo3(signature = (table, observer=None))]
    fn plan(
        &self,
        py: Python<'_>,
        table: &Bound<'_, PyAny>,
        observer: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<EnginePlan> {
        let (job, given, name) = (self.job.clone(), GivenStream::new(table)?, self.name());
        let work = move |control: &_, tell: &Teller| {
            job.plan_on(given.rows(&name)?, control, &mut |event| tell(event.into()))
        };
        detached(py, observer, work).map(EnginePlan::new)
    }
}

impl EngineJob {
    /// A job whose paths are relative to where Python is.
    pub fn new(job: Job) -> Self {
        Self { job, folder: PathBuf::new() }
    }

    /// The job as a file in a folder, without names of files that nobody gave.
    fn file(&self, folder: &Path) -> JobFile {
        let mut file = self.job.to_file(folder);
        if self.job.input() == Path::new("table") {
            file.input = None;
        }
        if self.job.output().file_name().is_some_and(|name| name == "release.arrow") {
            file.output = None;
        }
        file
    }

    /// The job itself.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// What messages call the table.
    pub fn name(&self) -> String {
        self.job.input().to_string_lossy().into_owned()
    }
}
