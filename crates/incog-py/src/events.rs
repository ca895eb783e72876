//! How a run goes, told to Python.

use incog::Event;
use incog::explore::Tried;
use incog::python::note_message;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// What happens while work is done.
pub enum Happened {
    /// A run goes on.
    Run(Event),
    /// A point of a trade-off was tried.
    Tried(Tried),
    /// An attack of this name begins.
    Attack(&'static str),
}

impl From<Event> for Happened {
    fn from(event: Event) -> Self {
        Self::Run(event)
    }
}

/// Tells an observer, a callable that takes one dictionary, what happened.
pub fn tell(py: Python<'_>, observer: Option<&Bound<'_, PyAny>>, happened: Happened) -> PyResult<()> {
    let Some(observer) = observer else { return Ok(()) };
    observer.call1((told(py, happened)?,)).map(drop)
}

fn told(py: Python<'_>, happened: Happened) -> PyResult<Bound<'_, PyDict>> {
    let told = PyDict::new(py);
    let stage = match happened {
        Happened::Run(event) => of_run(&told, event)?,
        Happened::Tried(Tried { done, points }) => {
            told.set_item("done", done)?;
            told.set_item("points", points)?;
            "exploring"
        }
        Happened::Attack(name) => {
            told.set_item("attack", name)?;
            "attacking"
        }
    };
    told.set_item("stage", stage)?;
    Ok(told)
}

/// The stage of a run; what is known of it is put beside.
fn of_run(told: &Bound<'_, PyDict>, event: Event) -> PyResult<&'static str> {
    Ok(match event {
        Event::Reading => "reading",
        Event::Note(note) => {
            told.set_item("note", note_message(&note))?;
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
    })
}
