//! What the classic lattice searches may ask their problem.

use crate::{BoxProblem, LevelCosts, Node};
use thiserror::Error;

/// What may be concluded from some nodes of a lattice about others.
///
/// Whether a search is exact depends on the search, the privacy models, the objective and the
/// suppression together: once records are suppressed, a node above an allowed one may well lose
/// less. So the problem states what holds, and a search relies on nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Conclusions {
    /// Every node above an allowed one is allowed.
    pub allowed_rises: bool,
    /// Of two allowed nodes, one above the other, the upper one never loses less.
    pub loss_rises: bool,
    /// One allowed node loses less than another exactly when the sum of its levels is smaller.
    pub loss_by_height: bool,
    /// The loss depends on the levels alone; what is suppressed does not change it.
    pub loss_by_levels: bool,
}

/// A problem over a lattice of generalizations about which more is known than its bounds.
pub trait LatticeProblem: BoxProblem {
    /// What may be concluded from one node about others.
    fn conclusions(&self) -> Conclusions;

    /// How many different values an attribute has at a level.
    fn distinct_values(&self, attribute: usize, level: u8) -> usize;

    /// The lowest node worth looking at: each attribute at the lowest level at which it is allowed
    /// when seen alone. No allowed node has any attribute below.
    fn least_levels(&self) -> Node;

    /// What the classes of a node lack that do not meet the privacy models: for each class and each
    /// model the share of its demand that is missing, added up. Above 0 at every node that is not
    /// allowed. Where nearly all nodes have no class that may stay,
    /// [`Evaluation::violation`](crate::Evaluation::violation) is the same for all of them, and
    /// this is not.
    fn shortfall(&self, node: &Node) -> f64;

    /// What the levels cost when nothing is suppressed, where the loss of an allowed node is a sum
    /// of costs of levels and of suppressed records; no allowed node loses less.
    fn level_costs(&self) -> Option<LevelCosts>;

    /// Looks at nodes for what bounds those below; a quick one where there is one.
    fn probe(&self) -> Box<dyn Probe + '_>;
}

/// Looks at nodes, quickly when each differs from the last one in few attributes.
pub trait Probe {
    /// Whether a node is certainly not allowed. A node that is not may be so, too, but hardly ever
    /// is.
    fn is_disallowed(&mut self, node: &Node) -> bool;

    /// By attribute and level, up to those of a node: what the
    /// [levels cost](LatticeProblem::level_costs) at least at every allowed node below it, as all
    /// of them suppress what it does; at the node itself they cost as much, but for the rarest
    /// chance. `None` where they cost no more than without suppression.
    fn costs_below(&mut self, node: &Node) -> Option<Vec<Vec<f64>>>;

    /// How many records every allowed node below a node suppresses at least, as it does, as far as
    /// that is known.
    fn suppressed(&mut self, _node: &Node) -> u64 {
        0
    }

    /// How many evaluations the [search by hitting sets](crate::exact::hitting_set), whose looks
    /// these are, may have for each one of others that it takes turns with: more where a look takes
    /// a fraction of the time of an evaluation.
    fn turns(&self) -> u64 {
        3
    }

    /// By attribute and level: what the levels cost at least at every allowed node that suppresses
    /// so many records or more; it rises with them. `None` where that is not known, or where no
    /// allowed node suppresses so many.
    fn costs_suppressing(&mut self, _records: u64) -> Option<Vec<Vec<f64>>> {
        None
    }

    /// What the levels of `lowest`, which lies below a node, cost together by
    /// [`Probe::costs_below`] of that node at least and at most, where that is known sooner.
    fn cost_range(&mut self, _lowest: &Node, _node: &Node) -> Option<(f64, f64)> {
        None
    }
}

/// Why a search may not be used for a problem.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum Unsuitable {
    /// A more general node may be less private.
    #[error(
        "it skips all nodes below an invalid node, but with these privacy models and this \
         suppression limit, a coarser node than a valid one can be invalid"
    )]
    AllowedDoesNotRise,
    /// The objective is not the height.
    #[error(
        "it minimizes the sum of levels, which does not minimize this objective; it works for the \
         objective height, and for precision if all hierarchies have the same height and weight"
    )]
    NotByHeight,
    /// The objective is no sum over records.
    #[error(
        "it needs an objective that is a sum over records: height, precision, transparency, gen-loss, loss \
         or entropy"
    )]
    NotByLevels,
    /// The search keeps data for every node.
    #[error("it can search at most {most:.1e} nodes, and the lattice has {nodes:.1e}")]
    LatticeTooLarge {
        /// Nodes of the lattice.
        nodes: f64,
        /// Nodes it takes at most.
        most: f64,
    },
}
