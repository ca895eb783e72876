//! The lattice of generalizations, as seen by searches.

use std::cmp::Ordering;
use std::ops::{Deref, DerefMut};

/// A node of a lattice: one level per attribute.
///
/// Nodes are ordered by the sum of their levels, then lexicographically: among equally good nodes,
/// the one nearer to the original data comes first. This order breaks all ties.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Node(Vec<u8>);

impl Node {
    /// The sum of all levels.
    pub fn sum(&self) -> u32 {
        self.0.iter().map(|&level| u32::from(level)).sum()
    }

    /// The node with one attribute moved to `level`.
    pub fn with(&self, attribute: usize, level: u8) -> Self {
        let mut node = self.clone();
        node.0[attribute] = level;
        node
    }

    /// Whether no attribute is higher than in `other`.
    pub fn is_below_or_equal(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a <= b)
    }
}

impl From<Vec<u8>> for Node {
    fn from(levels: Vec<u8>) -> Self {
        Self(levels)
    }
}

impl Deref for Node {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for Node {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

impl Ord for Node {
    fn cmp(&self, other: &Self) -> Ordering {
        self.sum().cmp(&other.sum()).then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for Node {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// All nodes between two nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lattice {
    /// The finest node.
    pub lowest: Node,
    /// The coarsest node.
    pub highest: Node,
}

impl Lattice {
    /// Number of attributes.
    pub fn attributes(&self) -> usize {
        self.lowest.len()
    }

    /// Number of nodes, as a float because it may exceed every integer.
    pub fn size(&self) -> f64 {
        self.lowest.iter().zip(self.highest.iter()).map(|(&low, &high)| f64::from(high - low) + 1.0).product()
    }

    /// All nodes, in lexicographic order; the last attribute moves fastest.
    pub fn nodes(&self) -> impl Iterator<Item = Node> + '_ {
        let mut next = Some(self.lowest.clone());
        std::iter::from_fn(move || {
            let node = next.take()?;
            next = self.successor(&node);
            Some(node)
        })
    }

    /// Sum of the levels of the highest node above that of the lowest.
    pub fn height(&self) -> u32 {
        self.highest.sum() - self.lowest.sum()
    }

    /// The nodes one level above `node` in one attribute.
    pub fn successors<'a>(&'a self, node: &'a Node) -> impl Iterator<Item = Node> + 'a {
        let can_rise = |&attribute: &usize| node[attribute] < self.highest[attribute];
        (0..node.len()).filter(can_rise).map(|attribute| node.with(attribute, node[attribute] + 1))
    }

    /// The nodes one level below `node` in one attribute.
    pub fn predecessors<'a>(&'a self, node: &'a Node) -> impl Iterator<Item = Node> + 'a {
        let can_fall = |&attribute: &usize| node[attribute] > self.lowest[attribute];
        (0..node.len()).filter(can_fall).map(|attribute| node.with(attribute, node[attribute] - 1))
    }

    /// All nodes whose levels add up to `height` above the lowest node, in lexicographic order.
    pub fn layer(&self, height: u32) -> impl Iterator<Item = Node> + '_ {
        let mut next = self.fill(self.lowest.clone(), 0, height);
        std::iter::from_fn(move || {
            let node = next.take()?;
            next = self.next_in_layer(&node);
            Some(node)
        })
    }

    /// Raises the attributes from `first` on by `rise` levels in all, the last ones first; `None`
    /// when they have no room for it. They must be at their lowest levels.
    fn fill(&self, mut node: Node, first: usize, mut rise: u32) -> Option<Node> {
        for attribute in (first..node.len()).rev() {
            let step = rise.min(u32::from(self.highest[attribute] - self.lowest[attribute]));
            node[attribute] = self.lowest[attribute] + step as u8;
            rise -= step;
        }
        (rise == 0).then_some(node)
    }

    fn next_in_layer(&self, node: &Node) -> Option<Node> {
        let mut behind = 0;
        for attribute in (0..node.len()).rev() {
            if behind > 0 && node[attribute] < self.highest[attribute] {
                return self.fill(node.with(attribute, node[attribute] + 1), attribute + 1, behind - 1);
            }
            behind += u32::from(node[attribute] - self.lowest[attribute]);
        }
        None
    }

    fn successor(&self, node: &Node) -> Option<Node> {
        let mut node = node.clone();
        for attribute in (0..node.len()).rev() {
            if node[attribute] < self.highest[attribute] {
                node[attribute] += 1;
                return Some(node);
            }
            node[attribute] = self.lowest[attribute];
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_every_node_once() {
        let lattice = Lattice { lowest: vec![0, 1].into(), highest: vec![1, 3].into() };
        let nodes: Vec<Node> = lattice.nodes().collect();
        assert_eq!(nodes.len() as f64, lattice.size());
        assert_eq!(*nodes[1], [0, 2]);
        assert_eq!(*nodes[5], [1, 3]);
    }

    #[test]
    fn layers_are_the_lattice_by_height() {
        let lattice = Lattice { lowest: vec![0, 1, 2, 0].into(), highest: vec![2, 1, 4, 3].into() };
        let layers: Vec<Node> = (0..=lattice.height()).flat_map(|height| lattice.layer(height)).collect();
        let mut nodes: Vec<Node> = lattice.nodes().collect();
        nodes.sort();
        assert_eq!(layers, nodes);
        assert_eq!(lattice.layer(lattice.height() + 1).count(), 0);
    }
}
