//! The progress of a run, shown on a terminal but not in a pipe.

use crate::figure::{count, duration, grouped, rough};
use crate::output::{detail, is_quiet, is_verbose, note};
use crate::time_left::TimeLeft;
use incog::Event;
use incog::explore::Tried;
use incog::plan::{SearchSettings, TracePoint};
use incog::report::{RecodingKind, work};
use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// A bar of this form on standard error; none where that is no terminal, or nothing is to be said.
pub fn bar(template: &str, quiet: bool) -> ProgressBar {
    let bar = if quiet || is_quiet() { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}

/// A line on standard error that shows the progress of a run; nothing when standard error is not a
/// terminal.
pub struct ProgressLine {
    bar: ProgressBar,
    nodes: String,
    recoding: RecodingKind,
    time_left: TimeLeft,
    step: Option<(&'static str, Instant)>,
}

impl ProgressLine {
    /// A bar that shows nothing yet; `quiet` for none at all.
    pub fn new(quiet: bool) -> Self {
        Self {
            bar: bar("{spinner} {elapsed} {msg}", quiet),
            nodes: String::new(),
            recoding: RecodingKind::Global,
            time_left: TimeLeft::default(),
            step: None,
        }
    }

    /// Also shows how far the limits of a search are.
    pub fn ending_at(self, search: &SearchSettings) -> Self {
        Self { time_left: TimeLeft::new(search.max_seconds, search.max_evaluations), ..self }
    }

    /// Shows an event.
    pub fn show(&mut self, event: Event) {
        let text = match event {
            Event::Note(text) => {
                self.bar.suspend(|| note(&text));
                return;
            }
            Event::Progress(point) => self.of_point(&point),
            Event::Reading => self.begin("reading", "reading".to_owned()),
            Event::Searching { lattice_nodes, recoding } => {
                (self.nodes, self.recoding) = (count(lattice_nodes), recoding.into());
                let text = match self.recoding {
                    RecodingKind::Global => format!("searching a lattice of {} nodes", self.nodes),
                    RecodingKind::Local => "searching levels for each record".to_owned(),
                    RecodingKind::Microaggregation => "searching groups of similar records".to_owned(),
                };
                self.begin("searching", text)
            }
            Event::Proving => self.begin("proving", "writing the proof; Ctrl-C skips it".to_owned()),
            Event::Writing => self.begin("writing", "writing".to_owned()),
            Event::Measuring => self.begin("measuring", "measuring the release".to_owned()),
        };
        self.bar.set_message(text);
    }

    /// How far a search is, what that is worth, and when it may be done.
    fn of_point(&mut self, point: &TracePoint) -> String {
        let work = work(self.recoding, &grouped(point.evaluations), &self.nodes);
        let Some(best) = point.best else { return format!("{work}, no release found yet") };
        let gap = point.bound.map(|bound| gap(best, bound));
        let left = self.time_left.guess(point.seconds, point.evaluations, gap);
        let gap = gap.map_or("gap unknown".to_owned(), |gap| format!("gap {:.1} %", 100.0 * gap));
        let left = left.map_or(String::new(), |seconds| format!(", about {} left", duration(seconds)));
        format!("{work}, best {}, {gap}{left}", rough(best))
    }

    /// Tells of the step that is done, if every step is told, and of the one that begins.
    fn begin(&mut self, step: &'static str, text: String) -> String {
        self.end_step();
        self.step = Some((step, Instant::now()));
        if is_verbose() {
            self.bar.suspend(|| detail(&format!("{text} ...")));
        }
        text
    }

    fn end_step(&mut self) {
        if let Some((step, begin)) = self.step.take() {
            let seconds = begin.elapsed().as_secs_f64();
            self.bar.suspend(|| detail(&format!("{step}: {seconds:.2} s")));
        }
    }

    /// Takes the bar away.
    pub fn finish(&mut self) {
        self.end_step();
        self.bar.finish_and_clear();
    }
}

/// How far a value is from the best possible, as a share of it.
fn gap(best: f64, bound: f64) -> f64 {
    let distance = (best - bound).abs();
    if distance == 0.0 { 0.0 } else { distance / best.abs().max(f64::MIN_POSITIVE) }
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
