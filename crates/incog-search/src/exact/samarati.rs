//! Samarati's binary search on the height of the lattice.

use crate::{Evaluator, Lattice, LatticeProblem, Node, Stop, Unsuitable};

/// Nodes evaluated at a time, enough to keep all cores busy.
const BATCH: usize = 64;

/// Finds the least height at which a node is allowed, by binary search.
///
/// Exact where every node above an allowed one is allowed and the objective is the height: then, if
/// one height has an allowed node, so has every height above it. Needs no memory for the lattice.
///
/// Reference: P. Samarati, "Protecting respondents' identities in microdata release", IEEE TKDE
/// 13(6), 2001, doi:10.1109/69.971193.
pub fn samarati<P: LatticeProblem>(evaluator: &mut Evaluator<'_, P>) -> Result<Stop, Unsuitable> {
    let conclusions = evaluator.problem().conclusions();
    if !conclusions.allowed_rises {
        return Err(Unsuitable::AllowedDoesNotRise);
    }
    if !conclusions.loss_by_height {
        return Err(Unsuitable::NotByHeight);
    }
    Ok(match search(evaluator) {
        Ok(()) => evaluator.conclude(),
        Err(stop) => stop,
    })
}

fn search<P: LatticeProblem>(evaluator: &mut Evaluator<'_, P>) -> Result<(), Stop> {
    let lattice = evaluator.problem().lattice();
    // Invariant: some node at height `high` is allowed (or nothing is), none below `low`.
    let (mut low, mut high) = (0, lattice.height());
    if !has_allowed(evaluator, lattice, high)? {
        return Ok(());
    }
    while low < high {
        let middle = u32::midpoint(low, high);
        if has_allowed(evaluator, lattice, middle)? {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Ok(())
}

/// Whether a node at this height is allowed. Nodes are visited in their order, so that the first
/// allowed one is the one that wins ties.
fn has_allowed<P: LatticeProblem>(
    evaluator: &mut Evaluator<'_, P>,
    lattice: &Lattice,
    height: u32,
) -> Result<bool, Stop> {
    let mut layer = lattice.layer(height);
    loop {
        let batch: Vec<Node> = layer.by_ref().take(BATCH).collect();
        if batch.is_empty() {
            return Ok(false);
        }
        if evaluator.evaluate_all(&batch)?.iter().any(|evaluation| evaluation.is_feasible()) {
            return Ok(true);
        }
    }
}
