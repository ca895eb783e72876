//! Every node of the lattice: the oracle of all other searches.

use crate::{BoxProblem, Evaluator, Node, Stop};

/// Nodes evaluated at a time, enough to keep all cores busy.
const BATCH: usize = 256;

/// Evaluates every node of the lattice, lowest levels first.
///
/// Always ends with an error, which says why: [`Stop::Proved`] when every node was evaluated.
pub fn exhaustive<P: BoxProblem>(evaluator: &mut Evaluator<'_, P>) -> Stop {
    let mut nodes = evaluator.problem().lattice().nodes();
    loop {
        let batch: Vec<Node> = nodes.by_ref().take(BATCH).collect();
        if batch.is_empty() {
            break;
        }
        if let Err(stop) = evaluator.evaluate_all(&batch) {
            return stop;
        }
    }
    let best = evaluator.best().map_or(f64::INFINITY, |(_, evaluation)| evaluation.loss);
    evaluator.raise_bound(best);
    Stop::Proved
}
