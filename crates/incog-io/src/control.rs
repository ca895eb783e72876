//! Ending a run from outside.

use crate::Unfinished;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use thiserror::Error;

/// How a run is ended early; shared with whoever may want to end it.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    abort: AtomicBool,
    searching: AtomicBool,
    unfinished: Mutex<Vec<Unfinished>>,
}

impl Control {
    /// Ends the search; the best release so far is written.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Ends everything at the next opportunity; nothing is left behind.
    pub fn abort(&self) {
        self.stop();
        self.abort.store(true, Ordering::Relaxed);
    }

    /// Says that a search begins: from now on there is something to write when it is ended.
    pub fn begin_search(&self) {
        self.searching.store(true, Ordering::Relaxed);
    }

    /// Whether a search has begun.
    pub fn has_begun_search(&self) -> bool {
        self.searching.load(Ordering::Relaxed)
    }

    /// Whether somebody asked for the search to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Ends everything at once: removes the unfinished files, after which the caller ends the process.
    ///
    /// Waits while a release is being renamed into place, which takes no time and must not be interrupted.
    pub fn abandon(&self) {
        self.abort();
        let unfinished = self.unfinished.lock().unwrap_or_else(PoisonError::into_inner);
        unfinished.iter().for_each(Unfinished::remove);
    }

    /// Says what [`Control::abandon`] has to remove.
    pub fn watch(&self, unfinished: Unfinished) {
        self.unfinished.lock().unwrap_or_else(PoisonError::into_inner).push(unfinished);
    }

    /// The flag that is set when somebody asks for the search to end; the search looks at it.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// The result of a run, or [`Aborted`] if its files were removed while it was under way.
    ///
    /// # Errors
    /// That of the run, or [`Aborted`].
    pub fn unless_ended<T, E: From<Aborted>>(&self, result: Result<T, E>) -> Result<T, E> {
        result.or_else(|error| self.check().map_err(E::from).and(Err(error)))
    }

    /// Refuses to go on when somebody asked for everything to end.
    ///
    /// # Errors
    /// [`Aborted`].
    pub fn check(&self) -> Result<(), Aborted> {
        if self.abort.load(Ordering::Relaxed) { Err(Aborted) } else { Ok(()) }
    }
}

/// The user asked to end at once; nothing is left behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("interrupted; nothing was written")]
pub struct Aborted;
