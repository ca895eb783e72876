//! Greedy search from the original data upwards.

use super::greedy::walk;
use crate::{Evaluator, LatticeProblem, Stop};

/// Starts at the lowest node worth looking at and goes on, best node first, to the nodes one level
/// above, at most `evaluations` in all. The best node is the one nearest to being allowed, then the
/// one that loses least.
///
/// Works for every model and objective. Where an allowed node never loses more than those above it,
/// the search does not go on from allowed nodes, and it has proved the optimum when no node is
/// left.
///
/// Reference: F. Prasser, R. Bild et al., "Lightning: utility-driven anonymization of
/// high-dimensional data", Transactions on Data Privacy 9(2), 2016; ARX's best-effort bottom-up
/// search.
pub fn bottom_up<P: LatticeProblem>(evaluator: &mut Evaluator<'_, P>, evaluations: u64) -> Stop {
    let problem = evaluator.problem();
    let (lattice, conclusions) = (problem.lattice(), problem.conclusions());
    let ended = walk(
        evaluator,
        problem.least_levels(),
        evaluations,
        |node| lattice.successors(node).collect(),
        |evaluation| !(evaluation.is_feasible() && conclusions.loss_rises),
    );
    super::greedy::close(evaluator, ended)
}
