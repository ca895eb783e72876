//! How many records of a class have each cell.

use super::RolledUpTable;
use crate::CellCount;

/// Room for adding up.
#[derive(Debug, Default)]
pub(super) struct Histogram {
    /// By cell; all 0 between two classes.
    counts: Vec<u32>,
    touched: Vec<u32>,
    cells: Vec<CellCount>,
}

impl Histogram {
    /// The histograms of some items added up, ascending by cell.
    pub fn count<'a>(&'a mut self, rolled_up: &'a RolledUpTable, items: &[u32]) -> &'a [CellCount] {
        if let [item] = items {
            return rolled_up.cells(*item as usize);
        }
        self.touched.clear();
        for cell in items.iter().flat_map(|&item| rolled_up.cells(item as usize)) {
            let index = cell.cell as usize;
            if index >= self.counts.len() {
                self.counts.resize(index + 1, 0);
            }
            if self.counts[index] == 0 {
                self.touched.push(cell.cell);
            }
            self.counts[index] += cell.count;
        }
        self.touched.sort_unstable();
        self.cells.clear();
        let counts = &mut self.counts;
        let count = |&cell: &u32| CellCount { cell, count: std::mem::take(&mut counts[cell as usize]) };
        self.cells.extend(self.touched.iter().map(count));
        &self.cells
    }
}
