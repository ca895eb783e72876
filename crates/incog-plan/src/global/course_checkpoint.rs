//! How a search approached its result, kept together with the state of the search.

use crate::TracePoint;
use incog_search::evolutionary::islands::{CheckpointSink, Missed};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::time::Instant;

/// How a search approaches its result, from the begin of the first run that looked for it.
#[derive(Debug)]
pub(super) struct Course {
    pub trace: Vec<TracePoint>,
    begin: Instant,
    /// Seconds of earlier runs, up to the state from which this one goes on.
    earlier: f64,
    /// Evaluations up to there, of which the trace tells already.
    known: u64,
}

impl Default for Course {
    fn default() -> Self {
        Self::begin()
    }
}

/// What is kept of it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    trace: Vec<TracePoint>,
    seconds: f64,
    evaluations: u64,
}

impl Course {
    pub fn begin() -> Self {
        Self { trace: Vec::new(), begin: Instant::now(), earlier: 0.0, known: 0 }
    }

    pub fn seconds(&self) -> f64 {
        self.earlier + self.begin.elapsed().as_secs_f64()
    }

    /// All points, and how long it took.
    pub fn ended(self) -> (Vec<TracePoint>, f64) {
        let seconds = self.seconds();
        (self.trace, seconds)
    }

    /// What is kept of it together with the state after so many evaluations. What was found since
    /// then is found again.
    fn up_to(&self, evaluations: u64) -> Kept {
        let trace = self.trace.iter().copied().take_while(|point| point.evaluations <= evaluations);
        Kept { trace: trace.collect(), seconds: self.seconds(), evaluations }
    }

    /// Adds a point, unless it is of before the state from which the search goes on; whether it is
    /// new.
    pub fn note(&mut self, point: TracePoint) -> bool {
        let is_new = point.evaluations >= self.known;
        if is_new {
            self.trace.push(point);
        }
        is_new
    }
}

/// Keeps the course of a search in front of its state.
pub(super) struct KeptCourse<'a> {
    sink: &'a mut dyn CheckpointSink,
    course: &'a RefCell<Course>,
}

impl<'a> KeptCourse<'a> {
    pub fn new(sink: &'a mut dyn CheckpointSink, course: &'a RefCell<Course>) -> Self {
        Self { sink, course }
    }

    /// Takes over a course; returns the state behind it.
    fn taken_over<'b>(&self, bytes: &'b [u8]) -> Option<&'b [u8]> {
        let (length, rest) = bytes.split_first_chunk()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let (text, state) = rest.split_at_checked(length)?;
        let Kept { trace, seconds, evaluations } = serde_json::from_slice(text).ok()?;
        let mut course = self.course.borrow_mut();
        (course.trace, course.earlier, course.known) = (trace, seconds.max(0.0), evaluations);
        Some(state)
    }
}

impl CheckpointSink for KeptCourse<'_> {
    /// Of what is no course followed by a state, it makes a state that no search takes for one of
    /// its own.
    fn begin(&mut self) -> Option<Vec<u8>> {
        let kept = self.sink.begin()?;
        Some(self.taken_over(&kept).unwrap_or_default().to_vec())
    }

    fn is_due(&mut self) -> bool {
        self.sink.is_due()
    }

    fn keep(&mut self, state: &[u8], evaluations: u64) -> bool {
        let kept = self.course.borrow().up_to(evaluations);
        let text = serde_json::to_vec(&kept).expect("finite numbers are JSON");
        let length = (text.len() as u64).to_le_bytes();
        self.sink.keep(&[&length[..], &text, state].concat(), evaluations)
    }

    fn miss(&mut self, why: Missed) {
        self.sink.miss(why);
    }
}
