//! Best-first walk over neighbouring nodes with a limit, shared by the greedy searches.

use super::bound_whole_lattice;
use crate::{Evaluation, Evaluator, LatticeProblem, Node, Stop, rounded};
use std::cmp::Ordering;
use std::collections::{BTreeSet, HashSet};

/// A node to go on from: nearest to allowed first, then least loss, then the order of nodes.
#[derive(PartialEq)]
struct Open {
    evaluation: Evaluation,
    node: Node,
}

impl Eq for Open {}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        let (a, b) = (&self.evaluation, &other.evaluation);
        a.violation
            .total_cmp(&b.violation)
            .then_with(|| rounded(a.loss).total_cmp(&rounded(b.loss)))
            .then_with(|| self.node.cmp(&other.node))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Goes on from the best node found so far to its `neighbours`, as long as `is_worth` says so and
/// `limit` evaluations are not used up. All neighbours of a node are evaluated in parallel.
///
/// [`Stop::Proved`] means only that nothing is left to go on from. A lower bound on the loss is
/// noted first.
pub(super) fn walk<P: LatticeProblem>(
    evaluator: &mut Evaluator<'_, P>,
    start: Node,
    limit: u64,
    neighbours: impl Fn(&Node) -> Vec<Node>,
    is_worth: impl Fn(&Evaluation) -> bool,
) -> Result<Stop, Stop> {
    bound_whole_lattice(evaluator)?;
    let mut left = limit.saturating_sub(2);
    let evaluation = evaluator.evaluate(&start)?;
    let mut seen = HashSet::from([start.clone()]);
    let mut open = BTreeSet::from([Open { evaluation, node: start }]);
    while let Some(Open { evaluation, node }) = open.pop_first() {
        if !is_worth(&evaluation) {
            continue;
        }
        let mut nodes = neighbours(&node);
        nodes.retain(|node| !seen.contains(node));
        let fit = usize::try_from(left).unwrap_or(usize::MAX).min(nodes.len());
        let is_cut = fit < nodes.len();
        nodes.truncate(fit);
        left -= fit as u64;
        let evaluations = evaluator.evaluate_all(&nodes)?;
        for (node, evaluation) in nodes.into_iter().zip(evaluations) {
            seen.insert(node.clone());
            open.insert(Open { evaluation, node });
        }
        if is_cut {
            return Ok(Stop::Budget);
        }
    }
    Ok(Stop::Proved)
}

/// Ends a walk. Having seen all that could matter is a proof only where each node was seen with its
/// best completion; that is also what makes all nodes above an allowed one allowed.
pub(super) fn close<P: LatticeProblem>(evaluator: &mut Evaluator<'_, P>, ended: Result<Stop, Stop>) -> Stop {
    match ended.unwrap_or_else(|stop| stop) {
        Stop::Proved if evaluator.problem().conclusions().allowed_rises => evaluator.conclude(),
        Stop::Proved => Stop::Converged,
        stop => stop,
    }
}
