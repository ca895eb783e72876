//! Tables of a database, through a connection of Python or a driver of ADBC.

use crate::capsule::GivenStream;
use crate::errors::as_json;
use crate::job::EngineJob;
use crate::release::{internal_report_of, job_text_of};
use crate::worker_thread::{Teller, detached};
use incog::engine::{Address, Engine, EngineError, Fault, connect};
use incog::io::RowStream;
use incog::runs::EngineRuns;
use incog::verify::VerifyOptions;
use incog::{EngineRunError, IncogError, ReleaseOutcome, verify_report_in};
use pyo3::prelude::*;
use std::path::PathBuf;

/// A code that no engine has: Python raised an error without one.
const NO_CODE: &str = "XX000";

/// A connection that Python has made: an object whose `run` and `query` take a statement. `query`
/// gives a table with `__arrow_c_stream__`. Errors of either have a `sqlstate`.
struct GivenConnection {
    engine: &'static str,
    connection: Py<PyAny>,
}

impl GivenConnection {
    /// What Python raised, without its text: that may quote values of the table.
    fn fault(&self, error: &PyErr) -> EngineError {
        let code = Python::attach(|py| error.value(py).getattr("sqlstate").ok()?.extract::<String>().ok());
        EngineError::Statement {
            engine: self.engine,
            fault: Fault::of_sqlstate(code.as_deref().unwrap_or(NO_CODE)),
        }
    }
}

impl Engine for GivenConnection {
    fn run(&mut self, statement: &str) -> Result<(), EngineError> {
        let ran = Python::attach(|py| self.connection.call_method1(py, "run", (statement,)).map(drop));
        ran.map_err(|error| self.fault(&error))
    }

    fn query(&mut self, statement: &str) -> Result<RowStream, EngineError> {
        let given = Python::attach(|py| {
            let rows = self.connection.call_method1(py, "query", (statement,))?;
            GivenStream::new(rows.bind(py))
        });
        let given = given.map_err(|error| self.fault(&error))?;
        let fault = Fault::of_sqlstate(NO_CODE);
        given.rows("table").map_err(|_| EngineError::Statement { engine: self.engine, fault })
    }
}

/// How a database is reached: by a connection of Python, or by a driver.
pub struct Way {
    /// The connection of Python.
    pub connection: Option<Py<PyAny>>,
    /// The library of the driver.
    pub driver: Option<PathBuf>,
}

impl Way {
    /// Connects.
    pub fn open(self, address: &Address) -> Result<Box<dyn Engine>, IncogError> {
        let engine = address.engine;
        if let Some(connection) = self.connection {
            return Ok(Box::new(GivenConnection { engine, connection }));
        }
        let doing = format!("while {engine} was opened");
        let opened = connect(address, self.driver.as_deref());
        opened.map_err(|source| IncogError::Engine(EngineRunError::Engine { doing, source }))
    }
}

/// A release that is a table of a database, as it was measured there, with its reports.
#[pyclass(frozen, name = "EngineTable")]
pub struct PyEngineTable {
    outcome: ReleaseOutcome,
    job: String,
}

#[pymethods]
impl PyEngineTable {
    /// The public report.
    fn report(&self) -> &str {
        &self.outcome.public_json
    }

    /// The report of all figures, which tells of suppressed records.
    fn internal_report(&self) -> PyResult<String> {
        internal_report_of(&self.outcome.report)
    }

    /// Why the search ended.
    fn stopped(&self) -> &'static str {
        self.outcome.stopped.name()
    }

    /// The job, as a file.
    fn job(&self) -> &str {
        &self.job
    }

    /// The report and its page.
    fn files(&self) -> [PathBuf; 2] {
        [self.outcome.report_json.clone(), self.outcome.report_html.clone()]
    }
}

/// Makes the release of a table of a database, as the command does. `connection` is one of Python;
/// without it, the database is reached by the driver in the library `driver`, if one is named.
#[pyfunction]
#[pyo3(signature = (job, connection, driver, overwrite, observer=None))]
pub fn publish_in(
    py: Python<'_>,
    job: &EngineJob,
    connection: Option<Py<PyAny>>,
    driver: Option<PathBuf>,
    overwrite: bool,
    observer: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyEngineTable> {
    let text = job_text_of(job.job())?;
    let (job, way) = (job.job().clone().replacing_output(overwrite), Way { connection, driver });
    let outcome = detached(py, observer, move |control, tell: &Teller| {
        let address = job.address().ok_or(IncogError::Engine(EngineRunError::NoEngineTable))?;
        let mut engine = way.open(&address)?;
        job.run_in(&mut *engine, control, &mut |event| tell(event.into()))
    })?;
    Ok(PyEngineTable { outcome, job: text })
}

/// Checks every claim of a report about a table of a database, which is counted again; returns the
/// checks as JSON.
#[pyfunction]
pub fn verify_in(
    py: Python<'_>,
    report: PathBuf,
    job: &EngineJob,
    connection: Option<Py<PyAny>>,
    driver: Option<PathBuf>,
) -> PyResult<String> {
    let (job, way) = (job.job().clone(), Way { connection, driver });
    let verification = detached(py, None, move |_, _| {
        let address = job.address().ok_or(IncogError::Engine(EngineRunError::NoEngineTable))?;
        let mut engine = way.open(&address)?;
        verify_report_in(report, &VerifyOptions::default(), &mut *engine)
    })?;
    as_json(serde_json::to_string(&verification))
}
