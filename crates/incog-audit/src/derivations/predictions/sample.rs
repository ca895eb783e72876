//! Labels and published numbers, row by row, in a sample.

use super::CONFIDENCE;
use super::lookalikes::{ClassValues, Classes};
use crate::derivations::labels::by_row;
use crate::derivations::readings::numbers_in_cells;
use crate::derivations::{FEWEST_ROWS_OF_CODES, SAMPLE};
use crate::numbers::says_something;
use incog_data::Column;
use std::collections::HashMap;

/// A column of more values is no category that has a slope of its own.
const MOST_CATEGORIES: usize = 12;

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
    /// The values of the classes.
    pub classes: ClassValues,
}

impl<'a> Behind<'a> {
    /// None of a column that has few numbers.
    pub fn new(labels: &Column, originals: &'a Column, classes: Classes<'_>) -> Option<Self> {
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
        let of_row = sampled(values.len(), |row| classes.of_rows.of_row[row]);
        let classes = ClassValues::new(classes, &values, of_row);
        let values = sampled(values.len(), |row| values[row]);
        Some(Self { name: &originals.name, values, means, ranges, step, classes })
    }
}

impl Behind<'_> {
    /// Whether the label of a row stands for different values.
    pub(super) fn hides(&self, row: usize) -> bool {
        self.ranges[row].is_some_and(|(from, to)| from < to)
    }
}

/// Between which of the ascending values nine of ten lie.
pub(super) fn range(values: &[f64]) -> Option<(f64, f64)> {
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
        let values = numbers_in_cells(column);
        let values: Vec<Option<f64>> = sampled(values.len(), |row| values[row]);
        let mut known = values.iter().flatten();
        let first = *known.next()?;
        let is_several = known.any(|number| *number != first);
        let is_many = values.iter().flatten().count() * 2 >= values.len();
        (is_several && is_many).then_some(Self { name: &column.name, values })
    }
}

impl<'a> Number<'a> {
    /// A column of two values as 0 and 1; none of another column.
    pub fn from_answers(column: &'a Column) -> Option<Self> {
        let category = Category::new(column, &column.name, true).filter(|category| category.values == 2)?;
        let values = category.of_row.iter().map(|code| code.map(f64::from)).collect();
        Some(Self { name: &column.name, values })
    }
}

/// A column of few categories, row by row, in a sample.
pub(in crate::derivations) struct Category<'a> {
    pub name: &'a str,
    /// Whether it is published beside the labels, and no label itself.
    pub is_published: bool,
    /// The categories are numbered from 0 in the order of their codes.
    pub of_row: Vec<Option<u32>>,
    pub values: u32,
}

impl<'a> Category<'a> {
    /// None of a column of one category, or of many.
    pub fn new(column: &Column, name: &'a str, is_published: bool) -> Option<Self> {
        let codes: Vec<u32> = sampled(column.codes.len(), |row| column.codes.at(row));
        let mut used: Vec<u32> = codes.clone();
        used.sort_unstable();
        used.dedup();
        used.retain(|code| says_something(column, *code));
        let of_row = codes.iter().map(|code| used.binary_search(code).ok().map(|place| place as u32));
        let is_category = (2..=MOST_CATEGORIES).contains(&used.len());
        let of_row = of_row.collect();
        is_category.then_some(Self { name, is_published, of_row, values: used.len() as u32 })
    }
}

/// At most [`SAMPLE`] of the rows, evenly spaced.
fn sampled<T>(rows: usize, at: impl FnMut(usize) -> T) -> Vec<T> {
    (0..rows).step_by(rows.div_ceil(SAMPLE).max(1)).map(at).collect()
}
