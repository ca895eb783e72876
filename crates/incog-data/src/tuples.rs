//! The distinct combinations of quasi-identifier values of a table.

use crate::partition::{Partition, partition_rows};
use crate::{CellCount, Column, Hierarchy, Levels, QuasiIdentifier, RowMap};
use std::sync::Arc;
use thiserror::Error;

/// Why tuples cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TuplesError {
    /// More rows than 32 bits count.
    #[error("the table has {rows} rows; at most {} are possible", u32::MAX - 1)]
    TooManyRows {
        /// Rows found.
        rows: usize,
    },
    /// Columns of different length were given.
    #[error("column {column:?} has {found} rows where {expected} were expected")]
    UnequalLength {
        /// The column.
        column: String,
        /// Its rows.
        found: usize,
        /// Rows of the others.
        expected: usize,
    },
}

/// A column whose distribution inside the equivalence classes matters: a sensitive attribute or
/// the provider of a record.
#[derive(Debug, Clone, Default)]
pub struct SensitiveAttribute {
    /// Name of the column.
    pub name: String,
    /// The distinct values, by value code.
    pub values: Vec<String>,
    /// For each cell the value code it carries here.
    pub of_cell: Vec<u32>,
    /// For each value code, its number of records in the whole table, not counting noisy ones.
    pub totals: Vec<u64>,
    /// The value codes that stand for "missing", ascending.
    pub missing: Vec<u32>,
    /// The hierarchy of its values, if it has one.
    pub hierarchy: Option<Arc<Hierarchy>>,
}

/// The distinct tuples of quasi-identifier codes, each with its count of records and their
/// distribution over *cells*: the distinct combinations of all sensitive values and the provider.
///
/// Everything a search needs, computed once; its size is the number of distinct combinations, not
/// of rows. Tuples are sorted by their codes' values, so that the order of rows changes nothing.
#[derive(Debug, Clone)]
pub struct Tuples {
    quasi_identifiers: Vec<QuasiIdentifier>,
    sensitive: Vec<SensitiveAttribute>,
    codes: Vec<u32>,
    counts: Vec<u32>,
    cell_starts: Vec<u32>,
    cells: Vec<CellCount>,
    rows: usize,
    cell_totals: Vec<u64>,
}

impl Tuples {
    /// Reduces a table to its distinct tuples.
    ///
    /// `columns` are the columns of `quasi_identifiers`, in the same order; `sensitive` are the columns whose
    /// distribution in the classes matters. `rows` is the length of every one of them.
    ///
    /// # Errors
    /// When the table has too many rows, or its columns have different lengths.
    pub fn new(
        quasi_identifiers: Vec<QuasiIdentifier>,
        columns: &[&Column],
        sensitive: &[&Column],
        rows: usize,
    ) -> Result<Self, TuplesError> {
        Ok(Self::with_row_map(quasi_identifiers, columns, sensitive, rows)?.0)
    }

    /// As [`Tuples::new`], and also says which row has which tuple.
    ///
    /// # Errors
    /// As [`Tuples::new`].
    pub fn with_row_map(
        quasi_identifiers: Vec<QuasiIdentifier>,
        columns: &[&Column],
        sensitive: &[&Column],
        rows: usize,
    ) -> Result<(Self, RowMap), TuplesError> {
        if rows >= u32::MAX as usize {
            return Err(TuplesError::TooManyRows { rows });
        }
        for column in columns.iter().chain(sensitive) {
            let found = column.codes.len();
            if found != rows {
                return Err(TuplesError::UnequalLength {
                    column: column.name.clone(),
                    found,
                    expected: rows,
                });
            }
        }
        let tuples = partition_rows(columns, rows);
        let cells = partition_rows(sensitive, rows);
        let (counts, cell_starts, histogram) = count_cells(&tuples, &cells);
        let codes = tuples
            .representatives
            .iter()
            .flat_map(|&row| columns.iter().map(move |column| column.codes[row as usize]))
            .collect();
        let sensitive = sensitive.iter().map(|column| describe(column, &cells)).collect();
        let cell_totals = vec![0; cells.representatives.len()];
        let map = RowMap { tuple_of_row: tuples.group_of_row, cell_of_row: cells.group_of_row };
        let tuples = Self {
            quasi_identifiers,
            sensitive,
            codes,
            counts,
            cell_starts,
            cells: histogram,
            rows,
            cell_totals,
        };
        Ok((tuples.with_reference(&map.cell_of_row), map))
    }

    /// Takes the records with these cells as the original table: noisy records that were added to it do not change its
    /// distribution.
    pub fn with_reference(mut self, cell_of_row: &[u32]) -> Self {
        self.cell_totals.fill(0);
        cell_of_row.iter().for_each(|&cell| self.cell_totals[cell as usize] += 1);
        for attribute in &mut self.sensitive {
            attribute.totals = vec![0; attribute.values.len()];
            for (&value, total) in attribute.of_cell.iter().zip(&self.cell_totals) {
                attribute.totals[value as usize] += total;
            }
        }
        self
    }

