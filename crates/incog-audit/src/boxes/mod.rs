//! Whether boxes of a lattice prove a bound on what every full-domain release loses.
//!
//! A node gives each quasi-identifier one level; a box is all nodes between a lowest and a highest
//! one. A proof begins with the box of all nodes that the job allows and says, step by step, how it
//! is cut, and why each part is closed:
//!
//! * **It lies below a node.** Classes only grow on the way up, so a record that no class can keep
//!   at that node is one that no node of the box keeps. These are at least so many
//!   suppressed records; and with them suppressed and all others generalized to the lowest levels
//!   of the box, no node of it loses less.
//! * **What nodes demand is dear.** A node of the box either stands above a node of the proof in
//!   some attribute, or lies below it and suppresses what that one does, or is disallowed like it;
//!   then it loses at least what the lowest levels of the box do with those records suppressed.
//!   From those that stand above, each node of the proof asks a price, no more than is left of what
//!   the cheapest of their levels costs beyond the lowest level of the box; who meets all demands
//!   pays all prices. So the lowest levels and all prices together are a bound, and with what is
//!   left of the cost of a level, a bound for all nodes from that level on. Where the box lies
//!   below the first node, its suppressed records count in all costs.
//!
//! The least bound of all parts is one for every release. All of this is worked out here with plain
//! code: what a level costs, what a node cannot keep (by the figures of [`judge`](crate::judge)),
//! and which parts there are. Of the search nothing is used.

mod losses;
mod lost_records;
mod monotonicity;
mod prices;
mod walk;

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

use crate::prices::NoBound;
use crate::{AuditError, Demand};
use incog_data::{Hierarchy, QuasiIdentifier, Table};
use incog_utility::Objective;
use losses::Losses;
use lost_records::Needed;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use walk::Walk;

/// Boxes that together hold all nodes, each of them closed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoxProof {
    /// The quasi-identifiers, in the order of the levels.
    pub quasi_identifiers: Vec<String>,
    /// Nodes: a level for each quasi-identifier.
    pub nodes: Vec<Vec<u8>>,
    /// What is done with the boxes: after a cut all steps of the lower part, then those of the
    /// upper part.
    pub steps: Vec<BoxStep>,
}

/// What is done with a box.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum BoxStep {
    /// It is cut in two at a level of the quasi-identifier with this place: what is below the
    /// level, and the rest.
    Cut(usize, u8),
    /// It is closed, because it lies below the node with this place.
    Below(usize),
    /// What the nodes with these places demand, or suppress, is too dear, in this order, above the
    /// levels given by place of quasi-identifier; altogether, where none is given.
    Dear(Vec<usize>, Vec<(usize, u8)>),
}

/// The releases among which one is said to be the best.
#[derive(Debug, Clone, Copy)]
pub struct FullDomain<'a> {
    /// The records of the input, without noisy ones.
    pub input: &'a Table,
    /// The quasi-identifiers, bound to columns of the input.
    pub quasi_identifiers: &'a [QuasiIdentifier],
    /// What a release must satisfy.
    pub demand: &'a Demand,
    /// The hierarchies of the sensitive columns that have one.
    pub hierarchies: &'a BTreeMap<String, Arc<Hierarchy>>,
    /// What is minimized, or maximized.
    pub objective: &'a Objective,
    /// The number of records that may be suppressed.
    pub limit: u64,
}

impl FullDomain<'_> {
    /// Whether boxes can prove anything here.
    ///
    /// # Errors
    /// [`NoBound::Objective`] when the objective is no sum of what labels cost, and
    /// [`NoBound::Rising`] when a node above an allowed one need not be allowed.
    pub fn can_be_bounded(&self) -> Result<(), NoBound> {
        Losses::new(self).ok_or(NoBound::Objective)?;
        monotonicity::check(self)
    }

    /// The value of the minimized objective (its negative where more is better) that no release is
    /// below, if these boxes prove one.
    ///
    /// # Errors
    /// When they prove nothing; see [`NoBound`]. When the input cannot be measured; see
    /// [`AuditError`].
    pub fn bound_of_boxes(&self, proof: &BoxProof) -> Result<Result<f64, NoBound>, AuditError> {
        let walk = match self.begin(proof) {
            Ok(walk) => walk,
            Err(why) => return Ok(Err(why)),
        };
        let request = Needed::request(self);
        Ok(walk.prove(&mut Needed::new(self, &request)?))
    }

    /// How many records the classes of a node cannot keep; `Err` inside
    /// where that cannot be judged.
    ///
    /// # Errors
    /// When the input cannot be measured; see [`AuditError`].
    pub fn suppressed_at(&self, node: &[u8]) -> Result<Result<u64, NoBound>, AuditError> {
        let request = Needed::request(self);
        Ok(Needed::new(self, &request)?.suppressed_at(node))
    }

    fn begin<'p>(&'p self, proof: &'p BoxProof) -> Result<Walk<'p>, NoBound> {
        let losses = Losses::new(self).ok_or(NoBound::Objective)?;
        monotonicity::check(self)?;
        Walk::begin(self, proof, losses)
    }
}
