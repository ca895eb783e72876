//! Generalizes values to what they belong to: facility, county, area.

use super::{BuildError, Values};
use crate::{Hierarchy, ValueForm};
use std::collections::HashMap;
use thiserror::Error;

/// Most labels between a value and the root.
const MAX_DEPTH: usize = 253;

/// Why pairs of value and parent are not a tree, or why the tree gives no hierarchy.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TreeError {
    /// A value has two parents.
    #[error("{value:?} belongs to both {first:?} and {second:?}; put it under one of them")]
    TwoParents {
        /// The value.
        value: String,
        /// The parent named first; `*` stands for none.
        first: String,
        /// Another.
        second: String,
    },
    /// A value is above itself.
    #[error("{value:?} belongs to itself, directly or through its parents")]
    Cycle {
        /// A value of the circle.
        value: String,
    },
    /// More levels than a hierarchy can have.
    #[error("{value:?} stands more than {MAX_DEPTH} levels below the root")]
    TooDeep {
        /// The value.
        value: String,
    },
    /// A value of the column is not in the tree.
    #[error("the tree lacks a value of the form {}; put every value of the column under a parent", ValueForm(.value))]
    MissingValue {
        /// The value.
        value: String,
    },
}

/// A node of a [`ValueTree`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreeNode(usize);

/// What each value belongs to, to any depth, below the root `*`.
///
/// Levels are counted from the root: where branches differ in depth, the values of the shallow ones
/// are repeated upwards. Values of the tree that do not occur in the data are part of the
/// hierarchy. A value of the data may also be an inner node. A value named in the tree counts as
/// present even if it is a missing marker. A name may occur in several places (state, county and
/// city of New York).
///
/// ```
/// use incog_data::{ColumnBuilder, ValueTree, Values};
/// let mut builder = ColumnBuilder::new("facility");
/// for facility in ["Bellevue", "Out of state"] { builder.push(facility); }
/// let facility = builder.finish(&[]);
/// let mut tree = ValueTree::default();
/// let city = tree.add(None, "New York City");
/// let county = tree.add(Some(city), "Manhattan");
/// tree.add(Some(county), "Bellevue");
/// tree.add(None, "Out of state");
/// let hierarchy = tree.build(&Values::from_column(&facility)).unwrap();
/// let row = |value| (0..=3).map(|level| hierarchy.label(level, hierarchy.find(value).unwrap())).collect::<Vec<_>>();
/// assert_eq!(row("Bellevue"), ["Bellevue", "Manhattan", "New York City", "*"]);
/// assert_eq!(row("Out of state"), ["Out of state", "Out of state", "Out of state", "*"]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ValueTree {
    nodes: Vec<Node>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Node {
    label: String,
    parent: Option<usize>,
    inner: bool,
    /// Labels between the node and the root `*`, its own included; 0 for a node that is itself the
    /// root.
    depth: usize,
}

impl ValueTree {
    /// A tree from pairs of value and parent in any order; each name stands for one node, and what
    /// belongs to `*` or to nothing is placed below the root.
    ///
    /// ```
    /// use incog_data::ValueTree;
    /// assert!(ValueTree::from_parents([("Bellevue", "Manhattan"), ("Manhattan", "New York City")]).is_ok());
    /// let error = ValueTree::from_parents([("a", "b"), ("b", "a")]).unwrap_err();
    /// assert_eq!(error.to_string(), "\"a\" belongs to itself, directly or through its parents");
    /// ```
    pub fn from_parents<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, TreeError> {
        let mut parents: HashMap<&str, &str> = HashMap::new();
        let mut names = Vec::new();
        for (value, parent) in pairs {
            names.extend([value, parent]);
            if let Some(&first) = parents.get(value).filter(|&&first| first != parent) {
                return Err(two_parents(value, first, parent));
            }
            parents.insert(value, parent);
        }
        let mut tree = Self::default();
        let mut known = HashMap::new();
        for name in names {
            tree.add_with_parents(name, &parents, &mut known)?;
        }
        Ok(tree)
    }

