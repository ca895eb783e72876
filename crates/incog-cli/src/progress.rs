//! The progress of a run, shown on a terminal but not in a pipe.

use crate::figure::{count, rough};
use crate::output::{is_quiet, say};
use incog::Event;
use incog::explore::Tried;
use incog::report::{RecodingKind, work};
use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// A bar of this form on standard error; none where that is no terminal, or nothing is to be said.
pub fn bar(template: &str, quiet: bool) -> ProgressBar {
    let bar = if quiet || is_quiet() { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}

/// A line on standard error that shows the progress of a run; nothing when standard error is not a terminal.
pub struct Progress {
    bar: ProgressBar,
    nodes: String,
    recoding: RecodingKind,
}

impl Progress {
    /// A bar that shows nothing yet; `quiet` for none at all.
    pub fn new(quiet: bool) -> Self {
        let bar = bar("{spinner} {elapsed} {msg}", quiet);
        Self { bar, nodes: String::new(), recoding: RecodingKind::Global }
    }

    /// Shows an event.
    pub fn show(&mut self, event: Event) {
        let text = match event {
            Event::Reading => "reading".to_owned(),
            Event::Note(note) => {
                self.bar.suspend(|| say(&format!("note: {note}")));
                return;
            }
            Event::Searching { lattice_nodes, recoding } => {
                (self.nodes, self.recoding) = (count(lattice_nodes), recoding.into());
                match self.recoding {
                    RecodingKind::Global => format!("searching a lattice of {} nodes", self.nodes),
                    RecodingKind::Local => "looking for levels, record by record".to_owned(),
                    RecodingKind::Microaggregation => "looking for groups of near records".to_owned(),
                }
            }
            Event::Progress(point) => {
                let or_none = |value: Option<f64>| value.map_or("none".to_owned(), rough);
                let (best, bound) = (or_none(point.best), or_none(point.bound));
                let work = work(self.recoding, &point.evaluations.to_string(), &self.nodes);
                format!("{work}, best {best}, bound {bound}")
            }
            Event::Proving => "making the proof; Ctrl-C goes on without it".to_owned(),
            Event::Writing => "writing".to_owned(),
            Event::Measuring => "measuring the release".to_owned(),
        };
        self.bar.set_message(text);
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// How many points of a trade-off are done, on a terminal.
pub struct PointProgress {
    bar: ProgressBar,
}

impl PointProgress {
    /// A bar that shows nothing yet.
    pub fn new() -> Self {
        Self { bar: bar("{spinner} {elapsed} {pos} of {len} points, {eta} left", false) }
    }

    /// Shows how far it is.
    pub fn show(&self, tried: Tried) {
        self.bar.set_length(tried.points as u64);
        self.bar.set_position(tried.done as u64);
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
