//! The records of a table as the bits of a genome number them.

use incog_data::{CellCount, Classes, Kept, Tuples};
use incog_search::evolutionary::Bits;
use std::collections::BTreeMap;

/// The records, in an order determined by tuples and cells: the order of rows changes nothing.
///
/// Neighbours in that order are far apart in the order of tuples, so that counting does not raise
/// the same class's counter again and again, each time waiting for the previous write to memory.
pub(super) struct Records {
    tuple_of: Vec<u32>,
    cell_of: Vec<u32>,
    /// For each record the cell that counting is to distinguish.
    counted_cell_of: Vec<u32>,
    /// All records, by cell.
    by_cell: Vec<u32>,
}

impl Records {
    /// The records of `tuples`; counting distinguishes cells only if `distinguishes_cells`.
    pub fn new(tuples: &Tuples, distinguishes_cells: bool) -> Self {
        let pairs: Vec<(u32, u32)> = (0..tuples.len() as u32)
            .flat_map(|tuple| tuples.cells(tuple as usize).iter().map(move |cell| (tuple, *cell)))
            .flat_map(|(tuple, cell)| std::iter::repeat_n((tuple, cell.cell), cell.count as usize))
            .collect();
        let stride = stride(pairs.len());
        let pairs: Vec<(u32, u32)> =
            (0..pairs.len()).map(|record| pairs[record * stride % pairs.len()]).collect();
        let (tuple_of, cell_of): (Vec<u32>, Vec<u32>) = pairs.into_iter().unzip();
        let counted_cell_of = if distinguishes_cells { cell_of.clone() } else { vec![0; cell_of.len()] };
        let mut by_cell: Vec<u32> = (0..cell_of.len() as u32).collect();
        by_cell.sort_by_key(|&record| cell_of[record as usize]);
        Self { tuple_of, cell_of, counted_cell_of, by_cell }
    }

    pub fn len(&self) -> usize {
        self.tuple_of.len()
    }

    pub fn tuple_of(&self) -> &[u32] {
        &self.tuple_of
    }

    pub fn counted_cell_of(&self) -> &[u32] {
        &self.counted_cell_of
    }

    pub fn by_cell(&self) -> &[u32] {
        &self.by_cell
    }

    /// What these bits keep of each class.
    pub fn retention(&self, classes: &Classes<'_>, kept: &Bits) -> Vec<Kept> {
        let mut counts: Vec<BTreeMap<u32, u32>> = vec![BTreeMap::new(); classes.all().len()];
        for record in kept.iter_ones() {
            // When all records have the same levels, each tuple is in one class.
            let class = classes.only_class_of(self.tuple_of[record] as usize).unwrap_or_default();
            *counts[class as usize].entry(self.cell_of[record]).or_insert(0) += 1;
        }
        let classes = classes.all().iter().zip(counts);
        classes
            .map(|(class, counts)| {
                let cells: Vec<CellCount> =
                    counts.into_iter().map(|(cell, count)| CellCount { cell, count }).collect();
                match cells.iter().map(|cell| u64::from(cell.count)).sum() {
                    0 => Kept::Nothing,
                    size if size == class.size => Kept::All,
                    _ => Kept::Part(cells),
                }
            })
            .collect()
    }
}

/// A step length, about 0.38 of `records`, that visits all `records` places once before it comes
/// back to the first.
fn stride(records: usize) -> usize {
    (records * 38 / 100..).find(|&stride| stride > 0 && common_divisor(stride, records) == 1).unwrap_or(1)
}

fn common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { common_divisor(b, a % b) }
}
