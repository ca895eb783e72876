//! Labels and published numbers, row by row, in a sample.

use super::CONFIDENCE;
use crate::derivations::labels::by_row;
use crate::derivations::{FEWEST_ROWS_OF_CODES, SAMPLE};
use incog_data::Column;
use std::collections::HashMap;

/// The numbers behind labels, row by row, in a sample.
pub(in crate::derivations) struct Behind<'a> {
    pub name: &'a str,
    pub values: Vec<Option<f64>>,
    /// What a label says, as one number: the mean of the values behind it.
    pub means: Vec<f64>,
    /// Between which values nine of ten behind a label lie.
    pub ranges: Vec<Option<(f64, f64)>>,
    /// How far numbers lie apart.
    pub step: f64,
}

impl<'a> Behind<'a> {
    /// None of a column that has few numbers.
    pub fn new(labels: &Column, originals: &'a Column) -> Option<Self> {
        let values = by_row(originals);
        let known: Vec<f64> = values.iter().copied().flatten().collect();
        if known.len() * 2 < values.len() || known.len() < FEWEST_ROWS_OF_CODES {
            return None;
        }
        let mut of_label: HashMap<u32, Vec<f64>> = HashMap::new();
        for (label, value) in labels.codes.iter().zip(&values) {
            of_label.entry(label).or_default().extend(value);
        }
        of_label.values_mut().for_each(|values| values.sort_by(f64::total_cmp));
        let of_all = known.iter().sum::<f64>() / known.len() as f64;
        let ranges: Vec<Option<(f64, f64)>> = sampled(labels.codes.len(), |row| {
            of_label.get(&labels.codes.at(row)).and_then(|values| range(values))
        });
        let means = sampled(labels.codes.len(), |row| {
            of_label.get(&labels.codes.at(row)).and_then(|values| mean(values)).unwrap_or(of_all)
        });
        let step = if known.iter().all(|number| number.fract() == 0.0) { 1.0 } else { 0.0 };
        let values = sampled(values.len(), |row| values[row]);
        Some(Self { name: &originals.name, values, means, ranges, step })
    }
}

/// Between which of the ascending values nine of ten lie.
fn range(values: &[f64]) -> Option<(f64, f64)> {
    let cut = ((1.0 - CONFIDENCE) / 2.0 * values.len() as f64) as usize;
    Some((*values.get(cut)?, values[values.len() - 1 - cut]))
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// A published number, row by row, in a sample.
pub(in crate::derivations) struct Number<'a> {
    pub name: &'a str,
    pub values: Vec<Option<f64>>,
}

impl<'a> Number<'a> {
    /// None of a column that has few numbers, or one.
    pub fn new(column: &'a Column) -> Option<Self> {
        let values = by_row(column);
        let values: Vec<Option<f64>> = sampled(values.len(), |row| values[row]);
        let mut known = values.iter().flatten();
        let first = *known.next()?;
        let is_several = known.any(|number| *number != first);
        let is_many = values.iter().flatten().count() * 2 >= values.len();
        (is_several && is_many).then_some(Self { name: &column.name, values })
    }
}

/// At most [`SAMPLE`] of the rows, evenly spaced.
fn sampled<T>(rows: usize, at: impl FnMut(usize) -> T) -> Vec<T> {
    (0..rows).step_by(rows.div_ceil(SAMPLE).max(1)).map(at).collect()
}
