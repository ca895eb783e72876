//! Trade-offs: what a stronger or a weaker promise costs.

use crate::capsule::GivenStream;
use crate::errors::{as_json, raised, read_keys};
use crate::events::Happened;
use crate::job::EngineJob;
use crate::worker_thread::{Teller, detached};
use incog::explore::{Axis, Exploration, explore_rows, job_at, named, unsaid};
use incog::python::Notation;
use incog::{IncogError, Job, Objective};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use std::path::Path;

/// The points of a trade-off, and the job that they vary.
#[pyclass(frozen, name = "EngineExploration")]
pub struct EngineExploration {
    found: Exploration,
    job: Job,
}

#[pymethods]
impl EngineExploration {
    /// Axes and points.
    fn to_json(&self) -> PyResult<String> {
        as_json(serde_json::to_string(&self.found))
    }

    /// The value of each axis at a point, as it is shown.
    fn settings(&self, place: usize) -> Vec<String> {
        let point = self.found.points.get(place);
        point.map_or_else(Vec::new, |point| {
            self.found.axes.iter().map(|axis| point.setting(&axis.key)).collect()
        })
    }

    /// A page with the curve and the job of each point.
    fn page(&self, py: Python<'_>) -> PyResult<String> {
        self.found.to_html(&self.job, Path::new("")).map_err(|error| raised(py, &error))
    }

    /// The job of a point.
    fn job(&self, py: Python<'_>, place: usize) -> PyResult<EngineJob> {
        let point = self.found.points.get(place);
        let point = point.ok_or_else(|| PyIndexError::new_err("there is no such point"))?;
        let job = job_at(&self.job, &point.settings);
        job.map(EngineJob::new).map_err(|error| raised(py, &IncogError::from(error)))
    }
}

/// What a table would lose at every combination of values of what is varied: names with their
/// values as JSON.
#[pyfunction]
#[pyo3(signature = (job, table, varied, metrics, observer=None))]
pub fn explore(
    py: Python<'_>,
    job: &EngineJob,
    table: &Bound<'_, PyAny>,
    varied: Vec<(String, String)>,
    metrics: Vec<String>,
    observer: Option<&Bound<'_, PyAny>>,
) -> PyResult<EngineExploration> {
    let axes = axes(py, job.job(), &varied)?;
    let metrics = metrics.iter().map(|name| Objective::named(name)).collect::<Result<Vec<_>, _>>();
    let metrics = metrics.map_err(|error| raised(py, &IncogError::from(error)))?;
    let (given, name, job) = (GivenStream::new(table)?, job.name(), job.job().clone());
    let varied = job.clone();
    let work = move |control: &_, tell: &Teller| {
        let tried = |tried| tell(Happened::Tried(tried));
        explore_rows(&varied, given.rows(&name)?, &axes, &metrics, control, &tried)
    };
    detached(py, observer, work).map(|found| EngineExploration { found, job })
}

/// What is varied; where nothing is, what the command varies.
fn axes(py: Python<'_>, job: &Job, varied: &[(String, String)]) -> PyResult<Vec<Axis>> {
    if varied.is_empty() {
        return Ok(vec![unsaid(job)]);
    }
    let axis = |(name, values): &(String, String)| {
        let values = read_keys(py, values, Notation::Keywords)?;
        named(job, name, values).map_err(|error| raised(py, &IncogError::from(error)))
    };
    varied.iter().map(axis).collect()
}
