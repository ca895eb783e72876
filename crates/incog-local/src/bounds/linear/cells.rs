//! The cells that broke their price limit in some walk.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

/// A cell with the records that were dearest in it.
#[derive(Debug, Clone)]
pub(crate) struct LimitedCell {
    /// The labels.
    pub cell: Vec<u32>,
    pub cost: u64,
    /// The fewest records of a class in it.
    pub least: u64,
    /// Tuples, ascending.
    pub tuples: Vec<u32>,
}

/// All that were seen, each once.
#[derive(Default)]
pub(super) struct Cells {
    pub all: Vec<LimitedCell>,
    number_of: HashMap<Vec<u32>, usize, FixedState>,
}

impl Cells {
    /// Adds a cell, or more tuples to one that is known.
    pub fn add(&mut self, mut seen: LimitedCell) {
        let next = self.all.len();
        let number = *self.number_of.entry(seen.cell.clone()).or_insert(next);
        if number == next {
            self.all.push(seen);
            return;
        }
        let known = &mut self.all[number];
        if known.tuples != seen.tuples {
            known.tuples.append(&mut seen.tuples);
            known.tuples.sort_unstable();
            known.tuples.dedup();
        }
        known.least = known.least.max(seen.least);
    }
}
