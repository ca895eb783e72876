//! Two columns counted together, before and after.

use super::cells::{Cells, Records};
use incog_data::RecordCounts;
use serde::{Deserialize, Serialize};

/// A quasi-identifier and a sensitive column in a table and in its release.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// The quasi-identifier.
    pub quasi_identifier: String,
    /// The sensitive column.
    pub sensitive: String,
    /// The share of the records that stand in another cell of the cross-tabulation: half the sum
    /// over the cells of how far the shares of the table and of the release are apart (total
    /// variation distance).
    pub wrong_cell: f64,
    /// How much the columns depend on each other in the table: half the sum over the cells of how
    /// far the share is from what it would be if they did not.
    pub dependence_before: f64,
    /// How much the columns depend on each other in the release, measured like `dependence_before`.
    pub dependence_after: f64,
}

/// The shares of the records by two columns.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CrossTable {
    /// What the rows are called.
    pub rows: Vec<String>,
    /// What the columns are called.
    pub columns: Vec<String>,
    /// Row by row, the share of all records of the table.
    pub before: Vec<Vec<f64>>,
    /// Row by row, the share of all records of the release.
    pub after: Vec<Vec<f64>>,
}

/// The shares of the records by the cells of two columns, row by row.
pub(super) struct Shares(Vec<Vec<f64>>);

impl Shares {
    /// Counts records by two columns. A cell beyond the last one, in which no record of the table
    /// is, is left out.
    pub fn new(
        rows: &Cells,
        columns: &Cells,
        of: impl Fn(&Cells) -> &Records,
        records_of: RecordCounts<'_>,
    ) -> Self {
        let (row_of, column_of) = (of(rows), of(columns));
        let width = column_of.spread.len();
        // By codes first: counts do not depend on the order of the records.
        let mut counts = vec![0u64; row_of.spread.len() * width];
        for (place, (row, column)) in row_of.codes.iter().zip(&column_of.codes).enumerate() {
            counts[row as usize * width + column as usize] += records_of.at(place);
        }
        let all = records_of.sum(row_of.codes.len()).max(1) as f64;
        let mut shares = vec![vec![0.0; columns.labels.len()]; rows.labels.len()];
        for (place, count) in counts.into_iter().enumerate().filter(|(_, count)| *count > 0) {
            for (row, in_row) in &row_of.spread[place / width] {
                for (column, in_column) in &column_of.spread[place % width] {
                    if let Some(share) = shares.get_mut(*row).and_then(|row| row.get_mut(*column)) {
                        *share += in_row * in_column * count as f64 / all;
                    }
                }
            }
        }
        Self(shares)
    }

    /// Half the sum of the distances from what the cells would be if rows and columns did not
    /// depend on each other.
    fn dependence(&self) -> f64 {
        let of_row: Vec<f64> = self.0.iter().map(|row| row.iter().sum()).collect();
        let columns = self.0.first().map_or(0, Vec::len);
        let of_column: Vec<f64> =
            (0..columns).map(|column| self.0.iter().map(|row| row[column]).sum()).collect();
        let rows = self.0.iter().zip(&of_row);
        let cells = rows.flat_map(|(row, of_row)| {
            row.iter().zip(&of_column).map(move |(share, of_column)| (share - of_row * of_column).abs())
        });
        half(cells.sum())
    }

    /// V of Cramér, 0 to 1; 0 where a column has one value.
    pub fn cramers_v(&self) -> f64 {
        let of_row: Vec<f64> = self.0.iter().map(|row| row.iter().sum()).collect();
        let columns = self.0.first().map_or(0, Vec::len);
        let of_column: Vec<f64> =
            (0..columns).map(|column| self.0.iter().map(|row| row[column]).sum()).collect();
        let mut squares = 0.0;
        for (row, in_row) in self.0.iter().zip(&of_row) {
            for (share, in_column) in row.iter().zip(&of_column) {
                let expected = in_row * in_column;
                if expected > 0.0 {
                    squares += (share - expected).powi(2) / expected;
                }
            }
        }
        let used = |shares: &[f64]| shares.iter().filter(|share| **share > 0.0).count();
        let freedom = used(&of_row).min(used(&of_column)).saturating_sub(1);
        if freedom == 0 || squares < 1e-12 { 0.0 } else { (squares / freedom as f64).sqrt().min(1.0) }
    }

    pub fn distance(&self, other: &Self) -> f64 {
        let cells = self.0.iter().flatten().zip(other.0.iter().flatten());
        half(cells.map(|(a, b)| (a - b).abs()).sum())
    }
}

/// Half of a sum of distances between shares; what rounding leaves of nothing is nothing.
fn half(sum: f64) -> f64 {
    if sum < 1e-12 { 0.0 } else { sum / 2.0 }
}

/// The cells of a column, and its name.
pub(super) struct NamedCells<'a> {
    pub name: &'a str,
    pub cells: &'a Cells,
}

/// Compares a quasi-identifier (`rows`) and a sensitive attribute (`columns`) by their shares
/// before and after.
pub(super) fn compare(
    rows: NamedCells<'_>,
    columns: NamedCells<'_>,
    before: Shares,
    after: Shares,
) -> (Pair, CrossTable) {
    let pair = Pair {
        quasi_identifier: rows.name.to_owned(),
        sensitive: columns.name.to_owned(),
        wrong_cell: before.distance(&after),
        dependence_before: before.dependence(),
        dependence_after: after.dependence(),
    };
    let (rows, columns) = (rows.cells.labels.clone(), columns.cells.labels.clone());
    (pair, CrossTable { rows, columns, before: before.0, after: after.0 })
}
