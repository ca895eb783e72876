//! The search for users who choose none: a proof where it is within reach, otherwise a good release with a known gap.

use super::descent::Descent;
use crate::exact::{BoxSearch, UNDIVIDED_STEPS};
use crate::{BoxProblem, Evaluator, Stop};

/// Evaluations that the box search gets to itself at first: most problems are proved within them.
const HEAD_START: u64 = 600;

/// Evaluations of the favoured search for each evaluation of the other.
const FAVOUR: u64 = 3;

/// The box search of [`crate::exact::optimal`] and an evolutionary search by mutation and descent take turns on one
/// evaluator: a good node found by either prunes the boxes, and the bound says at any moment how far the best release
/// can be from the optimum.
pub fn auto<P: BoxProblem>(evaluator: &mut Evaluator<'_, P>, seed: u64) -> Stop {
    run(evaluator, seed).unwrap_or_else(|stop| stop)
}

fn run<P: BoxProblem>(evaluator: &mut Evaluator<'_, P>, seed: u64) -> Result<Stop, Stop> {
    let mut boxes = BoxSearch::start(evaluator, UNDIVIDED_STEPS)?;
    let mut descent = Descent::new(seed);
    let mut turns = Turns::default();
    loop {
        let before = evaluator.evaluations();
        if turns.is_of_boxes() {
            if !boxes.step(evaluator)? {
                return Ok(evaluator.conclude());
            }
            turns.boxes += evaluator.evaluations() - before;
        } else {
            let best = loss_of_best(evaluator);
            descent.round(evaluator)?;
            turns.descent += evaluator.evaluations() - before;
            if loss_of_best(evaluator) < best {
                turns.improved_at = turns.descent;
            }
        }
    }
}

fn loss_of_best<P: BoxProblem>(evaluator: &Evaluator<'_, P>) -> f64 {
    evaluator.best().map_or(f64::INFINITY, |(_, evaluation)| evaluation.loss)
}

/// How many evaluations each of the two has had.
///
/// The descent is favoured as long as it keeps improving: until it has gone without success for as many evaluations as
/// its last success came after. From then on it is the bound that needs work.
#[derive(Default)]
struct Turns {
    boxes: u64,
    descent: u64,
    improved_at: u64,
}

impl Turns {
    fn is_of_boxes(&self) -> bool {
        let ahead = self.boxes.saturating_sub(HEAD_START);
        let is_improving = self.descent < HEAD_START.max(2 * self.improved_at);
        if self.boxes < HEAD_START {
            true
        } else if is_improving {
            FAVOUR * ahead < self.descent
        } else {
            ahead < FAVOUR * self.descent
        }
    }
}
