//! Best-first branch and bound over boxes of the lattice: the search that proves.

use super::box_search::BoxSearch;
use crate::{BoxProblem, Evaluator, Stop};

/// Finds the best node and proves it, or ends earlier with the bound reached so far.
///
/// After `undivided_steps` steps of eight boxes the attributes are divided into parts, whose own
/// searches raise the bounds of the whole; [`super::UNDIVIDED_STEPS`] is a good number.
pub fn optimal<P: BoxProblem>(evaluator: &mut Evaluator<'_, P>, undivided_steps: u64) -> Stop {
    let mut search = match BoxSearch::start(evaluator, undivided_steps) {
        Ok(search) => search,
        Err(stop) => return stop,
    };
    loop {
        match search.step(evaluator) {
            Ok(true) => {}
            Ok(false) => return evaluator.conclude(),
            Err(stop) => return stop,
        }
    }
}
