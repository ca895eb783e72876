//! How a run goes, told to Python.

use incog::Event;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Tells an observer, a callable that takes one dictionary, what happened.
pub fn tell(py: Python<'_>, observer: Option<&Bound<'_, PyAny>>, event: Event) -> PyResult<()> {
    let Some(observer) = observer else { return Ok(()) };
    observer.call1((told(py, event)?,)).map(drop)
}

fn told(py: Python<'_>, event: Event) -> PyResult<Bound<'_, PyDict>> {
    let told = PyDict::new(py);
    let stage = match event {
        Event::Reading => "reading",
        Event::Note(note) => {
            told.set_item("note", note)?;
            "note"
        }
        Event::Searching { lattice_nodes, .. } => {
            told.set_item("lattice_nodes", lattice_nodes)?;
            "searching"
        }
        Event::Progress(point) => {
            told.set_item("evaluations", point.evaluations)?;
            told.set_item("best", point.best)?;
            told.set_item("bound", point.bound)?;
            "progress"
        }
        Event::Proving => "proving",
        Event::Writing => "writing",
        Event::Measuring => "measuring",
    };
    told.set_item("stage", stage)?;
    Ok(told)
}
