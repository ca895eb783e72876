//! Counting steps, so that a search ends at the same place on every machine.

use incog_search::{Budget, Stop};

/// How many steps pass between two looks at the signal.
const STEPS_BETWEEN_SIGNALS: u64 = 1 << 20;

/// Counts the steps of a search against its budget. A step is one tuple looked at in one group, or one class looked at
/// for one tuple.
pub(crate) struct Meter<'b> {
    budget: Budget<'b>,
    spent: u64,
    next_signal: u64,
}

impl<'b> Meter<'b> {
    pub fn new(budget: Budget<'b>) -> Self {
        Self { budget, spent: 0, next_signal: 0 }
    }

    /// Steps so far.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Counts steps that are about to be made.
    ///
    /// # Errors
    /// When there are not as many left, or the search was asked to end.
    pub fn spend(&mut self, steps: u64) -> Result<(), Stop> {
        self.spent += steps;
        if self.budget.evaluations.is_some_and(|limit| self.spent > limit) {
            return Err(Stop::Budget);
        }
        if self.spent >= self.next_signal {
            self.next_signal = self.spent + STEPS_BETWEEN_SIGNALS;
            if let Some(stop) = (self.budget.signal)() {
                return Err(stop);
            }
        }
        Ok(())
    }
}
