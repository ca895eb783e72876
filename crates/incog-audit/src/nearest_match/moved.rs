//! Columns before and after chance has changed them, and how far it did.

use super::ChangedColumn;
use crate::numbers::{numbers_or_days, says_something};
use incog_data::Column;
use std::collections::HashMap;

/// Stands for a cell that says nothing.
const SILENT: u32 = u32::MAX;

/// Two columns are moved together where chance changes their difference by less than this share of
/// what it changes one of them by.
const TOGETHER: f64 = 0.1;

/// How much likelier changes must be as shares, in logarithms for each of them.
const CLEARLY: f64 = 0.01;

/// Differences that are nothing but binary fractions.
const ROUNDING: f64 = 1e-9;

/// A column that chance has changed, ready to be compared.
pub(super) enum Moved {
    Numbers { original: Vec<f64>, published: Vec<f64>, scale: Scale },
    Categories { original: Vec<u32>, published: Vec<u32>, replaced: f64 },
}

/// The deviation of a change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Scale {
    /// Nothing changes.
    Exact,
    /// It is the same for all numbers.
    Absolute(f64),
    /// It is a share of each number.
    Relative(f64),
}

impl Moved {
    fn new(column: ChangedColumn<'_>, rows: usize) -> Self {
        let (original, published) = (numbers(column.original, rows), numbers(column.published, rows));
        let said = (0..rows).filter(|&row| says(column.original, row)).count();
        if original.iter().filter(|number| !number.is_nan()).count() * 2 > said {
            let scale = Scale::fit(&original, &published);
            return Self::Numbers { original, published, scale };
        }
        Self::categories(column, rows)
    }

    fn categories(column: ChangedColumn<'_>, rows: usize) -> Self {
        let mut numbers: HashMap<String, u32> = HashMap::new();
        let mut codes = |column: &Column| -> Vec<u32> {
            let of_code: Vec<u32> = (0u32..)
                .zip(column.dictionary.iter())
                .map(|(code, text)| {
                    let next = numbers.len() as u32;
                    let is_said = says_something(column, code);
                    if is_said { *numbers.entry(text.to_owned()).or_insert(next) } else { SILENT }
                })
                .collect();
            (0..rows).map(|row| of_code[column.codes.at(row) as usize]).collect()
        };
        let (original, published) = (codes(column.original), codes(column.published));
        let replaced = log_odds(&original, &published, numbers.len());
        Self::Categories { original, published, replaced }
    }

    /// Whether the attacker knows a value of this row.
    pub fn is_known(&self, row: usize) -> bool {
        match self {
            Self::Numbers { original, .. } => !original[row].is_nan(),
            Self::Categories { original, .. } => original[row] != SILENT,
        }
    }

    /// How unlikely it is that what is known of a row was published as another row: nothing where
    /// nothing is known.
    pub fn distance(&self, row: usize, other: usize) -> f64 {
        match self {
            _ if !self.is_known(row) => 0.0,
            Self::Numbers { original, published, scale } => scale.distance(original[row], published[other]),
            Self::Categories { original, published, .. } if original[row] == published[other] => 0.0,
            Self::Categories { replaced, .. } => *replaced,
        }
    }
}

impl Scale {
    /// The scale under which the changes that were made are most likely, as normal ones.
    fn fit(original: &[f64], published: &[f64]) -> Self {
        let changes = changes(original, published);
        let absolute = deviation(&changes, |change| change.by);
        let largest = changes.iter().map(|change| change.was.abs()).fold(0.0, f64::max);
        if absolute <= ROUNDING * largest {
            return Self::Exact;
        }
        // A share of nothing is nothing, so 0 says nothing of the scale.
        let changes: Vec<Change> = changes.into_iter().filter(|change| change.was != 0.0).collect();
        let count = changes.len().max(1) as f64;
        let alone = deviation(&changes, |change| change.by);
        let relative = deviation(&changes, |change| change.by / change.was);
        let mean_log = changes.iter().map(|change| change.was.abs().ln()).sum::<f64>() / count;
        // Numbers that differ little tell neither from the other.
        let is_relative = relative > 0.0 && relative.ln() + mean_log + CLEARLY < alone.ln();
        if is_relative { Self::Relative(relative) } else { Self::Absolute(absolute) }
    }

