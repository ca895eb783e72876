//! Several processes that share a search.

use crate::output::{Done, Failure};
use incog::IncogError;
use incog::plan::{PlanError, SolveError};
use incog::search::evolutionary::islands::{
    About, Carried, IslandsError, Lost, Transport, call_off, is_begun,
};
use incog::{PlanStageError, ToolError};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A transport of which it is known whether the search has begun.
pub struct Noticed {
    ranks: Arc<dyn Transport>,
    has_begun: AtomicBool,
}

impl Noticed {
    pub fn new(ranks: Arc<dyn Transport>) -> Self {
        Self { ranks, has_begun: AtomicBool::new(false) }
    }

    fn notice(&self, about: About) {
        if about == About::Opening {
            self.has_begun.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the other processes come to their end, too: they wait in vain for a first one that
    /// fails in the search, and for any other one that fails at all.
    pub fn is_together(&self, done: &Done) -> bool {
        match done {
            Ok(()) => true,
            Err(error) => self.rank() == 0 && !(self.has_begun.load(Ordering::Relaxed) && parts(error)),
        }
    }

    /// What came of the command. A first process that fails before the search lets the others end;
    /// one of the others that does so waits for the first, which mostly fails as well, and says
    /// why.
    pub fn concluded(&self, done: Done) -> Done {
        if self.has_begun.load(Ordering::Relaxed) {
            return done;
        }
        if self.ranks.rank() == 0 {
            call_off(&*self.ranks).map_err(lost)?;
            return done;
        }
        let is_begun = is_begun(&*self.ranks).map_err(lost)?;
        if is_begun { done } else { Ok(()) }
    }
}

/// Whether an error is one that the other processes do not come to as well, or know of.
fn parts(failure: &Failure) -> bool {
    matches!(
        failure,
        Failure::Incog(
            IncogError::Plan(PlanStageError::Plan(PlanError::Search(SolveError::Islands(_))))
                | IncogError::Tool(ToolError::Checkpoint(_))
        )
    )
}

fn lost(lost: Lost) -> IncogError {
    PlanError::from(SolveError::from(IslandsError::from(lost))).into()
}

impl Transport for Noticed {
    fn rank(&self) -> usize {
        self.ranks.rank()
    }

    fn ranks(&self) -> usize {
        self.ranks.ranks()
    }

    fn send(&self, to: usize, about: About, bytes: &Arc<[u8]>) -> Result<(), Lost> {
        self.notice(about);
        self.ranks.send(to, about, bytes)
    }

    fn receive(&self, from: usize, about: About) -> Result<Vec<u8>, Lost> {
        self.notice(about);
        self.ranks.receive(from, about)
    }

    fn carried(&self) -> Carried {
        self.ranks.carried()
    }
}
