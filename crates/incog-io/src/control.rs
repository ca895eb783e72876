//! Ending a run from outside.

use crate::Unfinished;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use thiserror::Error;

/// How a run is ended early: shared with whoever may want to.
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

    /// Ends everything at the next chance; nothing is left behind.
    pub fn abort(&self) {
        self.stop();
        self.abort.store(true, Ordering::Relaxed);
    }

    /// Says that a search begins, so that from now on ending it leaves something to write.
    pub fn begin_search(&self) {
        self.searching.store(true, Ordering::Relaxed);
    }

    /// Whether a search has begun.
    pub fn has_begun_search(&self) -> bool {
        self.searching.load(Ordering::Relaxed)
    }

    /// Whether an end of the search was asked for.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Ends everything at once: removes the unfinished files, for whoever then ends the process.
    ///
    /// Waits while a release is being renamed into place, which takes no time and must not be broken off.
    pub fn abandon(&self) {
        self.abort();
        let unfinished = self.unfinished.lock().unwrap_or_else(PoisonError::into_inner);
        unfinished.iter().for_each(Unfinished::remove);
    }

    /// Says what [`Control::abandon`] is to remove.
    pub fn watch(&self, unfinished: Unfinished) {
        self.unfinished.lock().unwrap_or_else(PoisonError::into_inner).push(unfinished);
    }

    /// What is set when an end of the search was asked for, for a search that looks at it.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// The result of a run, unless its files were taken away from under it: then that it was ended.
    ///
    /// # Errors
    /// That of the run, or [`Aborted`].
    pub fn unless_ended<T, E: From<Aborted>>(&self, result: Result<T, E>) -> Result<T, E> {
        result.or_else(|error| self.check().map_err(E::from).and(Err(error)))
    }

    /// Refuses to go on when an end of everything was asked for.
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
