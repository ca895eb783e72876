//! Flash: paths upwards, each cut in two by binary search.

use super::tagged_lattice::Tagged;
use crate::{Evaluator, Lattice, LatticeProblem, Node, Stop, Unsuitable};
use std::collections::BTreeSet;

/// Walks the lattice bottom up: from every undecided node it builds a path up along undecided nodes
/// to the top and finds by binary search where that path becomes allowed. Nodes found not to be
/// allowed start further paths.
///
/// Exact where every node above an allowed one is allowed, for every objective: where allowed nodes
/// above others may lose less, all allowed nodes are evaluated.
///
/// Reference: F. Kohlmayer, F. Prasser et al., "Flash: efficient, stable and optimal k-anonymity",
/// PASSAT 2012, doi:10.1109/SocialCom-PASSAT.2012.52; nodes are ordered by the mean of their
/// relative levels.
pub fn flash<P: LatticeProblem>(evaluator: &mut Evaluator<'_, P>) -> Result<Stop, Unsuitable> {
    let mut tagged = Tagged::new(evaluator)?;
    let lattice = tagged.lattice().clone();
    for height in 0..=lattice.height() {
        let mut layer: Vec<Node> =
            lattice.layer(height).filter(|node| tagged.known(node).is_none()).collect();
        layer.sort_by_cached_key(|node| Rank::new(node, &lattice));
        for node in layer {
            if let Err(stop) = start_paths(&mut tagged, &lattice, node) {
                return Ok(stop);
            }
        }
    }
    Ok(tagged.finish())
}

/// The order in which Flash prefers nodes: nearer to the original data first.
#[derive(PartialEq, Eq, PartialOrd, Ord, Clone)]
struct Rank {
    /// Sum over attributes of level over levels, in parts of 2^32.
    relative: u64,
    node: Node,
}

impl Rank {
    fn new(node: &Node, lattice: &Lattice) -> Self {
        let share = |(attribute, &level): (usize, &u8)| {
            let (low, high) = (lattice.lowest[attribute], lattice.highest[attribute]);
            (u64::from(level - low) << 32) / u64::from((high - low).max(1))
        };
        Self { relative: node.iter().enumerate().map(share).sum(), node: node.clone() }
    }
}

fn start_paths<P: LatticeProblem>(
    tagged: &mut Tagged<'_, '_, P>,
    lattice: &Lattice,
    node: Node,
) -> Result<(), Stop> {
    let mut refused = BTreeSet::new();
    if tagged.known(&node).is_none() {
        check_path(tagged, lattice, path_up(tagged, lattice, node), &mut refused)?;
    }
    while let Some(Rank { node, .. }) = refused.pop_first() {
        for next in sorted_successors(lattice, &node) {
            if tagged.known(&next).is_none() {
                check_path(tagged, lattice, path_up(tagged, lattice, next), &mut refused)?;
            }
        }
    }
    Ok(())
}

/// Undecided nodes, each a successor of the one before, up to where there is none.
fn path_up<P: LatticeProblem>(tagged: &Tagged<'_, '_, P>, lattice: &Lattice, start: Node) -> Vec<Node> {
    let mut path = vec![start];
    while let Some(next) = path.last().and_then(|node| {
        sorted_successors(lattice, node).into_iter().find(|next| tagged.known(next).is_none())
    }) {
        path.push(next);
    }
    path
}

fn check_path<P: LatticeProblem>(
    tagged: &mut Tagged<'_, '_, P>,
    lattice: &Lattice,
    path: Vec<Node>,
    refused: &mut BTreeSet<Rank>,
) -> Result<(), Stop> {
    let (mut low, mut high) = (0, path.len());
    while low < high {
        let middle = usize::midpoint(low, high);
        if tagged.is_allowed(&path[middle])? {
            high = middle;
        } else {
            refused.insert(Rank::new(&path[middle], lattice));
            low = middle + 1;
        }
    }
    Ok(())
}

fn sorted_successors(lattice: &Lattice, node: &Node) -> Vec<Node> {
    let mut successors: Vec<Node> = lattice.successors(node).collect();
    successors.sort_by_cached_key(|node| Rank::new(node, lattice));
    successors
}
