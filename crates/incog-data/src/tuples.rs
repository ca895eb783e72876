//! The distinct combinations of quasi-identifier values of a table.

mod population;
mod records;

pub use population::{Population, PopulationError};

use crate::partition::{Partition, partition_rows};
use crate::{CellCount, Column, Hierarchy, Levels, QuasiIdentifier, RecordCounts, RowMap};
use records::count_cells;
use std::sync::Arc;
use thiserror::Error;

/// Why tuples cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TuplesError {
    /// More rows than 32 bits count.
    #[error("the table has {rows} rows, and at most {} are possible", u32::MAX - 1)]
    TooManyRows {
        /// Rows found.
        rows: usize,
    },
    /// Columns of different length were given.
    #[error("column {column:?} has {found} rows; expected {expected}")]
    UnequalLength {
        /// The column.
        column: String,
        /// Its rows.
        found: usize,
        /// Rows of the others.
        expected: usize,
    },
    /// A counted combination without a record.
    #[error("combination {row} of the counted table has a count of 0")]
    NoRecord {
        /// The combination, from 0.
        row: usize,
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
    population: Option<Arc<Population>>,
}

impl Tuples {
    /// Reduces a table to its distinct tuples.
    ///
    /// `columns` are the columns of `quasi_identifiers`, in the same order; `sensitive` are the
    /// columns whose distribution in the classes matters. `rows` is the length of every one of
    /// them.
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
        Self::of_records(quasi_identifiers, columns, sensitive, rows, RecordCounts::ONE_EACH)
    }

    /// As [`Tuples::with_row_map`], of a table that was counted already: each of its rows stands
    /// for `counts` records.
    ///
    /// Whoever owns the rows, a database for example, groups them by all columns and gives only
    /// these groups. Rows may be equal to each other.
    ///
    /// ```
    /// # use incog_data::{ColumnBuilder, Hierarchy, QuasiIdentifier, Tuples};
    /// let mut age = ColumnBuilder::new("age");
    /// ["31", "34"].into_iter().for_each(|value| age.push(value));
    /// let age = age.finish(&[]);
    /// let decade = Hierarchy::new([["31", "30-39"], ["34", "30-39"]])?;
    /// let age_by_decade = QuasiIdentifier::new(&age, decade.into())?;
    /// let (tuples, _) = Tuples::counted(vec![age_by_decade], &[&age], &[], &[1_000, 2])?;
    /// assert_eq!((tuples.len(), tuples.rows()), (2, 1_002));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Tuples::new`], and when a row stands for no record.
    pub fn counted(
        quasi_identifiers: Vec<QuasiIdentifier>,
        columns: &[&Column],
        sensitive: &[&Column],
        counts: &[u32],
    ) -> Result<(Self, RowMap), TuplesError> {
        if let Some(row) = counts.iter().position(|&count| count == 0) {
            return Err(TuplesError::NoRecord { row });
        }
        let records = RecordCounts::of_rows(counts);
        Self::of_records(quasi_identifiers, columns, sensitive, counts.len(), records)
    }

    fn of_records(
        quasi_identifiers: Vec<QuasiIdentifier>,
        columns: &[&Column],
        sensitive: &[&Column],
        rows: usize,
        records: RecordCounts<'_>,
    ) -> Result<(Self, RowMap), TuplesError> {
        let total = records.sum(rows);
        if total >= u64::from(u32::MAX) {
            return Err(TuplesError::TooManyRows { rows: total as usize });
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
        let (counts, cell_starts, histogram) = count_cells(&tuples, &cells, records);
        let codes = tuples.codes(columns);
        let sensitive = sensitive.iter().map(|column| describe(column, &cells)).collect();
        let cell_totals = vec![0; cells.representatives.len()];
        let map = RowMap::new(tuples.group_of_row, cells.group_of_row, cell_totals.len());
        let tuples = Self {
            quasi_identifiers,
            sensitive,
            codes,
            counts,
            cell_starts,
            cells: histogram,
            rows: total as usize,
            cell_totals,
            population: None,
        };
        Ok((tuples.with_totals(&map, rows, records), map))
    }

    /// Takes so many of the first rows as the original table: noisy records that were added to it
    /// do not change its distribution.
    pub fn with_reference(self, map: &RowMap, rows: usize) -> Self {
        self.with_totals(map, rows, RecordCounts::ONE_EACH)
    }

    fn with_totals(mut self, map: &RowMap, rows: usize, records: RecordCounts<'_>) -> Self {
        self.cell_totals.fill(0);
        for row in 0..rows.min(map.tuple_of_row.len()) {
            self.cell_totals[map.cell_of(row) as usize] += records.at(row);
        }
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

    /// The table, whose records are about some of the people of a population.
    ///
    /// # Errors
    /// As [`Population::new`].
    pub fn within(self, population: Self) -> Result<Self, PopulationError> {
        let population = Population::new(&self, population)?;
        Ok(Self { population: Some(Arc::new(population)), ..self })
    }

    /// The people whom its records are some of, where they are at hand.
    pub fn population(&self) -> Option<&Population> {
        self.population.as_deref()
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

    /// The records of each tuple.
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// The records by the column codes of an attribute.
    pub fn records_by_code(&self, attribute: usize) -> Vec<u64> {
        let mut records = vec![0; self.quasi_identifiers[attribute].leaf_of.len()];
        for (tuple, &count) in self.counts.iter().enumerate() {
            records[self.codes(tuple)[attribute] as usize] += u64::from(count);
        }
        records
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
        of_cell: cells.representatives.iter().map(|&row| column.codes.at(row as usize)).collect(),
        missing: column.missing.clone(),
        ..SensitiveAttribute::default()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
