//! Squares as fine as people allow.

use crate::counts::FlowKey;
use crate::facts::FlowFact;

/// A count that may be published, with its facts.
pub struct Candidate<'a> {
    /// Its squares and band.
    pub key: FlowKey,
    /// All its facts.
    pub facts: Vec<&'a FlowFact>,
}

/// A square, or a pair of them, on the way up.
struct Node<'a> {
    own: Candidate<'a>,
    /// What is published of it so far.
    chosen: Vec<Candidate<'a>>,
    /// Facts that these count.
    covered: usize,
}

/// Divides squares as long as the parts that may be published hold at least half of the facts.
///
/// No two of the results overlap: a square is published whole, or parts of it are.
pub fn divide<'a>(
    facts: &'a [FlowFact],
    all_bands: bool,
    top: u8,
    may_publish: &dyn Fn(&Candidate<'a>) -> bool,
) -> Vec<Candidate<'a>> {
    let leaves = facts.iter().map(|fact| Node {
        own: Candidate { key: FlowKey::around(fact, 0, all_bands), facts: vec![fact] },
        chosen: Vec::new(),
        covered: 0,
    });
    let mut nodes = joined(leaves.collect());
    for level in 0..=top {
        nodes.iter_mut().for_each(|node| node.decide(may_publish));
        if level < top {
            nodes.iter_mut().for_each(|node| node.own.key = node.own.key.parent());
            nodes = joined(nodes);
        }
    }
    nodes.into_iter().flat_map(|node| node.chosen).collect()
}

impl<'a> Node<'a> {
    /// Publishes the whole where its parts hold less than half.
    fn decide(&mut self, may_publish: &dyn Fn(&Candidate<'a>) -> bool) {
        if 2 * self.covered < self.own.facts.len() && may_publish(&self.own) {
            self.covered = self.own.facts.len();
            self.chosen = vec![Candidate { key: self.own.key, facts: self.own.facts.clone() }];
        }
    }
}

/// Nodes with equal keys become one.
fn joined(mut nodes: Vec<Node<'_>>) -> Vec<Node<'_>> {
    nodes.sort_by_key(|node| node.own.key);
    let mut joined: Vec<Node<'_>> = Vec::new();
    for node in nodes {
        match joined.last_mut().filter(|last| last.own.key == node.own.key) {
            Some(last) => {
                last.own.facts.extend(node.own.facts);
                last.chosen.extend(node.chosen);
                last.covered += node.covered;
            }
            None => joined.push(node),
        }
    }
    joined
}