    /// Gives the attribute `name` of the cells a hierarchy.
    pub fn with_hierarchy(mut self, name: &str, hierarchy: Arc<Hierarchy>) -> Self {
        if let Some(attribute) = self.sensitive.iter_mut().find(|attribute| attribute.name == name) {
            attribute.hierarchy = Some(hierarchy);
        }
        self
    }

    /// The quasi-identifiers.
    pub fn quasi_identifiers(&self) -> &[QuasiIdentifier] {
        &self.quasi_identifiers
    }

    /// The attributes whose distribution the cells stand for.
    pub fn sensitive(&self) -> &[SensitiveAttribute] {
        &self.sensitive
    }

    /// Number of distinct tuples.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether the table had no rows.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Number of records of the table, noisy ones included.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of records of the original table, without noisy ones.
    pub fn real_rows(&self) -> u64 {
        self.cell_totals.iter().sum()
    }

    /// Number of records of each cell in the original table.
    pub fn cell_totals(&self) -> &[u64] {
        &self.cell_totals
    }

    /// Number of distinct cells; 1 when there is no sensitive attribute.
    pub fn cell_count(&self) -> usize {
        self.sensitive.first().map_or(1, |attribute| attribute.of_cell.len())
    }

    /// The column codes of a tuple, one per quasi-identifier.
    pub fn codes(&self, tuple: usize) -> &[u32] {
        let width = self.quasi_identifiers.len();
        &self.codes[tuple * width..(tuple + 1) * width]
    }

    /// The labels of a tuple at `levels`, as the hierarchies number them.
    pub(crate) fn label_codes(&self, tuple: u32, levels: &Levels) -> Vec<u32> {
        let codes = self.codes(tuple as usize).iter().zip(levels.iter());
        let qids = self.quasi_identifiers.iter();
        qids.zip(codes).map(|(qid, (&code, &level))| qid.label_code(level, code)).collect()
    }

    /// Records of a tuple.
    pub fn count(&self, tuple: usize) -> u32 {
        self.counts[tuple]
    }

    /// Records of a tuple by cell, ascending by cell.
    pub fn cells(&self, tuple: usize) -> &[CellCount] {
        &self.cells[self.cell_starts[tuple] as usize..self.cell_starts[tuple + 1] as usize]
    }
}

fn describe(column: &Column, cells: &Partition) -> SensitiveAttribute {
    SensitiveAttribute {
        name: column.name.clone(),
        values: column.dictionary.iter().map(str::to_owned).collect(),
        of_cell: cells.representatives.iter().map(|&row| column.codes[row as usize]).collect(),
        missing: column.missing.clone(),
        ..SensitiveAttribute::default()
    }
}

/// Counts of records by tuple, and by tuple and cell as compressed rows.
fn count_cells(tuples: &Partition, cells: &Partition) -> (Vec<u32>, Vec<u32>, Vec<CellCount>) {
    let mut counts = vec![0u32; tuples.representatives.len()];
    tuples.group_of_row.iter().for_each(|&tuple| counts[tuple as usize] += 1);
    let rows_by_tuple = tuples.rows_by_group(&counts);
    let mut scratch = vec![0u32; cells.representatives.len().max(1)];
    let mut starts = Vec::with_capacity(counts.len() + 1);
    let mut histogram = Vec::new();
    starts.push(0);
    let mut rest = rows_by_tuple.as_slice();
    for &count in &counts {
        let (rows, tail) = rest.split_at(count as usize);
        rest = tail;
        let mut touched: Vec<u32> = Vec::new();
        for &row in rows {
            let cell = cells.group_of_row[row as usize];
            if scratch[cell as usize] == 0 {
                touched.push(cell);
            }
            scratch[cell as usize] += 1;
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{ColumnBuilder, Hierarchy};
    use std::sync::Arc;

    fn column(name: &str, values: &[&str]) -> Column {
        let mut builder = ColumnBuilder::new(name);
        values.iter().for_each(|value| builder.push(value));
        builder.finish(&[])
    }

    #[test]
    fn counts_by_tuple_and_cell() {
        let zip = column("zip", &["b", "a", "b", "b"]);
        let ill = column("ill", &["flu", "flu", "cold", "flu"]);
        let h = Hierarchy::new([["a", "*"], ["b", "*"]]).unwrap();
        let qid = QuasiIdentifier::new(&zip, Arc::new(h)).unwrap();
        let (tuples, rows) = Tuples::with_row_map(vec![qid], &[&zip], &[&ill], 4).unwrap();
        assert_eq!(tuples.len(), 2);
        // Sorted by value: tuple 0 is "a"; cell 0 is "cold".
        assert_eq!(rows.tuple_of_row, [1, 0, 1, 1]);
        assert_eq!(tuples.count(1), 3);
        let cells: Vec<_> = tuples.cells(1).iter().map(|c| (c.cell, c.count)).collect();
        assert_eq!(cells, [(0, 1), (1, 2)]);
        assert_eq!(tuples.sensitive()[0].totals, [3, 1]);
        let without_the_last = tuples.with_reference(&rows.cell_of_row[..3]);
        assert_eq!((without_the_last.real_rows(), without_the_last.rows()), (3, 4));
        assert_eq!(without_the_last.sensitive()[0].totals, [2, 1]);
    }
}
