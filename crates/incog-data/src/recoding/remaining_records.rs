//! Counts down what regions have taken, until nothing is left.

use super::are_ascending;
use crate::{CellCount, Tuples};

/// The records of each tuple and cell that no region has yet.
pub(super) struct Unassigned<'t> {
    tuples: &'t Tuples,
    /// For each tuple where its cells begin.
    starts: Vec<usize>,
    records: Vec<u32>,
}

impl<'t> Unassigned<'t> {
    pub fn new(tuples: &'t Tuples) -> Self {
        let (mut starts, mut records) = (Vec::with_capacity(tuples.len()), Vec::new());
        for tuple in 0..tuples.len() {
            starts.push(records.len());
            records.extend(tuples.cells(tuple).iter().map(|cell| cell.count));
        }
        Self { tuples, starts, records }
    }

    /// Takes records of a tuple, all of its cells where none are named. `None` if it does not have
    /// them, or the cells are none or not in order.
    pub fn assign(&mut self, tuple: u32, cells: Option<&[CellCount]>) -> Option<()> {
        let start = *self.starts.get(tuple as usize)?;
        let all = self.tuples.cells(tuple as usize);
        let cells = cells.unwrap_or(all);
        if cells.is_empty() || !are_ascending(cells) {
            return None;
        }
        for cell in cells {
            let place = all.binary_search_by_key(&cell.cell, |cell| cell.cell).ok()?;
            let left = &mut self.records[start + place];
            *left = left.checked_sub(cell.count)?;
        }
        Some(())
    }

    /// The first tuple of which records are left.
    pub fn first(&self) -> Option<u32> {
        let place = self.records.iter().position(|left| *left > 0)?;
        Some(self.starts.partition_point(|&start| start <= place) as u32 - 1)
    }
}
