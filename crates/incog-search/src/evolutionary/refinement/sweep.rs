//! All nodes of a lattice in order, without those above one that cannot be better.

use crate::evolutionary::bytes::{Malformed, Reader, Writer};
use crate::{Lattice, Node};

/// Where a sweep over a lattice is: lexicographically, from the lowest node on.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) enum Sweep {
    /// It has not begun.
    #[default]
    Ahead,
    /// At this node, which is next.
    At(Node),
    /// All nodes were passed.
    Over,
}

impl Sweep {
    /// Whether all nodes were passed.
    pub fn is_over(&self) -> bool {
        matches!(self, Self::Over)
    }

    /// Writes down where it is.
    pub fn write(&self, writer: &mut Writer) {
        match self {
            Self::Ahead => writer.byte(0),
            Self::At(node) => {
                writer.byte(1);
                writer.node(node);
            }
            Self::Over => writer.byte(2),
        }
    }

    /// Reads where it was.
    pub fn read(reader: &mut Reader<'_>, lattice: &Lattice) -> Result<Self, Malformed> {
        match reader.byte()? {
            0 => Ok(Self::Ahead),
            1 => Ok(Self::At(reader.node(lattice)?)),
            2 => Ok(Self::Over),
            _ => Err(Malformed),
        }
    }

    /// The next node that is `wanted`; those that may not improve are passed over together with all
    /// nodes above them that come next in order. `None` at the end.
    pub fn next(
        &mut self,
        lattice: &Lattice,
        may_improve: impl Fn(&Node) -> bool,
        mut wanted: impl FnMut(&Node) -> bool,
    ) -> Option<Node> {
        if let Self::Ahead = self {
            *self = Self::At(lattice.lowest.clone());
        }
        while let Self::At(node) = self {
            let here = node.clone();
            let improves = may_improve(&here);
            // A node that cannot be better with all attributes after this one at their lowest
            // cannot be better with any of them higher, nor with this one higher.
            let from = if improves { here.len() } else { last_raised(&here, lattice) };
            if !advance(node, from, lattice) {
                *self = Self::Over;
            }
            if improves && wanted(&here) {
                return Some(here);
            }
        }
        None
    }
}

/// The place of the last attribute above its lowest level; 0 when there is none.
fn last_raised(node: &Node, lattice: &Lattice) -> usize {
    (0..node.len()).rev().find(|&attribute| node[attribute] > lattice.lowest[attribute]).unwrap_or(0)
}

/// Goes on to the next node that differs in one of the first `from` attributes; `false` at the end.
fn advance(node: &mut Node, from: usize, lattice: &Lattice) -> bool {
    for attribute in (0..node.len()).rev() {
        if attribute < from && node[attribute] < lattice.highest[attribute] {
            node[attribute] += 1;
            return true;
        }
        node[attribute] = lattice.lowest[attribute];
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lattice() -> Lattice {
        Lattice { lowest: vec![0, 1, 0].into(), highest: vec![2, 2, 3].into() }
    }

    fn sweep(may_improve: impl Fn(&Node) -> bool) -> (Vec<Node>, usize) {
        let (mut sweep, looks) = (Sweep::default(), std::cell::Cell::new(0));
        let mut nodes = Vec::new();
        let look = |node: &Node| {
            looks.set(looks.get() + 1);
            may_improve(node)
        };
        while let Some(node) = sweep.next(&lattice(), look, |_| true) {
            nodes.push(node);
        }
        assert!(sweep.is_over());
        (nodes, looks.get())
    }

    #[test]
    fn passes_every_node_once_in_order() {
        let (nodes, looks) = sweep(|_| true);
        assert_eq!((nodes.len(), looks), (24, 24));
        assert!(nodes.windows(2).all(|pair| pair[0][..] < pair[1][..]));
    }

    #[test]
    fn leaves_out_what_lies_above_a_node_that_cannot_be_better() {
        let (nodes, looks) = sweep(|node| node.sum() <= 3);
        let all = sweep(|_| true).0;
        let expected: Vec<Node> = all.into_iter().filter(|node| node.sum() <= 3).collect();
        assert_eq!(nodes, expected);
        assert!(looks < 24);
        assert_eq!(sweep(|_| false), (Vec::new(), 1));
    }
}
