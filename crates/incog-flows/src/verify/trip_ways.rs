//! Where published trips lead.

use super::row::CheckedRow;
use crate::facts::FlowFact;
use crate::facts::grid::FlowSquare;
use std::collections::BTreeSet;

/// Squares that published trips lead out of and into, with the objects.
#[derive(Default)]
pub struct TripWays {
    out_of: BTreeSet<(FlowSquare, u32)>,
    into: BTreeSet<(FlowSquare, u32)>,
}

impl TripWays {
    /// Notes where a published trip leads.
    pub fn add(&mut self, trip: &FlowFact, top: u8) {
        for level in 0..=top {
            let (from, to) = (FlowSquare::around(trip.from, level), FlowSquare::around(trip.to, level));
            if from != to {
                self.out_of.insert((from, trip.object));
                self.into.insert((to, trip.object));
            }
        }
    }

    /// A trip out of a square tells of a move out of it, and one into a square of a move into it.
    pub fn tell(&self, row: &mut CheckedRow) {
        let (from, to) = (row.key.origin(), row.key.destination());
        row.told.extend(
            row.counted
                .iter()
                .copied()
                .filter(|&object| self.out_of.contains(&(from, object)) || self.into.contains(&(to, object))),
        );
    }
}
