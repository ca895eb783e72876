//! OLA: sublattices cut in two at half their height.

use super::tagged_lattice::Tagged;
use crate::{Evaluator, Lattice, LatticeProblem, Stop, Unsuitable};

/// Finds all minimal allowed nodes: every node at half the height between a bottom and a top is
/// tagged, and the search goes on below each node that is allowed and above each that is not.
///
/// Exact where every node above an allowed one is allowed, for every objective: where allowed nodes
/// above others may lose less, all allowed nodes are evaluated. A sublattice in which everything is
/// already decided is left out.
///
/// Reference: K. El Emam et al., "A globally optimal k-anonymity method for the de-identification
/// of health data", JAMIA 16(5), 2009, doi:10.1197/jamia.M3144.
pub fn ola<P: LatticeProblem>(evaluator: &mut Evaluator<'_, P>) -> Result<Stop, Unsuitable> {
    let mut tagged = Tagged::new(evaluator)?;
    let whole = tagged.lattice().clone();
    let decided = ends(&mut tagged, &whole).and_then(|()| bisect(&mut tagged, &whole));
    Ok(match decided {
        Ok(()) => tagged.finish(),
        Err(stop) => stop,
    })
}

fn ends<P: LatticeProblem>(tagged: &mut Tagged<'_, '_, P>, whole: &Lattice) -> Result<(), Stop> {
    if tagged.is_allowed(&whole.highest)? {
        tagged.is_allowed(&whole.lowest)?;
    }
    Ok(())
}

/// Decides all nodes between the corners of a sublattice, which are decided.
fn bisect<P: LatticeProblem>(tagged: &mut Tagged<'_, '_, P>, part: &Lattice) -> Result<(), Stop> {
    let is_open = |tagged: &Tagged<'_, '_, P>| part.nodes().any(|node| tagged.known(&node).is_none());
    if tagged.is_complete() || part.height() < 2 || !is_open(tagged) {
        return Ok(());
    }
    for node in part.layer(part.height() / 2) {
        let half = if tagged.is_allowed(&node)? {
            Lattice { lowest: part.lowest.clone(), highest: node }
        } else {
            Lattice { lowest: node, highest: part.highest.clone() }
        };
        bisect(tagged, &half)?;
    }
    Ok(())
}
