//! The search for users who choose none: a proof where it is within reach, otherwise a good release
//! with a known gap.

use super::descent::Descent;
use crate::exact::{BoxSearch, HittingSet, UNDIVIDED_STEPS};
use crate::{BoxProblem, Evaluator, LatticeProblem, Stop};

/// Evaluations that the box search gets to itself at first: most problems are proved within them.
pub const HEAD_START: u64 = 600;

/// Evaluations of the favoured one of box search and descent for each evaluation of the other.
const FAVOUR: u64 = 3;

/// How much more the search by hitting sets is favoured, at most, while the two others find
/// nothing.
const MOST_FAVOUR: u64 = 8;

/// The box search of [`crate::exact::optimal`], the one by
/// [hitting sets](crate::exact::hitting_set) where it is exact, and an evolutionary search by
/// mutation and descent take turns on one evaluator: a good node found by any of them prunes the
/// boxes of all, and the bound says at any moment how far the best release can be from the optimum.
/// Turns are counted in evaluations, so the outcome does not depend on the number of threads. The
/// first `head_start` evaluations are the box search's; [`HEAD_START`] is a good number.
pub fn auto<P: LatticeProblem>(evaluator: &mut Evaluator<'_, P>, seed: u64, head_start: u64) -> Stop {
    run(evaluator, seed, head_start).unwrap_or_else(|stop| stop)
}

fn run<P: LatticeProblem>(
    evaluator: &mut Evaluator<'_, P>,
    seed: u64,
    head_start: u64,
) -> Result<Stop, Stop> {
    let mut boxes = BoxSearch::start(evaluator, UNDIVIDED_STEPS)?;
    let mut descent = Descent::new(seed);
    let mut hitting_set: Option<HittingSet<'_>> = None;
    let mut turns = Turns::start(head_start);
    loop {
        let before = evaluator.evaluations();
        let known = known_to(evaluator);
        if turns.is_of_hitting_set() {
            if hitting_set.is_none() {
                hitting_set = HittingSet::new(evaluator.problem(), seed).ok();
            }
            let Some(search) = &mut hitting_set else {
                turns.hitting_set = None;
                continue;
            };
            turns.favour_of_hitting_set = search.turns();
            if !search.step(evaluator)? {
                return Ok(evaluator.conclude());
            }
            turns.hitting_set = turns.hitting_set.map(|taken| taken + evaluator.evaluations() - before);
        } else if turns.is_of_boxes() {
            if !boxes.step(evaluator)? {
                return Ok(evaluator.conclude());
            }
            turns.boxes += evaluator.evaluations() - before;
            turns.note_success(known != known_to(evaluator));
        } else {
            descent.round(evaluator)?;
            turns.descent += evaluator.evaluations() - before;
            turns.note_success(known != known_to(evaluator));
            if known_to(evaluator).1 < known.1 {
                turns.improved_at = turns.descent;
            }
        }
    }
}

/// The bound, and the loss of the best node.
fn known_to<P: BoxProblem>(evaluator: &Evaluator<'_, P>) -> (Option<f64>, f64) {
    (evaluator.bound(), evaluator.best().map_or(f64::INFINITY, |(_, evaluation)| evaluation.loss))
}

/// How many evaluations each search has had.
///
/// The search by hitting sets is favoured over the two others: where it is exact, it mostly proves
/// first. It is favoured the more the longer both have neither found a better node nor raised the
/// bound.
///
/// The descent is favoured as long as it keeps improving: until it has gone without success for as
/// many evaluations as its last success came after. From then on it is the bound that needs work.
struct Turns {
    head_start: u64,
    boxes: u64,
    /// None where it is not exact.
    hitting_set: Option<u64>,
    /// Its evaluations for each one of the two others, while these are of use.
    favour_of_hitting_set: u64,
    descent: u64,
    improved_at: u64,
    /// Evaluations of box search and descent when one of them last found a better node or a better
    /// bound.
    succeeded_at: u64,
}

impl Turns {
    fn start(head_start: u64) -> Self {
        Self {
            head_start,
            boxes: 0,
            hitting_set: Some(0),
            favour_of_hitting_set: 0,
            descent: 0,
            improved_at: 0,
            succeeded_at: 0,
        }
    }

    fn note_success(&mut self, is_success: bool) {
        if is_success {
            self.succeeded_at = self.boxes + self.descent;
        }
    }

    fn is_of_hitting_set(&self) -> bool {
        let others = (self.boxes + self.descent).saturating_sub(self.head_start);
        self.boxes >= self.head_start && self.hitting_set.is_some_and(|taken| taken <= self.favour() * others)
    }

    /// Evaluations of the search by hitting sets for each one of the two others.
    fn favour(&self) -> u64 {
        let in_vain = (self.boxes + self.descent - self.succeeded_at) / HEAD_START;
        self.favour_of_hitting_set * (1 + in_vain).min(MOST_FAVOUR)
    }

    fn is_of_boxes(&self) -> bool {
        let ahead = self.boxes.saturating_sub(self.head_start);
        let is_improving = self.descent < self.head_start.max(2 * self.improved_at);
        if self.boxes < self.head_start {
            true
        } else if is_improving {
            FAVOUR * ahead < self.descent
        } else {
            ahead < FAVOUR * self.descent
        }
    }
}
