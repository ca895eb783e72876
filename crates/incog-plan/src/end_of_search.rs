//! When a search has to end.

use incog_search::Stop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Says when work that begins now has to end: when somebody asks for it, and after so many seconds.
pub(crate) fn ending(
    max_seconds: Option<f64>,
    interrupt: &AtomicBool,
) -> impl Fn() -> Option<Stop> + Sync + use<'_> {
    let begin = Instant::now();
    let limit = max_seconds.map(|seconds| Duration::from_secs_f64(seconds.clamp(0.0, 1e9)));
    move || {
        if interrupt.load(Ordering::Relaxed) {
            return Some(Stop::Interrupted);
        }
        limit.is_some_and(|limit| begin.elapsed() >= limit).then_some(Stop::Time)
    }
}
