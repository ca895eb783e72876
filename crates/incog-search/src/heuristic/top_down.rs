//! Greedy search from full generalization downwards.

use super::greedy::walk;
use crate::{Evaluator, LatticeProblem, Stop};

/// Starts at the highest node and goes on, best node first, to the nodes one level below, at most
/// `evaluations` in all.
///
/// Works for every model and objective. Where every node above an allowed one is allowed, it goes
/// down only from allowed nodes, and has proved the optimum when none is left.
///
/// Reference: F. Prasser, R. Bild et al., "Lightning: utility-driven anonymization of
/// high-dimensional data", Transactions on Data Privacy 9(2), 2016; ARX's best-effort top-down
/// search.
pub fn top_down<P: LatticeProblem>(evaluator: &mut Evaluator<'_, P>, evaluations: u64) -> Stop {
    let (lattice, conclusions) = (evaluator.problem().lattice(), evaluator.problem().conclusions());
    let ended = walk(
        evaluator,
        lattice.highest.clone(),
        evaluations,
        |node| lattice.predecessors(node).collect(),
        |evaluation| evaluation.is_feasible() || !conclusions.allowed_rises,
    );
    super::greedy::close(evaluator, ended)
}
