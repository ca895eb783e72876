//! Ending a run from outside.

use crate::{Staging, Unfinished, WriteError};
use std::path::PathBuf;
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

    /// Ends everything at once: removes the unfinished files, after which the caller ends the
    /// process.
    ///
    /// Waits while a release is being renamed into place, which takes no time and must not be
    /// interrupted.
    pub fn abandon(&self) {
        self.abort();
        let unfinished = self.unfinished.lock().unwrap_or_else(PoisonError::into_inner);
        unfinished.iter().for_each(Unfinished::remove);
    }

    /// Takes the targets of a run, as [`Staging::take`] does. There is no moment at which there are
    /// unfinished files that [`Control::abandon`] does not know: it waits, or nothing is taken any
    /// more.
    ///
    /// # Errors
    /// Those of [`Staging::take`], and [`Aborted`].
    pub fn take<E: From<WriteError> + From<Aborted>>(
        &self,
        targets: Vec<PathBuf>,
        force: bool,
        reads: &[PathBuf],
    ) -> Result<Staging, E> {
        let mut unfinished = self.unfinished.lock().unwrap_or_else(PoisonError::into_inner);
        self.check()?;
        let staging = Staging::take(targets, force, reads)?;
        unfinished.push(staging.unfinished());
        Ok(staging)
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::io;

    #[derive(Debug)]
    enum Refused {
        Aborted,
        Write,
    }

    impl From<Aborted> for Refused {
        fn from(_: Aborted) -> Self {
            Self::Aborted
        }
    }

    impl From<WriteError> for Refused {
        fn from(_: WriteError) -> Self {
            Self::Write
        }
    }

    /// Whenever the end comes, nothing is left: 200 runs, ended at once by another thread.
    #[test]
    fn nothing_is_left_whenever_the_end_comes() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("release.csv");
        for _ in 0..200 {
            let control = Control::default();
            let taken = std::thread::scope(|scope| {
                scope.spawn(|| control.abandon());
                control.take::<Refused>(vec![target.clone()], false, &[])
            });
            // As when the process ends without dropping anything.
            assert!(!matches!(taken, Err(Refused::Write)), "{taken:?}");
            std::mem::forget(taken);
            let left: io::Result<Vec<_>> = std::fs::read_dir(folder.path()).unwrap().collect();
            assert!(left.unwrap().is_empty());
        }
    }
}
