//! The progress of a run of trajectories, shown on a terminal but not in a pipe.

use crate::figure::{duration, grouped};
use crate::output::{detail, is_verbose};
use crate::progress::bar;
use crate::time_left::TimeLeft;
use incog::trajectories::TripEvent;
use indicatif::ProgressBar;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// A line on standard error that shows how far a run is.
pub struct TripProgress {
    bar: ProgressBar,
    max_seconds: Option<f64>,
    /// The step that is under way, and when it began.
    step: Mutex<Option<(&'static str, Instant)>>,
}

impl TripProgress {
    /// A bar that shows nothing yet, of a search that ends after so many seconds.
    pub fn new(max_seconds: Option<f64>) -> Self {
        Self { bar: bar("{spinner} {elapsed} {msg}", false), max_seconds, step: Mutex::new(None) }
    }

    /// Shows an event.
    pub fn show(&self, event: TripEvent) {
        let text = match event {
            TripEvent::Reading => self.begin("reading"),
            TripEvent::Searching => self.begin("searching clusters"),
            TripEvent::Publishing => self.begin("writing and measuring the release"),
            TripEvent::Evaluated(evaluations, most) => self.evaluated(evaluations, most),
        };
        self.bar.set_message(text);
    }

    fn evaluated(&self, evaluations: u64, most: Option<u64>) -> String {
        let step = self.step.lock().unwrap_or_else(PoisonError::into_inner);
        let seconds = step.as_ref().map_or(0.0, |(_, begin)| begin.elapsed().as_secs_f64());
        let left = TimeLeft::new(self.max_seconds, most).guess(seconds, evaluations, None);
        let of_most = most.map_or(String::new(), |most| format!(" of {}", grouped(most)));
        let left = left.map_or(String::new(), |seconds| format!(", about {} left", duration(seconds)));
        format!("searching clusters: {}{of_most} evaluated{left}", grouped(evaluations))
    }

    /// Tells of the step that is done, if every step is told, and of the one that begins.
    fn begin(&self, step: &'static str) -> String {
        self.end_step();
        *self.step.lock().unwrap_or_else(PoisonError::into_inner) = Some((step, Instant::now()));
        if is_verbose() {
            self.bar.suspend(|| detail(&format!("{step} ...")));
        }
        step.to_owned()
    }

    fn end_step(&self) {
        let ended = self.step.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((step, begin)) = ended {
            let seconds = begin.elapsed().as_secs_f64();
            self.bar.suspend(|| detail(&format!("{step}: {seconds:.2} s")));
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.end_step();
        self.bar.finish_and_clear();
    }
}
