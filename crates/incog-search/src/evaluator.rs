//! The only access a search has to its problem.

use crate::observer::{Observer, Progress, Snapshot};
use crate::{Budget, Evaluation, Look, Problem, Stop, rounded};

/// Candidates that are made or evaluated between two looks at the clock, at the most.
pub(crate) const BETWEEN_LOOKS: usize = 256;

/// Counts evaluations, keeps the best candidate and the bound, obeys the budget and tells the
/// observer.
pub struct Evaluator<'a, P: Problem> {
    problem: &'a P,
    budget: Budget<'a>,
    observer: &'a mut dyn Observer,
    evaluations: u64,
    best: Option<(P::Candidate, Evaluation)>,
    bound: Option<f64>,
    floor: f64,
}

impl<'a, P: Problem> Evaluator<'a, P> {
    /// An evaluator that has not evaluated anything yet.
    pub fn new(problem: &'a P, budget: Budget<'a>, observer: &'a mut dyn Observer) -> Self {
        Self { problem, budget, observer, evaluations: 0, best: None, bound: None, floor: f64::INFINITY }
    }

    /// The problem behind the door.
    pub fn problem(&self) -> &'a P {
        self.problem
    }

    /// Evaluations so far.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// The best allowed candidate so far; among equally good ones the first in their order.
    pub fn best(&self) -> Option<&(P::Candidate, Evaluation)> {
        self.best.as_ref()
    }

    /// A lower bound on the loss of every allowed candidate, if one is known.
    pub fn bound(&self) -> Option<f64> {
        self.bound
    }

    /// The state of the search now.
    pub fn progress(&self) -> Progress {
        Progress {
            evaluations: self.evaluations,
            best: self.best.as_ref().map(|(_, evaluation)| evaluation.loss),
            bound: self.bound,
        }
    }

    /// How many more evaluations are allowed; an error when there are none left or the search was
    /// asked to end.
    pub fn remaining(&self) -> Result<u64, Stop> {
        self.go_on()?;
        match self.left() {
            0 => Err(Stop::Budget),
            left => Ok(left),
        }
    }

    /// An error when the search was asked to end, whatever the budget of evaluations allows.
    pub(crate) fn go_on(&self) -> Result<(), Stop> {
        (self.budget.signal)().map_or(Ok(()), Err)
    }

    /// Like `go_on`, in a loop over many candidates: it asks only at the last one of each part.
    pub(crate) fn go_on_at(&self, candidate: usize) -> Result<(), Stop> {
        if candidate % BETWEEN_LOOKS == BETWEEN_LOOKS - 1 { self.go_on() } else { Ok(()) }
    }

    /// How many more evaluations the budget allows, whether the search was asked to end or not.
    pub(crate) fn left(&self) -> u64 {
        self.budget.evaluations.map_or(u64::MAX, |limit| limit.saturating_sub(self.evaluations))
    }

    /// Goes on where an earlier search was, of which the observer has heard.
    pub(crate) fn resume(&mut self, evaluations: u64, best: Option<(P::Candidate, Evaluation)>) {
        self.evaluations = evaluations;
        self.best = best;
    }

    /// Evaluates one candidate.
    pub fn evaluate(&mut self, candidate: &P::Candidate) -> Result<Evaluation, Stop> {
        self.remaining()?;
        let evaluation = self.problem.evaluate(candidate);
        self.record(candidate, evaluation);
        Ok(evaluation)
    }

    /// Evaluates many candidates, in parallel where that pays, with the same result as one after
    /// the other. When the budget ends among them, those that fit are evaluated and recorded before
    /// the error is returned; when the search is asked to end, those that were begun.
    pub fn evaluate_all(&mut self, candidates: &[P::Candidate]) -> Result<Vec<Evaluation>, Stop> {
        let (first, rest) = candidates.split_at(candidates.len().min(BETWEEN_LOOKS));
        let mut evaluations = self.evaluate_some(first)?;
        for some in rest.chunks(BETWEEN_LOOKS) {
            evaluations.append(&mut self.evaluate_some(some)?);
        }
        Ok(evaluations)
    }

    fn evaluate_some(&mut self, candidates: &[P::Candidate]) -> Result<Vec<Evaluation>, Stop> {
        let remaining = self.remaining()?;
        let fit = candidates.len().min(usize::try_from(remaining).unwrap_or(usize::MAX));
        let evaluations = self.problem.evaluate_all(&candidates[..fit]);
        for (candidate, &evaluation) in candidates.iter().zip(&evaluations) {
            self.record(candidate, evaluation);
        }
        if fit < candidates.len() { Err(Stop::Budget) } else { Ok(evaluations) }
    }

    /// Counts an evaluation that a search made through a richer method of its problem.
    pub fn record(&mut self, candidate: &P::Candidate, evaluation: Evaluation) {
        self.evaluations += 1;
        self.keep_best(candidate, evaluation);
    }

    fn keep_best(&mut self, candidate: &P::Candidate, evaluation: Evaluation) {
        let is_something = evaluation.is_feasible() && evaluation.loss < f64::INFINITY;
        if is_something && self.improves(candidate, evaluation.loss) {
            self.best = Some((candidate.clone(), evaluation));
            let progress = self.progress();
            self.observer.observe(progress);
        }
    }

    /// Counts evaluations of parts of the problem, which are not candidates of the whole.
    pub fn count(&mut self, evaluations: u64) {
        self.evaluations += evaluations;
    }

    /// Counts a look at a node, and remembers its floor where the best completion is not known.
    pub fn record_look<V>(&mut self, candidate: &P::Candidate, look: &Look<V>) {
        self.record(candidate, look.evaluation);
        self.note_look(look);
    }

    /// Counts nothing for a second look at a node, which may know less of its best completion than
    /// the first.
    pub fn look_again<V>(&mut self, candidate: &P::Candidate, look: &Look<V>) {
        self.keep_best(candidate, look.evaluation);
        self.note_look(look);
    }

    fn note_look<V>(&mut self, look: &Look<V>) {
        let reached = if look.evaluation.is_feasible() { look.evaluation.loss } else { f64::INFINITY };
        if rounded(look.floor) < rounded(reached) {
            self.note_floor(look.floor);
        }
    }

    /// Notes that some candidate that was left out may have a loss as low as this.
    pub fn note_floor(&mut self, floor: f64) {
        self.floor = self.floor.min(floor);
    }

    /// Ends a search that has left out only candidates that cannot be better than the best one:
    /// proved, unless the best completion of some node that was looked at is not known and could be
    /// better.
    pub fn conclude(&mut self) -> Stop {
        let best = self.best.as_ref().map_or(f64::INFINITY, |(_, evaluation)| evaluation.loss);
        let floor = self.floor;
        self.raise_bound(best.min(floor));
        if rounded(floor) < rounded(best) { Stop::Converged } else { Stop::Proved }
    }

    /// What a part of this search needs to continue elsewhere, for example on another thread.
    pub fn branch(&self) -> Branch<'a, P> {
        Branch { problem: self.problem, signal: self.budget.signal, best: self.best.clone() }
    }

    /// Counts what a branch evaluated and takes over its best candidate if it is better.
    pub fn join(&mut self, evaluations: u64, best: Option<(P::Candidate, Evaluation)>) {
        self.evaluations += evaluations;
        if let Some((candidate, evaluation)) = best {
            self.keep_best(&candidate, evaluation);
        }
    }

    /// Whether the observer wants to see populations.
    pub fn wants_snapshots(&self) -> bool {
        self.observer.wants_snapshots()
    }

    /// Shows a population to the observer.
    pub fn tell(&mut self, snapshot: &Snapshot) {
        self.observer.snapshot(snapshot);
    }

    /// Whether a candidate with this loss would replace the best.
    pub fn improves(&self, candidate: &P::Candidate, loss: f64) -> bool {
        self.best.as_ref().is_none_or(|(best, known)| {
            let order = rounded(loss).total_cmp(&rounded(known.loss));
            order.then_with(|| candidate.cmp(best)).is_lt()
        })
    }

    /// Notes a lower bound on the loss of every allowed candidate; a bound lower than the known one
    /// is ignored.
    pub fn raise_bound(&mut self, bound: f64) {
        let bound = bound.min(self.floor);
        if self.bound.is_none_or(|known| bound > known) {
            self.bound = Some(bound);
            let progress = self.progress();
            self.observer.observe(progress);
        }
    }
}

/// A part of a search that continues elsewhere; see [`Evaluator::branch`].
pub struct Branch<'a, P: Problem> {
    problem: &'a P,
    signal: &'a (dyn Fn() -> Option<Stop> + Sync),
    best: Option<(P::Candidate, Evaluation)>,
}

impl<P: Problem> Branch<'_, P> {
    /// The problem that is searched.
    pub fn problem(&self) -> &P {
        self.problem
    }

    /// The best candidate that was known where the branch begins.
    pub fn best(&self) -> Option<&(P::Candidate, Evaluation)> {
        self.best.as_ref()
    }

    /// An evaluator with a budget of its own that knows the best candidate so far.
    pub fn evaluator<'b>(&'b self, evaluations: u64, observer: &'b mut dyn Observer) -> Evaluator<'b, P> {
        let budget = Budget { evaluations: Some(evaluations), signal: self.signal };
        Evaluator { best: self.best.clone(), ..Evaluator::new(self.problem, budget, observer) }
    }
}
