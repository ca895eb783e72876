//! Every node of the lattice: the oracle of all other searches.

use crate::grain::map_all;
use crate::{BoxProblem, Evaluator, Look, Node, Stop};

/// Nodes looked at between two checks of the budget, enough to keep all cores busy.
const BATCH: usize = 256;

/// Looks at every node of the lattice, in lexicographic order, and says why it ended:
/// [`Stop::Proved`] when every node was seen with its best completion.
pub fn exhaustive<P: BoxProblem>(evaluator: &mut Evaluator<'_, P>) -> Stop {
    let problem = evaluator.problem();
    let rolled_up = problem.rolled_up();
    let mut nodes = problem.lattice().nodes();
    loop {
        let remaining = match evaluator.remaining() {
            Ok(remaining) => usize::try_from(remaining).unwrap_or(usize::MAX),
            Err(stop) => return stop,
        };
        let batch: Vec<Node> = nodes.by_ref().take(BATCH.min(remaining)).collect();
        if batch.is_empty() {
            return evaluator.conclude();
        }
        let effort = problem.effort_of_look(&rolled_up).saturating_mul(batch.len() as u64);
        let looks: Vec<Look<P::View>> =
            map_all(batch.iter().collect(), effort, |node| problem.look(&rolled_up, node));
        for (node, look) in batch.iter().zip(&looks) {
            evaluator.record_look(node, look);
        }
    }
}
