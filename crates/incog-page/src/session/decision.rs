//! The job decided again after each change.

use super::task::DIED;
use super::{Decided, Outcome, Session};
use incog::GateError;
use incog::job::JobFile;
use incog::open_table::Decision;
use incog::{Control, Event, IncogError};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often those who wait are told what a search has found.
const STEP: Duration = Duration::from_millis(200);

/// Records shown before and after.
const FIRST: usize = 12;

impl Session {
    /// Drops the search under way, and looks for the release of the job as it is now.
    pub fn solve(&self) {
        let control = Arc::new(Control::default());
        let (revision, job, earlier, dropped) = {
            let mut state = self.state();
            if state.ended {
                return;
            }
            let dropped = state.deciding.replace(control.clone());
            (state.revision, state.job.clone(), state.decision.clone(), dropped)
        };
        if let Some(dropped) = dropped {
            dropped.abort();
        }
        let (session, ending) = (self.clone(), control.clone());
        let work = move || session.decide(revision, &job, earlier.as_deref(), &control);
        self.beside(&ending, work, move |state| {
            if state.revision == revision {
                state.outcome = Arc::new(Outcome::Refused(DIED.to_owned()));
            }
        });
    }

    fn decide(&self, revision: u64, file: &JobFile, earlier: Option<&Decision>, control: &Control) {
        let mut last = Instant::now();
        let mut course = Vec::new();
        let mut observe = |event| {
            let Event::Progress(point) = event else { return };
            course.push(point);
            if last.elapsed() > STEP {
                last = Instant::now();
                self.put(revision, || Outcome::Searching(course.clone()));
            }
        };
        let job = match self.job(file) {
            Ok(job) => job,
            Err(error) => return self.put(revision, || Outcome::Refused(error.to_string())),
        };
        let decided = self.opened().table.decide(&job, earlier, control, &mut observe);
        let figures = decided.and_then(|decision| Ok((decision.figures()?, decision)));
        let (figures, decision) = match figures {
            Ok((figures, decision)) => (figures, Arc::new(decision)),
            Err(IncogError::Aborted(_)) => return,
            Err(error) => return self.put(revision, || outcome(error)),
        };
        let decided = |notes: &[String], seen| {
            let (figures, notes, course) = (figures.clone(), notes.to_vec(), course.clone());
            Outcome::Decided(Box::new(Decided { figures, notes, course, seen }))
        };
        self.put(revision, || decided(&[], None));
        self.keep(revision, decision.clone());
        let seen = self.opened().table.release(&decision, FIRST, control);
        let seen = match seen {
            Err(IncogError::Aborted(_)) => return,
            other => other.map_err(|error| error.to_string()),
        };
        let notes = decision.notes(control);
        self.put(revision, || decided(&notes, Some(seen)));
    }

    /// Keeps a decision for the next one, which may share its tuples.
    fn keep(&self, revision: u64, decision: Arc<Decision>) {
        let mut state = self.state();
        if state.revision == revision {
            state.decision = Some(decision);
        }
    }

    /// Tells what came of a revision, if it is still the one that counts.
    fn put(&self, revision: u64, outcome: impl FnOnce() -> Outcome) {
        self.tell(|state| {
            if state.revision == revision {
                state.outcome = Arc::new(outcome());
            }
        });
    }
}

/// Why there is no release.
fn outcome(error: IncogError) -> Outcome {
    match error {
        IncogError::Gate(GateError::Undecided { columns }) => Outcome::Undecided(columns),
        IncogError::Gate(GateError::Unsafe(dangers)) => {
            let told = dangers.findings().iter().map(|finding| (finding.key(), finding.message.clone()));
            Outcome::Unsafe(told.collect())
        }
        other => Outcome::Refused(other.to_string()),
    }
}
