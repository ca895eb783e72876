//! How well published numbers and labels together predict the value behind another label, learnt
//! from the table itself: whatever the formula is, an attacker may know it.

mod cells;
mod sample;

pub(super) use sample::{Behind, Number};

use super::labels::{LEFT, MANY};
use super::least_squares::{at, weights};
use cells::{logarithm, logarithms, plain};
use rayon::prelude::*;

/// A prediction is so often right: nine of ten values lie within it.
const CONFIDENCE: f64 = 0.9;

/// What labels alone tell is no matter of the numbers beside them: with these a prediction is
/// nearer by so much.
const BESIDE_LABELS: f64 = 0.7;

/// Numbers that are looked at by pairs, in the order of the table.
const MOST_NUMBERS: usize = 12;

/// Labels of other columns that a prediction is made of, in the order of the table.
const MOST_LABELS: usize = 8;

/// Rows of which it is told how far predictions are off.
const ROWS_OF_A_BIN: usize = 60;

/// Groups of rows by what is predicted: a price is predicted to a share of itself.
const MOST_BINS: usize = 10;

/// Numbers that predict what is behind a label.
pub(super) struct Prediction<'a> {
    pub numbers: Vec<&'a str>,
    /// Rows of the sample that are left with half of the label.
    pub rows: usize,
    pub of: usize,
}

