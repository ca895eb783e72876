//! What published counts tell of a count, and how they lie within it.

use crate::counts::{FlowKey, FlowTable};
use hashbrown::HashSet;

/// The published counts within a count.
#[derive(Clone, Copy, Default)]
pub struct Inner {
    number: usize,
    largest: usize,
}

impl Inner {
    /// These and one more of this many objects.
    pub fn and(self, count: usize) -> Self {
        Self { number: self.number + 1, largest: self.largest.max(count) }
    }

    /// Whether k objects of any of them may lie outside of another one, for all that is known.
    pub fn leave_open(self, objects: usize, k: usize) -> bool {
        self.number < 2 || objects >= 2 * k + self.largest
    }
}

/// How many of the objects of a published count others tell of.
pub struct Guarded {
    /// Its table.
    pub table: FlowTable,
    /// The level of its squares.
    pub level: u8,
    /// How many objects it has.
    pub objects: usize,
    /// Those that others tell of.
    pub told: HashSet<u32, foldhash::fast::FixedState>,
    /// The published counts within it.
    pub inner: Inner,
}

impl Guarded {
    /// The counts within it, with another one that tells of it. What has no band is within no band;
    /// a trip that ends in a later band is taken to be within, too.
    pub fn inner_with(&self, key: FlowKey, count: usize) -> Inner {
        let is_within = key.level <= self.level && (self.table == FlowTable::Trips || key.band.is_some());
        if is_within { self.inner.and(count) } else { self.inner }
    }
}
