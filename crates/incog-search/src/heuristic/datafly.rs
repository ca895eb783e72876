//! Datafly: generalizes the attribute with the most distinct values until the release is allowed.

use super::bound_whole_lattice;
use crate::{Evaluator, LatticeProblem, Stop};
use std::cmp::Reverse;

/// Starts at the lowest node and raises, one level at a time, the attribute with the most distinct
/// values (the first of equals), until the node is allowed.
///
/// Works for every model; it does not use the objective.
///
/// Reference: L. Sweeney, "Guaranteeing anonymity when sharing medical data, the Datafly system",
/// AMIA 1997; L. Sweeney, 2002, doi:10.1142/S021848850200165X, fig. 6.
pub fn datafly<P: LatticeProblem>(evaluator: &mut Evaluator<'_, P>) -> Stop {
    let problem = evaluator.problem();
    let lattice = problem.lattice();
    if let Err(stop) = bound_whole_lattice(evaluator) {
        return stop;
    }
    let mut node = lattice.lowest.clone();
    loop {
        match evaluator.evaluate(&node) {
            Ok(evaluation) if evaluation.is_feasible() => return Stop::Converged,
            Ok(_) => {}
            Err(stop) => return stop,
        }
        let next =
            (0..node.len()).filter(|&attribute| node[attribute] < lattice.highest[attribute]).max_by_key(
                |&attribute| (problem.distinct_values(attribute, node[attribute]), Reverse(attribute)),
            );
        let Some(attribute) = next else { return Stop::Converged };
        node[attribute] += 1;
    }
}
