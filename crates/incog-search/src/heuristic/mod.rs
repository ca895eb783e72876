//! Searches that find good nodes quickly and mostly prove nothing.

mod bottom_up;
mod datafly;
mod greedy;
mod kgen;
mod kgen_operators;
mod provider_aware;
mod random;
mod top_down;

use crate::{Evaluator, LatticeProblem, Node, Stop};

pub use bottom_up::bottom_up;
pub use datafly::datafly;
pub use kgen::{Kgen, kgen};
pub use provider_aware::provider_aware;
pub use random::random;
pub use top_down::top_down;

/// Looks at the highest node and notes the lower bound it gives on the loss of every allowed node, so that results come
/// with a gap. Returns the lowest node worth looking at.
pub(crate) fn bound_whole_lattice<P: LatticeProblem>(evaluator: &mut Evaluator<'_, P>) -> Result<Node, Stop> {
    evaluator.remaining()?;
    let problem = evaluator.problem();
    let (ground, lattice, least) = (problem.ground(), problem.lattice(), problem.least_levels());
    let look = problem.look(&ground, &lattice.highest);
    evaluator.record_look(&lattice.highest, &look);
    evaluator.raise_bound(problem.bound(&ground, &look.view, &least, &[]));
    Ok(least)
}
