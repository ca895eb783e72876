//! Searches that find good nodes quickly and mostly prove nothing.

mod bottom_up;
mod datafly;
mod greedy;
mod kgen;
mod kgen_operators;
mod kgen_parameters;
mod kgen_selection;
mod provider_aware;
mod random;
mod top_down;

use crate::{Evaluator, LatticeProblem, Look, Node, Stop};

pub use bottom_up::bottom_up;
pub use datafly::datafly;
pub use kgen::kgen;
pub use kgen_parameters::{Counted, Half, Kgen, SelectionWeight, Survivors};
pub use provider_aware::provider_aware;
pub use random::random;
pub use top_down::top_down;

/// Looks at the highest node and notes the lower bound it gives on the loss of every allowed node,
/// so that results come with a gap. Returns the lowest node worth looking at.
pub(crate) fn bound_whole_lattice<P: LatticeProblem>(evaluator: &mut Evaluator<'_, P>) -> Result<Node, Stop> {
    bound_from_highest(evaluator, |evaluator, look| {
        let highest = &evaluator.problem().lattice().highest;
        evaluator.record_look(highest, look);
    })
}

/// Like [`bound_whole_lattice`], but the highest node is only counted: it is not a result of the
/// search, unless the search comes upon it.
pub(crate) fn bound_without_result<P: LatticeProblem>(
    evaluator: &mut Evaluator<'_, P>,
) -> Result<Node, Stop> {
    bound_from_highest(evaluator, |evaluator, _| evaluator.count(1))
}

fn bound_from_highest<'a, P: LatticeProblem>(
    evaluator: &mut Evaluator<'a, P>,
    note: impl FnOnce(&mut Evaluator<'a, P>, &Look<P::View>),
) -> Result<Node, Stop> {
    evaluator.remaining()?;
    let problem = evaluator.problem();
    let (rolled_up, least) = (problem.rolled_up(), problem.least_levels());
    let look = problem.look(&rolled_up, &problem.lattice().highest);
    note(evaluator, &look);
    evaluator.raise_bound(problem.bound(&rolled_up, &look.view, &least, &[]));
    Ok(least)
}
