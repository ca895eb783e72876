//! What shows to others that no allowed node loses less than a bound: all nodes in boxes, each of
//! them closed.
//!
//! A search that proves keeps its reasons to itself. Here they are found once more for a bound that
//! is known already, whichever search has found it: by what nodes that are disallowed or suppress
//! too much demand (`by_clauses.rs`). Checking the steps takes no search.

mod by_clauses;
mod certificate_writer;

use crate::{Evaluator, LatticeProblem, Node, Stop, rounded};
use certificate_writer::Written;
use thiserror::Error;

/// By how much of itself a bound may be missed: less than whoever checks it forgives, more than
/// sums are wrong by.
const FORGIVEN: f64 = 1e-10;

/// Boxes of a lattice that together hold all of its nodes, with the reason why each holds no better
/// one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OptimalityCertificate {
    /// The nodes that boxes are held against.
    pub nodes: Vec<Node>,
    /// What is done with the boxes. The first one is the whole lattice; a box that is cut in two is
    /// followed by all steps of its lower part, then by those of its upper part.
    pub steps: Vec<Step>,
}

/// What is done with a box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// It is cut in two: the nodes below this level of the attribute, then those from the level on.
    Cut {
        /// The attribute.
        attribute: usize,
        /// The lowest level of the upper part.
        level: u8,
    },
    /// It is closed: it lies below the node with this place in [`OptimalityCertificate::nodes`], so
    /// whatever that one has to suppress, all nodes of the box have to suppress.
    Below(usize),
    /// What these nodes demand of those above them costs so much that levels of attributes above
    /// the ones given are out of the question; where none are given, the whole box is. What lies
    /// below one of them suppresses what it does, and so loses too much. What the first one
    /// suppresses counts with all costs if the box lies below it.
    Dear {
        /// Their places in [`OptimalityCertificate::nodes`], in the order in which they pay.
        nodes: Vec<usize>,
        /// Attributes with the highest levels that are left.
        highest: Vec<(usize, u8)>,
    },
}

/// Why there is no certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NoCertificate {
    /// A node above an allowed one need not be allowed.
    #[error(
        "with these privacy models and this suppression limit, a coarser node than a valid one can be invalid"
    )]
    AllowedDoesNotRise,
    /// The objective is no sum over records.
    #[error("the objective is not a sum over records")]
    NotByLevels,
    /// The search gave no bound.
    #[error("its search found no bound")]
    Unbounded,
    /// Some allowed node loses less than the bound.
    #[error("a release is better than the bound")]
    NoBound,
    /// It would be longer than wanted.
    #[error("it would have more than {most} numbers")]
    TooLong {
        /// How many numbers it may have.
        most: usize,
    },
    /// The budget was used up.
    #[error("it was ended before it was complete ({0})")]
    Stopped(Stop),
}

impl From<Stop> for NoCertificate {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// Shows that no allowed node of the problem loses less than `bound`, in at most `most` numbers.
///
/// The objective must be one that a box is bounded for by its lowest levels and by what its highest
/// corner cannot keep.
///
/// # Errors
/// See [`NoCertificate`].
pub fn certify<P: LatticeProblem>(
    evaluator: &mut Evaluator<'_, P>,
    bound: f64,
    most: usize,
) -> Result<OptimalityCertificate, NoCertificate> {
    if !evaluator.problem().conclusions().allowed_rises {
        return Err(NoCertificate::AllowedDoesNotRise);
    }
    let bound = rounded(bound) - FORGIVEN * bound.abs();
    let written = Written::new(most);
    let levels = evaluator.problem().level_costs().ok_or(NoCertificate::NotByLevels)?;
    by_clauses::certify(evaluator, levels, bound, written)
}
