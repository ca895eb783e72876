//! What a user gets who chooses nothing: proof where it is in reach, a good release with a known gap
//! where it is not.

use super::descent::Descent;
use crate::exact::{BoxSearch, UNDIVIDED_STEPS};
use crate::{BoxProblem, Evaluator, Stop};

/// Evaluations that the box search has to itself: most problems are proved within them.
const HEAD_START: u64 = 1_000;

/// Evaluations of the box search for each of the descent.
const BOXES_PER_DESCENT: u64 = 3;

/// The box search of [`crate::exact::optimal`] and an evolutionary search of mutation and descent take
/// turns at one evaluator: what one finds prunes the boxes of the other, and the bound says at any
/// moment how far the best release can be from the optimum.
pub fn auto<P: BoxProblem>(evaluator: &mut Evaluator<'_, P>, seed: u64) -> Stop {
    run(evaluator, seed).unwrap_or_else(|stop| stop)
}

fn run<P: BoxProblem>(evaluator: &mut Evaluator<'_, P>, seed: u64) -> Result<Stop, Stop> {
    let mut boxes = BoxSearch::start(evaluator, UNDIVIDED_STEPS)?;
    let mut descent = Descent::new(seed);
    let (mut by_boxes, mut by_descent) = (0, HEAD_START / BOXES_PER_DESCENT);
    loop {
        let before = evaluator.evaluations();
        if by_boxes <= BOXES_PER_DESCENT * by_descent {
            if !boxes.step(evaluator)? {
                return Ok(evaluator.conclude());
            }
            by_boxes += evaluator.evaluations() - before;
        } else {
            descent.round(evaluator)?;
            by_descent += evaluator.evaluations() - before;
        }
    }
}
