//! Noticing that a run should end.

use incog_search::Stop;
use std::sync::OnceLock;

/// Asks a signal, and remembers its first answer.
pub struct ClusteringWatch<'a> {
    signal: &'a (dyn Fn() -> Option<Stop> + Sync),
    answer: OnceLock<Stop>,
}

impl<'a> ClusteringWatch<'a> {
    /// Asks this signal, such as that of a [`Budget`](incog_search::Budget).
    pub fn new(signal: &'a (dyn Fn() -> Option<Stop> + Sync)) -> Self {
        Self { signal, answer: OnceLock::new() }
    }

    /// Never ends a run.
    pub fn idle() -> ClusteringWatch<'static> {
        ClusteringWatch::new(&|| None)
    }

    /// Whether the run is to end.
    pub fn is_over(&self) -> bool {
        if self.answer.get().is_none()
            && let Some(stop) = (self.signal)()
        {
            // Another thread may have been first; its answer stays.
            let _ = self.answer.set(stop);
        }
        self.answer.get().is_some()
    }

    /// Why the run is to end, if it is.
    pub fn stop(&self) -> Option<Stop> {
        self.answer.get().copied()
    }
}