    /// Adds a node below another one of this tree, or below the root.
    pub fn add(&mut self, parent: Option<TreeNode>, label: impl Into<String>) -> TreeNode {
        let label = label.into();
        let parent = parent.map(|node| node.0).filter(|&node| node < self.nodes.len());
        let depth = match parent {
            Some(parent) => self.nodes[parent].depth + 1,
            None => usize::from(label != super::ROOT),
        };
        if let Some(parent) = parent {
            self.nodes[parent].inner = true;
        }
        self.nodes.push(Node { label, parent, inner: false, depth });
        TreeNode(self.nodes.len() - 1)
    }

    /// Makes the hierarchy; fails when a value of the column is not in the tree or occurs in two
    /// places.
    pub fn build(&self, values: &Values<'_>) -> Result<Hierarchy, BuildError> {
        let tree_error = |source| BuildError::Tree { column: values.column().into(), source };
        if let Some(deep) = self.nodes.iter().find(|node| node.depth > MAX_DEPTH) {
            return Err(tree_error(TreeError::TooDeep { value: deep.label.clone() }));
        }
        let places = self.places().map_err(tree_error)?;
        let leaves = self.nodes.iter().filter(|node| !node.inner && node.depth > 0);
        let named = values.present().iter().chain(values.missing());
        let named = named.copied().filter(|value| places.contains_key(value));
        let covered = values.clone().covering(named.chain(leaves.map(|node| node.label.as_str())));
        let depth = self.nodes.iter().map(|node| node.depth).max().unwrap_or(0);
        covered.hierarchy(depth.saturating_sub(1), |value| {
            let missing = || tree_error(TreeError::MissingValue { value: value.into() });
            match places.get(value).ok_or_else(missing)? {
                Occurrence::Once(node) => Ok(self.labels(*node, depth)),
                Occurrence::Twice(first, second) => Err(tree_error(self.two_places(value, *first, *second))),
            }
        })
    }

    /// Where each name is found: at the leaf of that name, otherwise at the inner node.
    fn places(&self) -> Result<HashMap<&str, Occurrence>, TreeError> {
        let mut places: HashMap<&str, Occurrence> = HashMap::new();
        for (index, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.depth > 0) {
            let place = match places.get(node.label.as_str()) {
                None => Occurrence::Once(index),
                Some(&Occurrence::Once(other) | &Occurrence::Twice(other, _)) => {
                    match (self.nodes[other].inner, node.inner) {
                        (true, false) => Occurrence::Once(index),
                        (false, true) => continue,
                        (false, false) if self.path(other).eq(self.path(index)) => continue,
                        (false, false) => return Err(self.two_places(&node.label, other, index)),
                        (true, true) => Occurrence::Twice(other, index),
                    }
                }
            };
            places.insert(&node.label, place);
        }
        Ok(places)
    }

    fn two_places(&self, value: &str, first: usize, second: usize) -> TreeError {
        let parent = |node: usize| self.path(node).nth(1).unwrap_or(super::ROOT);
        two_parents(value, parent(first), parent(second))
    }

    /// The labels from a node up to below the root.
    fn path(&self, node: usize) -> impl Iterator<Item = &str> {
        std::iter::successors(Some(node), |&node| self.nodes[node].parent)
            .filter(|&node| self.nodes[node].depth > 0)
            .map(|node| self.nodes[node].label.as_str())
    }

    /// The labels of levels 1 to `depth - 1`.
    fn labels(&self, node: usize, depth: usize) -> Vec<String> {
        let path: Vec<&str> = self.path(node).collect();
        let repeated = depth - path.len();
        (1..depth).map(|level| path[level.saturating_sub(repeated)].to_owned()).collect()
    }

