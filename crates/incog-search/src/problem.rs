//! What a search may ask its problem.

use crate::grain::map_all;
use crate::{Lattice, Node};

/// How good a candidate is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Evaluation {
    /// What is minimized.
    pub loss: f64,
    /// How far the candidate is from being allowed; 0 when it is.
    pub violation: f64,
}

impl Evaluation {
    /// An allowed candidate with this loss.
    pub fn feasible(loss: f64) -> Self {
        Self { loss, violation: 0.0 }
    }

    /// Whether the candidate is allowed.
    pub fn is_feasible(&self) -> bool {
        self.violation == 0.0
    }
}

/// Something to be optimized.
pub trait Problem: Sync {
    /// What is looked for; the order breaks ties between equally good ones.
    type Candidate: Clone + Ord + Send + Sync;

    /// How good this candidate is. Must not depend on anything but the candidate.
    fn evaluate(&self, candidate: &Self::Candidate) -> Evaluation;

    /// How good these candidates are, each on its own; computed in parallel unless [`Self::effort`]
    /// says that this does not pay.
    fn evaluate_all(&self, candidates: &[Self::Candidate]) -> Vec<Evaluation> {
        let effort = self.effort().saturating_mul(candidates.len() as u64);
        map_all(candidates.iter().collect(), effort, |candidate| self.evaluate(candidate))
    }

    /// About how many nanoseconds an evaluation takes: what is over too soon is not distributed
    /// over threads. No result depends on it.
    fn effort(&self) -> u64 {
        u64::MAX
    }
}

/// What a look at a node gives.
pub struct Look<V> {
    /// How good the node is with the completion that was found for it.
    pub evaluation: Evaluation,
    /// A lower bound on the node's loss however it is completed. When the completion is known to be
    /// the best, this is the loss of `evaluation`, or infinity if that is not allowed.
    pub floor: f64,
    /// What bounds the boxes below the node.
    pub view: V,
}

/// Bounds on some attributes of a problem by themselves.
#[derive(Debug, Clone, PartialEq)]
pub struct PartFloor {
    /// The attributes.
    pub attributes: Vec<usize>,
    /// The least that they add to the objective of any allowed node.
    pub floor: f64,
}

/// A problem over a lattice that can say something about whole *boxes* (all nodes between two
/// nodes) from a look at their highest corner.
///
/// The reason it can: what a coarse node must suppress, every finer node must suppress as well.
pub trait BoxProblem: Problem<Candidate = Node> + Send {
    /// The data rolled up to some node, from which all coarser nodes can be looked at.
    type RolledUp: Send + Sync;
    /// What is remembered about a node that was looked at, to bound the boxes below it.
    type View: Send + Sync;

    /// The nodes that may be used.
    fn lattice(&self) -> &Lattice;

    /// The data at the lowest node of the lattice.
    fn rolled_up(&self) -> Self::RolledUp;

    /// The rolled-up table rolled up to a coarser node; `None` when that would not make looks
    /// cheaper.
    fn coarsen(&self, rolled_up: &Self::RolledUp, node: &Node) -> Option<Self::RolledUp>;

    /// About how many nanoseconds a look takes; see [`Problem::effort`].
    fn effort_of_look(&self, _rolled_up: &Self::RolledUp) -> u64 {
        self.effort()
    }

    /// Looks at a node: how good it is, and what bounds boxes below it.
    fn look(&self, rolled_up: &Self::RolledUp, node: &Node) -> Look<Self::View>;

    /// A lower bound on the loss of every allowed node between `lowest` and the node of `view`;
    /// infinite when none of them is allowed. `floors` belong to parts that together have all
    /// attributes, or are empty. The rolled-up table and the rolled-up table the view was seen from
    /// must not be above `lowest`.
    fn bound(
        &self,
        rolled_up: &Self::RolledUp,
        view: &Self::View,
        lowest: &Node,
        floors: &[PartFloor],
    ) -> f64;

    /// The problem of some of its attributes, all others at their highest level and adding nothing
    /// to the objective; the least loss of the part is a floor for what these attributes add to any
    /// allowed node of the whole. `None` when the objective cannot be divided into parts.
    fn part(&self, attributes: &[usize]) -> Option<Self>
    where
        Self: Sized;

    /// The attributes that count.
    fn attributes(&self) -> &[usize];
}
