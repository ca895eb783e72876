//! The attacker who knows the original values of somebody and takes the nearest published record.
//!
//! The gate works out from the published values how many records chance hides somebody among. This
//! attacker is tried instead: on the written release, with the originals, and without anything that
//! the gate works out. How far chance moves values is learnt from the files, too.

mod moved;
mod search;

use crate::grouping::Grouping;
use incog_data::{Column, RecordCounts};
use moved::moved_columns;
use rayon::prelude::*;
use search::Search;

/// Rows that are tried, evenly spaced, at most; of a table of no more rows all are.
pub const ALL_ARE_TRIED: usize = 2_000;

/// Rows that are tried of a table that is so large that others are compared.
const FEWEST_TRIED: usize = 200;

/// Pairs of rows that are compared, at most, where more than [`FEWEST_TRIED`] rows are tried.
const MOST_COMPARED: usize = 400_000_000;

/// A column that chance has changed, row by row before and after.
#[derive(Debug, Clone, Copy)]
pub struct ChangedColumn<'a> {
    /// The values that the attacker knows.
    pub original: &'a Column,
    /// The values that were published.
    pub published: &'a Column,
}

/// What an attacker knows of each record, and the published table.
#[derive(Debug, Clone)]
pub struct NearestRequest<'a> {
    /// The columns that chance has changed.
    pub changed: Vec<ChangedColumn<'a>>,
    /// The columns that are known as they are published, labels among them.
    pub known: Vec<&'a Column>,
    /// Whose each record is, where that is known.
    pub people: Option<&'a Column>,
    /// How many records each row stands for.
    pub counts: RecordCounts<'a>,
    /// Rows of the table.
    pub rows: usize,
}

/// How often the attacker was right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NearestMatches {
    /// The records for which the nearest was taken.
    pub tried: u64,
    /// The share of them for which it was a record of the right person. Of records that are equally
    /// near one is guessed.
    pub right: f64,
    /// The share for which a record is right that is guessed among all that agree in the columns
    /// that chance has not changed.
    pub by_guessing: f64,
}

/// Takes the nearest published record for each known one: by the sum of squared changes, each in
/// deviations of its column, among the records that agree in all known columns. For normal noise
/// this is the most likely record. A category that was replaced counts as its log odds.
///
/// At most 2,000 rows are tried, evenly spaced. A row of which nothing is known is not tried.
///
/// ```
/// use incog_audit::{ChangedColumn, NearestRequest, nearest_matches};
/// let rows = [["10", "11"], ["20", "18"], ["30", "33"], ["40", "38"]];
/// let table = incog_data::Table::from_rows(["pay", "noisy"], rows, &[])?;
/// let pay = ChangedColumn { original: &table.columns()[0], published: &table.columns()[1] };
/// let request = NearestRequest {
///     changed: vec![pay], known: vec![], people: None, counts: Default::default(), rows: 4,
/// };
/// let found = nearest_matches(&request);
/// assert_eq!((found.tried, found.right, found.by_guessing), (4, 1.0, 0.25));
/// # Ok::<(), incog_data::TableError>(())
/// ```
pub fn nearest_matches(request: &NearestRequest<'_>) -> NearestMatches {
    let classes = Grouping::of_columns(request.known.iter().copied(), request.rows);
    let search = Search::new(moved_columns(&request.changed, request.rows), classes, request);
    let tried = (MOST_COMPARED / request.rows.max(1)).clamp(FEWEST_TRIED, ALL_ARE_TRIED);
    let step = request.rows.div_ceil(tried).max(1);
    let rows: Vec<usize> = (0..request.rows).step_by(step).filter(|row| search.is_known(*row)).collect();
    let tried: u64 = rows.iter().map(|row| request.counts.at(*row)).sum();
    let mean = |of_rows: Vec<f64>| {
        let weighted = rows.iter().zip(of_rows).map(|(row, chance)| request.counts.at(*row) as f64 * chance);
        weighted.sum::<f64>() / tried.max(1) as f64
    };
    NearestMatches {
        tried,
        right: mean(rows.par_iter().map(|row| search.by_nearest(*row)).collect()),
        by_guessing: mean(rows.iter().map(|row| search.by_guessing(*row)).collect()),
    }
}

#[cfg(test)]
mod tests;