    fn add_with_parents<'a>(
        &mut self,
        name: &'a str,
        parents: &HashMap<&'a str, &'a str>,
        known: &mut HashMap<&'a str, TreeNode>,
    ) -> Result<(), TreeError> {
        let mut chain = Vec::new();
        let mut next = Some(name).filter(|&name| name != super::ROOT);
        while let Some(name) = next.filter(|name| !known.contains_key(name)) {
            chain.push(name);
            if chain.len() > MAX_DEPTH {
                let twice = chain.iter().find(|name| chain.iter().filter(|other| other == name).count() > 1);
                let value = twice.unwrap_or(&chain[0]).to_string();
                return Err(if twice.is_some() {
                    TreeError::Cycle { value }
                } else {
                    TreeError::TooDeep { value }
                });
            }
            next = parents.get(name).copied().filter(|&parent| parent != super::ROOT);
        }
        let mut parent = next.and_then(|name| known.get(name).copied());
        for name in chain.into_iter().rev() {
            let node = self.add(parent, name);
            known.insert(name, node);
            parent = Some(node);
        }
        Ok(())
    }
}

#[derive(Clone, Copy)]
enum Occurrence {
    Once(usize),
    /// Two inner nodes of one name.
    Twice(usize, usize),
}

fn two_parents(value: &str, first: &str, second: &str) -> TreeError {
    TreeError::TwoParents { value: value.into(), first: first.into(), second: second.into() }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::ColumnBuilder;

    fn build(tree: &ValueTree, values: &[&str]) -> Result<Hierarchy, BuildError> {
        let mut builder = ColumnBuilder::new("place");
        values.iter().for_each(|value| builder.push(value));
        tree.build(&Values::from_column(&builder.finish(&["?"])))
    }

    fn row(hierarchy: &Hierarchy, value: &str) -> String {
        let code = hierarchy.find(value).unwrap();
        (0..=hierarchy.height()).map(|level| hierarchy.label(level, code)).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn pads_uneven_depth_and_takes_inner_nodes() {
        let pairs = [("f1", "c1"), ("f2", "c1"), ("c1", "area"), ("c2", "area"), ("area", "*")];
        let tree = ValueTree::from_parents(pairs).unwrap();
        let hierarchy = build(&tree, &["f1", "c1", "?"]).unwrap();
        assert_eq!(row(&hierarchy, "f1"), "f1|c1|area|*");
        assert_eq!(row(&hierarchy, "c1"), "c1|c1|area|*");
        assert_eq!(row(&hierarchy, "c2"), "c2|c2|area|*");
        assert_eq!(row(&hierarchy, "?"), "?|?|?|*");
        assert_eq!(hierarchy.values(), 5);
    }

    #[test]
    fn a_missing_marker_named_in_the_tree_belongs_there() {
        let tree = ValueTree::from_parents([("?", "unknown"), ("a", "known")]).unwrap();
        assert_eq!(row(&build(&tree, &["?", "a"]).unwrap(), "?"), "?|unknown|*");
    }

    #[test]
    fn names_repeat_down_a_branch() {
        let mut tree = ValueTree::default();
        let mut node = None;
        for _ in 0..3 {
            node = Some(tree.add(node, "New York"));
        }
        assert_eq!(row(&build(&tree, &["New York"]).unwrap(), "New York"), "New York|New York|New York|*");
    }

    #[test]
    fn refuses_what_is_no_tree() {
        let pairs = |pairs: &[(&'static str, &'static str)]| ValueTree::from_parents(pairs.iter().copied());
        assert!(matches!(pairs(&[("a", "x"), ("a", "y")]), Err(TreeError::TwoParents { .. })));
        assert!(matches!(pairs(&[("a", "a")]), Err(TreeError::Cycle { .. })));
        assert!(matches!(pairs(&[("a", "b"), ("b", "c"), ("c", "b")]), Err(TreeError::Cycle { .. })));
        let names: Vec<String> = (0..1000).map(|n| n.to_string()).collect();
        let chain = names.windows(2).map(|pair| (pair[0].as_str(), pair[1].as_str()));
        assert!(matches!(ValueTree::from_parents(chain), Err(TreeError::TooDeep { .. })));
        let error = build(&pairs(&[("a", "x")]).unwrap(), &["b"]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "column \"place\": the tree lacks a value of the form \"a\"; put every value of the column under a parent"
        );
        let mut tree = ValueTree::default();
        for parent in ["x", "y"] {
            let parent = tree.add(None, parent);
            tree.add(Some(parent), "a");
        }
        assert!(build(&tree, &["a"]).unwrap_err().to_string().contains("both \"x\" and \"y\""));
    }
}
