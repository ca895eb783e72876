//! Counting steps, so that a search ends at the same place on every machine; and telling what is
//! known so far.

use crate::draft::DraftLoss;
use crate::problem::LocalProblem;
use incog_search::{Budget, Stop};

/// How many steps pass between two looks at the signal. Where models count values or people a step
/// may take microseconds.
const STEPS_BETWEEN_SIGNALS: u64 = 1 << 14;

/// The state of a search at one moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LocalMoment {
    /// Steps made.
    pub steps: u64,
    /// Objective value of the best release so far, if there is one.
    pub value: Option<f64>,
    /// The value that no local recoding beats, if anything is known of it.
    pub bound: Option<f64>,
}

/// Counts the steps of a search against its budget. A step is one tuple looked at in one group, or
/// one class looked at for one tuple.
pub(crate) struct WorkBudget<'b> {
    budget: Budget<'b>,
    spent: u64,
    /// Whether more steps were asked for than the budget has.
    is_spent: bool,
    next_signal: u64,
    /// Where the part that is being made has to end.
    end_of_part: u64,
    observe: Option<&'b dyn Fn(LocalMoment)>,
    least_loss: Option<DraftLoss>,
    /// The sum that prices come to, and by how many records that is to be divided.
    highest_bound: Option<(u64, u64)>,
}

impl<'b> WorkBudget<'b> {
    pub fn new(budget: Budget<'b>, observe: Option<&'b dyn Fn(LocalMoment)>) -> Self {
        Self {
            budget,
            spent: 0,
            is_spent: false,
            next_signal: 0,
            end_of_part: u64::MAX,
            observe,
            least_loss: None,
            highest_bound: None,
        }
    }

    /// A release was found that is allowed and loses this.
    pub fn found(&mut self, problem: &LocalProblem, loss: DraftLoss) {
        if self.least_loss.as_ref().is_none_or(|least| loss.compare(least).is_lt()) {
            self.least_loss = Some(loss);
            self.tell(problem);
        }
    }

    /// It was proved that every release loses as much: a sum, and by how many records that is to be
    /// divided.
    pub fn proved(&mut self, problem: &LocalProblem, bound: (u64, u64)) {
        if self.highest_bound.is_none_or(|(highest, _)| bound.0 > highest) {
            self.highest_bound = Some(bound);
            self.tell(problem);
        }
    }

    fn tell(&self, problem: &LocalProblem) {
        let value = |(sum, records)| problem.costs().value(sum, records);
        if let Some(observe) = self.observe {
            let value_of_least = self.least_loss.as_ref().map(|loss| value((loss.sum, loss.records)));
            observe(LocalMoment {
                steps: self.spent,
                value: value_of_least,
                bound: self.highest_bound.map(value),
            });
        }
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
        let after = self.spent.saturating_add(steps);
        if let Some(limit) = self.budget.evaluations.filter(|&limit| after > limit || self.is_spent) {
            // Steps that are not made do not count, and nothing smaller is made in their place.
            (self.spent, self.is_spent) = (limit, true);
            return Err(Stop::Budget);
        }
        self.spent = after;
        if after > self.end_of_part {
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

    /// Makes a part of a search with so many steps at most; `None` if it needs more.
    ///
    /// # Errors
    /// When the whole search has to end.
    pub fn within<T>(
        &mut self,
        steps: u64,
        part: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<Option<T>, Stop> {
        let outer = self.end_of_part;
        self.end_of_part = outer.min(self.spent.saturating_add(steps));
        let made = part(self);
        self.end_of_part = outer;
        match made {
            Ok(made) => Ok(Some(made)),
            Err(_) => self.spend(0).map(|()| None),
        }
    }
}
