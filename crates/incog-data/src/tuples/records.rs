//! How many records the rows of a table stand for, counted by tuple and cell.

use crate::partition::Partition;
use crate::{CellCount, RecordCounts};

/// Counts of records by tuple, and by tuple and cell as compressed rows; all records together fit 32 bits.
pub(super) fn count_cells(
    tuples: &Partition,
    cells: &Partition,
    records: RecordCounts<'_>,
) -> (Vec<u32>, Vec<u32>, Vec<CellCount>) {
    let mut rows_of = vec![0u32; tuples.representatives.len()];
    let mut counts = rows_of.clone();
    for (row, &tuple) in tuples.group_of_row.iter().enumerate() {
        rows_of[tuple as usize] += 1;
        counts[tuple as usize] += records.of(row) as u32;
    }
    let rows_by_tuple = tuples.rows_by_group(&rows_of);
    let mut scratch = vec![0u32; cells.representatives.len().max(1)];
    let mut starts = Vec::with_capacity(counts.len() + 1);
    let mut histogram = Vec::new();
    starts.push(0);
    let mut rest = rows_by_tuple.as_slice();
    for &rows in &rows_of {
        let (rows, tail) = rest.split_at(rows as usize);
        rest = tail;
        let mut touched: Vec<u32> = Vec::new();
        for &row in rows {
            let cell = cells.group_of_row[row as usize];
            if scratch[cell as usize] == 0 {
                touched.push(cell);
            }
            scratch[cell as usize] += records.of(row as usize) as u32;
        }
        touched.sort_unstable();
        histogram.extend(
            touched
                .iter()
                .map(|&cell| CellCount { cell, count: std::mem::take(&mut scratch[cell as usize]) }),
        );
        starts.push(histogram.len() as u32);
    }
    (counts, starts, histogram)
}
