//! Incognito: the lattices of ever larger sets of attributes.

use super::tagged_lattice::Tagged;
use crate::{Evaluator, Lattice, LatticeProblem, Node, Stop, Unsuitable};

/// Searches the lattice of each single attribute, then of each pair, and so on, bottom up. A node
/// of a larger set is left out when one of its parts was not allowed (a-priori pruning), and is
/// known to be allowed when one below it in the same lattice is.
///
/// A node of some of the attributes is evaluated with the others at their highest level. What must
/// be suppressed there must be suppressed below as well, so the pruning is sound with suppression
/// too, and each node of the whole lattice belongs to exactly one set: that of its attributes below
/// their highest level.
///
/// Exact where every node above an allowed one is allowed, for every objective: where allowed nodes
/// above others may lose less, all allowed nodes are evaluated.
///
/// Reference: K. LeFevre, D. DeWitt and R. Ramakrishnan, "Incognito: efficient full-domain
/// k-anonymity", SIGMOD 2005, doi:10.1145/1066157.1066164.
pub fn incognito<P: LatticeProblem>(evaluator: &mut Evaluator<'_, P>) -> Result<Stop, Unsuitable> {
    let mut tagged = Tagged::new(evaluator)?;
    let whole = tagged.lattice().clone();
    let free: Vec<usize> = (0..whole.attributes()).filter(|&a| whole.lowest[a] < whole.highest[a]).collect();
    for size in 0..=free.len() {
        let mut set: Vec<usize> = (0..size).collect();
        loop {
            let attributes: Vec<usize> = set.iter().map(|&place| free[place]).collect();
            if let Err(stop) = search_set(&mut tagged, &whole, &attributes) {
                return Ok(stop);
            }
            if !next_set(&mut set, free.len()) {
                break;
            }
        }
    }
    Ok(tagged.finish())
}

/// Decides the nodes at which exactly these attributes are below their highest level.
fn search_set<P: LatticeProblem>(
    tagged: &mut Tagged<'_, '_, P>,
    whole: &Lattice,
    attributes: &[usize],
) -> Result<(), Stop> {
    let (mut lowest, mut highest): (Node, Node) = (whole.highest.clone(), whole.highest.clone());
    for &attribute in attributes {
        lowest[attribute] = whole.lowest[attribute];
        highest[attribute] -= 1;
    }
    let part = Lattice { lowest, highest };
    for height in 0..=part.height() {
        for node in part.layer(height) {
            tagged.is_allowed(&node)?;
        }
    }
    Ok(())
}

/// The next set of the same size out of `all` places, in lexicographic order.
fn next_set(set: &mut [usize], all: usize) -> bool {
    let size = set.len();
    let Some(moved) = (0..size).rev().find(|&place| set[place] < all - size + place) else { return false };
    set[moved] += 1;
    for place in moved + 1..size {
        set[place] = set[place - 1] + 1;
    }
    true
}
