//! Work on a thread of its own, so that Python goes on and Ctrl-C ends the call at once.

use crate::errors::{defect, raised};
use crate::events::{Happened, tell};
use incog::SetupError;
use incog::{Control, IncogError};
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How long a signal waits at most to be noticed.
const STEP: Duration = Duration::from_millis(50);

/// As much as the main thread has, which the command runs on.
const STACK: usize = 8 << 20;

/// Who is told what happens.
pub type Teller = dyn Fn(Happened) + Send + Sync;

/// What the thread says.
enum Said<T> {
    Happened(Happened),
    Done(Result<T, IncogError>),
    Panicked,
}

/// Does `work` without Python's lock, and tells `observer` how it goes.
///
/// When Python has a signal to raise, or the observer raises, the work is told to end and nobody
/// waits for it: whoever hands over a table may block for seconds.
pub fn detached<T: Send + 'static>(
    py: Python<'_>,
    observer: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Control, &Teller) -> Result<T, IncogError> + Send + 'static,
) -> PyResult<T> {
    let control = Arc::new(Control::default());
    let (say, mut heard) = channel();
    let theirs = control.clone();
    let thread = thread::Builder::new().name("incog".to_owned()).stack_size(STACK);
    let started = thread.spawn(move || {
        let heard_by = say.clone();
        let tell = move |happened| _ = heard_by.send(Said::Happened(happened));
        // Nothing of the work is used after a panic.
        let result = catch_unwind(AssertUnwindSafe(|| work(&theirs, &tell)));
        // Fails when nobody waits any more.
        _ = say.send(result.map_or(Said::Panicked, Said::Done));
    });
    started.map_err(|_| raised(py, &IncogError::Setup(SetupError::Threads { threads: 1 })))?;
    loop {
        let step = || wait(py, heard, observer);
        match step() {
            Ok((_, Some(Said::Done(result)))) => return result.map_err(|error| raised(py, &error)),
            Ok((_, Some(_))) => return Err(defect(py)),
            Ok((again, None)) => heard = again,
            Err(error) => {
                control.abort();
                return Err(error);
            }
        }
    }
}

/// What is still listened to, and the end if it was said.
type Waited<T> = (Receiver<Said<T>>, Option<Said<T>>);

/// Waits a step for an end; tells the observer what happened meanwhile.
fn wait<T: Send>(
    py: Python<'_>,
    heard: Receiver<Said<T>>,
    observer: Option<&Bound<'_, PyAny>>,
) -> PyResult<Waited<T>> {
    let (heard, said) = py.detach(move || {
        let said = heard.recv_timeout(STEP);
        (heard, said)
    });
    py.check_signals()?;
    match said {
        Ok(Said::Happened(happened)) => tell(py, observer, happened).map(|()| (heard, None)),
        Ok(end) => Ok((heard, Some(end))),
        Err(RecvTimeoutError::Timeout) => Ok((heard, None)),
        Err(RecvTimeoutError::Disconnected) => Ok((heard, Some(Said::Panicked))),
    }
}
