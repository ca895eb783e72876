//! How many records the rows of a table stand for, counted by tuple and cell.

use crate::partition::Partition;
use crate::{CellCount, RecordCounts};

/// Counts of records by tuple, and by tuple and cell as compressed rows; all records together fit
/// 32 bits.
pub(super) fn count_cells(
    tuples: &Partition,
    cells: &Partition,
    records: RecordCounts<'_>,
) -> (Vec<u32>, Vec<u32>, Vec<CellCount>) {
    let groups = tuples.representatives.len();
    let counts: Vec<u32> = match records.each() {
        None => tuples.sizes().to_vec(),
        // They fit, since all records together do.
        Some(_) => {
            let counts = records.by_code(tuples.group_of_row.iter().copied(), groups);
            counts.into_iter().map(|records| records as u32).collect()
        }
    };
    if cells.representatives.len() <= 1 {
        let histogram = counts.iter().map(|&count| CellCount { cell: 0, count });
        return (counts.clone(), (0..=groups as u32).collect(), histogram.collect());
    }
    let rows_by_tuple = tuples.rows_by_group();
    let mut scratch = vec![0u32; cells.representatives.len()];
    let mut starts = Vec::with_capacity(counts.len() + 1);
    let mut histogram = Vec::new();
    starts.push(0);
    let mut rest = rows_by_tuple.as_slice();
    for &rows in tuples.sizes() {
        let (rows, tail) = rest.split_at(rows as usize);
        rest = tail;
        let mut touched: Vec<u32> = Vec::new();
        for &row in rows {
            let cell = cells.group_of_row[row as usize];
            if scratch[cell as usize] == 0 {
                touched.push(cell);
            }
            scratch[cell as usize] += records.at(row as usize) as u32;
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
