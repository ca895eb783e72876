//! Ending a run from outside.

use crate::IncogError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How a run is ended early: shared with whoever may want to.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    abort: AtomicBool,
    commit: Mutex<()>,
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

    /// Whether an end of the search was asked for.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Held while the files of a release are renamed into place, which must not be broken off.
    pub fn committing(&self) -> MutexGuard<'_, ()> {
        self.commit.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    pub(crate) fn check(&self) -> Result<(), IncogError> {
        if self.abort.load(Ordering::Relaxed) { Err(IncogError::Aborted) } else { Ok(()) }
    }
}
