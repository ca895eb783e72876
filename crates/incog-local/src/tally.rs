//! Counting the records of a class by cell of sensitive values.

use incog_data::{CellCount, Tuples};

/// A counter for each cell, used again and again.
pub(crate) struct Tally {
    counts: Vec<u32>,
    touched: Vec<u32>,
}

impl Tally {
    /// One for each cell of a table.
    pub fn new(table: &Tuples) -> Self {
        Self { counts: vec![0; table.cell_count()], touched: Vec::new() }
    }

    /// Adds records of a cell.
    pub fn add(&mut self, cell: u32, count: u32) {
        if count == 0 {
            return;
        }
        let counter = &mut self.counts[cell as usize];
        if *counter == 0 {
            self.touched.push(cell);
        }
        *counter += count;
    }

    /// What was counted, ascending by cell; the counters are 0 again.
    pub fn take(&mut self) -> Vec<CellCount> {
        self.touched.sort_unstable();
        let counts = &mut self.counts;
        let count = |&cell: &u32| CellCount { cell, count: std::mem::take(&mut counts[cell as usize]) };
        let cells = self.touched.iter().map(count).collect();
        self.touched.clear();
        cells
    }

    /// All records of these tuples, by cell.
    pub fn of_tuples(&mut self, table: &Tuples, tuples: &[u32]) -> Vec<CellCount> {
        for &tuple in tuples {
            table.cells(tuple as usize).iter().for_each(|cell| self.add(cell.cell, cell.count));
        }
        self.take()
    }
}