    pub fn distance(self, was: f64, is: f64) -> f64 {
        let change = (was - is).abs();
        match self {
            _ if is.is_nan() => f64::INFINITY,
            Self::Exact if change <= ROUNDING * was.abs() => 0.0,
            Self::Exact => f64::INFINITY,
            Self::Relative(_) if was == 0.0 => Self::Exact.distance(was, is),
            Self::Absolute(deviation) => (change / deviation).powi(2),
            Self::Relative(share) => (change / (share * was.abs())).powi(2),
        }
    }
}

/// A number that chance has changed.
#[derive(Clone, Copy)]
struct Change {
    was: f64,
    by: f64,
}

fn changes(original: &[f64], published: &[f64]) -> Vec<Change> {
    let both = original.iter().zip(published).filter(|(was, is)| !was.is_nan() && !is.is_nan());
    both.map(|(was, is)| Change { was: *was, by: is - was }).collect()
}

/// The square root of the mean square of the sizes of changes.
fn deviation(changes: &[Change], size: impl Fn(Change) -> f64) -> f64 {
    let squares = changes.iter().map(|change| size(*change).powi(2)).sum::<f64>();
    (squares / changes.len().max(1) as f64).sqrt()
}

/// The columns; of numbers that are moved together all but the first one as the difference to it,
/// which stays.
pub(super) fn moved_columns(columns: &[ChangedColumn<'_>], rows: usize) -> Vec<Moved> {
    let mut moved: Vec<Moved> = Vec::new();
    for column in columns {
        let new = Moved::new(*column, rows);
        let together = moved.iter().find_map(|earlier| difference(earlier, &new));
        moved.push(together.unwrap_or(new));
    }
    moved
}

/// The difference of two columns that are moved together.
fn difference(first: &Moved, second: &Moved) -> Option<Moved> {
    let Moved::Numbers { original: from, published: from_there, .. } = first else { return None };
    let Moved::Numbers { original: to, published: to_there, .. } = second else { return None };
    let between =
        |from: &[f64], to: &[f64]| -> Vec<f64> { to.iter().zip(from).map(|(to, from)| to - from).collect() };
    let (original, published) = (between(from, to), between(from_there, to_there));
    let alone = deviation(&changes(to, to_there), |change| change.by);
    let stays = deviation(&changes(&original, &published), |change| change.by) < TOGETHER * alone;
    let scale = Scale::fit(&original, &published);
    stays.then_some(Moved::Numbers { original, published, scale })
}

/// Twice the log odds of a category that stays against one certain other, so that it adds up with
/// squared deviations.
fn log_odds(original: &[u32], published: &[u32], kinds: usize) -> f64 {
    let both = original.iter().zip(published).filter(|(was, _)| **was != SILENT);
    let (mut all, mut replaced) = (0.0, 0.0);
    for (was, is) in both {
        all += 1.0;
        replaced += f64::from(u8::from(was != is));
    }
    let each = replaced / kinds.saturating_sub(1).max(1) as f64;
    (2.0 * ((all - replaced) / each).ln()).max(0.0)
}

/// The number or the day of each row; not a number where it has neither.
fn numbers(column: &Column, rows: usize) -> Vec<f64> {
    let of_code: Vec<f64> =
        numbers_or_days(column).into_iter().map(|number| number.unwrap_or(f64::NAN)).collect();
    let number =
        |row: usize| if says(column, row) { of_code[column.codes.at(row) as usize] } else { f64::NAN };
    (0..rows).map(number).collect()
}

fn says(column: &Column, row: usize) -> bool {
    says_something(column, column.codes.at(row))
}