/// The numbers, alone and by pairs, that leave half of the target's labels; pairs of numbers that
/// do not do it alone.
pub(super) fn predicts<'a>(
    target: &Behind<'_>,
    labels: &[Behind<'_>],
    numbers: &[Number<'a>],
) -> Vec<Prediction<'a>> {
    let others = labels.iter().filter(|other| other.name != target.name).take(MOST_LABELS);
    let trial = Trial::new(target, others.map(|other| other.means.as_slice()).collect());
    let tried = |numbers: &[&Number<'a>]| {
        let rows = trial.narrowed(numbers)?;
        let names = numbers.iter().map(|number| number.name).collect();
        Some(Prediction { numbers: names, rows, of: target.values.len() })
    };
    let numbers: Vec<&Number<'a>> = numbers.iter().filter(|number| number.name != target.name).collect();
    let alone: Vec<Prediction<'a>> = numbers.par_iter().filter_map(|number| tried(&[*number])).collect();
    let is_told = |number: &&&Number<'_>| alone.iter().any(|found| found.numbers[0] == number.name);
    let rest: Vec<&Number<'a>> =
        numbers.iter().filter(|number| !is_told(number)).take(MOST_NUMBERS).copied().collect();
    let pairs = (0..rest.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
    let pairs: Vec<[&Number<'a>; 2]> = pairs.map(|(first, second)| [rest[first], rest[second]]).collect();
    let together: Vec<Prediction<'a>> = pairs.par_iter().filter_map(|pair| tried(pair)).collect();
    alone.into_iter().chain(together).collect()
}

/// How a prediction is made.
#[derive(Clone, Copy)]
enum Form {
    /// Sums, squares and products.
    Plain,
    /// Products and ratios of powers.
    Logarithms,
}

struct Trial<'t> {
    target: &'t Behind<'t>,
    /// The labels, with the target's own.
    labels: Vec<&'t [f64]>,
    /// How far a prediction by labels alone is off.
    by_labels: f64,
}

impl<'t> Trial<'t> {
    fn new(target: &'t Behind<'t>, mut labels: Vec<&'t [f64]>) -> Self {
        labels.push(&target.means);
        let mut trial = Self { target, labels, by_labels: f64::INFINITY };
        let off = [Form::Plain, Form::Logarithms].map(|form| {
            trial.predicted(&[], form).map_or(f64::INFINITY, |predicted| middle_error(&predicted))
        });
        trial.by_labels = off[0].min(off[1]);
        trial
    }

    /// The rows that these numbers leave with half of the label, where these are many.
    fn narrowed(&self, numbers: &[&Number<'_>]) -> Option<usize> {
        let narrowed = |form| {
            let predicted = self.predicted(numbers, form)?;
            let is_nearer = middle_error(&predicted) <= BESIDE_LABELS * self.by_labels;
            is_nearer.then(|| self.left_with_half(predicted))
        };
        let most = [Form::Plain, Form::Logarithms].into_iter().filter_map(narrowed).max()?;
        (most as f64 >= MANY * self.target.values.len() as f64).then_some(most)
    }

    /// What is predicted of each row that has all numbers, by the rows of the other half.
    fn predicted(&self, numbers: &[&Number<'_>], form: Form) -> Option<Vec<Predicted>> {
        let of_row = |row: usize| -> Option<(usize, f64, Vec<f64>)> {
            let numbers = numbers.iter().map(|number| number.values[row]).collect::<Option<Vec<f64>>>()?;
            Some((row, self.target.values[row]?, numbers))
        };
        let rows: Vec<(usize, f64, Vec<f64>)> = (0..self.target.values.len()).filter_map(of_row).collect();
        let numbers: Vec<Vec<f64>> =
            (0..numbers.len()).map(|place| rows.iter().map(|row| row.2[place]).collect()).collect();
        let labels: Vec<Vec<f64>> =
            self.labels.iter().map(|means| rows.iter().map(|row| means[row.0]).collect()).collect();
        let values: Vec<f64> = rows.iter().map(|row| row.1).collect();
        let (cells, wanted) = match form {
            Form::Plain => (plain(&labels, &numbers, rows.len()), values.clone()),
            Form::Logarithms => (logarithms(&labels, &numbers, rows.len())?, logarithm(&values)?),
        };
        let by_half = [1, 0].map(|other| weights(&cells, &wanted, other));
        let [Some(even), Some(odd)] = &by_half else { return None };
        let made = (0..rows.len()).map(|place| {
            let made = at(if place % 2 == 0 { even } else { odd }, &cells[place]);
            let made = if matches!(form, Form::Plain) { made } else { made.exp() };
            Predicted { row: rows[place].0, made, value: values[place] }
        });
        Some(made.collect())
    }

    /// The rows of which the prediction, which is right in nine of ten rows like it, leaves at most
    /// half of the label, and rightly.
    fn left_with_half(&self, mut predicted: Vec<Predicted>) -> usize {
        predicted.sort_by(|one, other| one.made.total_cmp(&other.made).then(one.row.cmp(&other.row)));
        let bins = (predicted.len() / ROWS_OF_A_BIN).clamp(1, MOST_BINS);
        let bins = predicted.chunks(predicted.len().div_ceil(bins).max(1));
        let left = bins.map(|bin| {
            let reach = reach(bin);
            bin.iter().filter(|one| self.is_left(one, reach)).count()
        });
        left.sum()
    }

    /// Whether a prediction that reaches so far leaves at most half of the label, and is right.
    fn is_left(&self, one: &Predicted, reach: f64) -> bool {
        let Some((from, to)) = self.target.ranges[one.row] else { return false };
        let step = self.target.step;
        let (low, high) = ((one.made - reach).max(from), (one.made + reach).min(to));
        let is_right = (low..=high).contains(&one.value);
        is_right && from < to && high - low + step <= LEFT * (to - from + step)
    }
}

/// How far nine of ten predictions are off at most.
fn reach(bin: &[Predicted]) -> f64 {
    let errors = errors(bin);
    errors[((CONFIDENCE * errors.len() as f64) as usize).min(errors.len() - 1)]
}

struct Predicted {
    row: usize,
    made: f64,
    value: f64,
}

fn middle_error(predicted: &[Predicted]) -> f64 {
    errors(predicted).get(predicted.len() / 2).copied().unwrap_or(f64::INFINITY)
}

/// How far predictions are off, ascending.
fn errors(predicted: &[Predicted]) -> Vec<f64> {
    let mut errors: Vec<f64> = predicted.iter().map(|one| (one.made - one.value).abs()).collect();
    errors.sort_by(f64::total_cmp);
    errors
}
