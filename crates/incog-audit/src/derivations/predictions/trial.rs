//! One column behind labels, and what is learnt of it.

use super::cells::{logarithm, logarithms, plain, sums};
use super::errors::{Predicted, middle_error, reach, signed_errors};
use super::{Behind, Category, Left, Number, Prediction};
use crate::derivations::labels::{LEFT, MANY};
use crate::derivations::least_squares::{at, weights};
use crate::singling::KNOWN;

/// Groups of rows by what is predicted: a price is predicted to a share of itself.
const MOST_BINS: usize = 10;

/// Rows whose errors are measured together.
const ROWS_OF_A_BIN: usize = 60;

/// What labels alone tell is no matter of the numbers beside them: with these a prediction is
/// nearer by so much.
const BESIDE_LABELS: f64 = 0.7;

/// How a prediction is made.
#[derive(Clone, Copy)]
pub(super) enum Form {
    /// Sums, squares and products.
    Plain,
    /// Products and ratios of powers.
    Logarithms,
    /// Sums, squares and products of the logarithms of numbers.
    PlainOfLogarithms,
    /// Sums alone.
    Sums,
}

pub(super) const PLAIN_AND_LOGARITHMS: [Form; 2] = [Form::Plain, Form::Logarithms];

/// What is behind a label, and what the labels alone tell of it.
pub(super) struct Trial<'t> {
    pub target: &'t Behind<'t>,
    /// The labels, with the target's own.
    pub labels: Vec<&'t [f64]>,
    /// How far a prediction by labels alone is off.
    by_labels: f64,
}

impl<'t> Trial<'t> {
    pub fn new(target: &'t Behind<'t>, mut labels: Vec<&'t [f64]>) -> Self {
        labels.push(&target.means);
        let mut trial = Self { target, labels, by_labels: f64::INFINITY };
        trial.by_labels = trial.error_without_numbers(&|form| trial.predicted(&[], form, &|_| true));
        trial
    }

    /// How far predictions by labels alone are off, in the better of two forms.
    fn error_without_numbers(&self, predicted: &dyn Fn(Form) -> Option<Vec<Predicted>>) -> f64 {
        let off = PLAIN_AND_LOGARITHMS.into_iter().filter_map(predicted);
        off.map(|predicted| middle_error(&predicted)).fold(f64::INFINITY, f64::min)
    }

    pub fn prediction<'a>(&self, numbers: &[&Number<'a>], forms: &[Form]) -> Option<Prediction<'a>> {
        let left = self.narrowed(forms, self.by_labels, &|form| self.predicted(numbers, form, &|_| true))?;
        let columns = numbers.iter().map(|number| number.name).collect();
        Some(Prediction { columns, left, of: self.target.values.len() })
    }

    /// The numbers that do it with another slope for each category.
    pub fn by<'a>(&self, category: &Category<'a>, numbers: &[&Number<'a>]) -> Vec<Prediction<'a>> {
        if category.name == self.target.name {
            return Vec::new();
        }
        let by_category = |numbers: &[&Number<'_>], form: Form| -> Option<Vec<Predicted>> {
            let parts: Vec<Predicted> = (0..category.values)
                .filter_map(|code| self.predicted(numbers, form, &|row| category.of_row[row] == Some(code)))
                .flatten()
                .collect();
            (!parts.is_empty()).then_some(parts)
        };
        let without = self.error_without_numbers(&|form| by_category(&[], form)).min(self.by_labels);
        let others = numbers.iter().filter(|number| number.name != category.name);
        let found = others.filter_map(|number| {
            let left =
                self.narrowed(&PLAIN_AND_LOGARITHMS, without, &|form| by_category(&[*number], form))?;
            let named = category.is_published.then_some(category.name);
            let columns = std::iter::once(number.name).chain(named).collect();
            Some(Prediction { columns, left, of: self.target.values.len() })
        });
        found.collect()
    }

    /// What predictions leave of the labels, where that is half for many rows, or fewer than k
    /// lookalikes for some. `without` says how far predictions without the numbers are off.
    fn narrowed(
        &self,
        forms: &[Form],
        without: f64,
        predicted: &dyn Fn(Form) -> Option<Vec<Predicted>>,
    ) -> Option<Left> {
        let narrowed = |form: &Form| {
            let predicted = predicted(*form)?;
            let is_nearer = middle_error(&predicted) <= BESIDE_LABELS * without;
            is_nearer.then(|| self.left_of_labels(predicted)).flatten()
        };
        forms.iter().filter_map(narrowed).max()
    }

    /// So many rows of the sample, where these are many.
    pub fn if_many(&self, rows: usize) -> Option<Left> {
        (rows as f64 >= MANY * self.target.values.len() as f64).then_some(Left::Half { rows })
    }

    /// So many rows of the sample, where more than one in twenty has few lookalikes.
    fn if_too_many(&self, rows: usize) -> Option<Left> {
        let (all, k) = (self.target.values.len() as u64, self.target.classes.k());
        (rows as u64 * KNOWN > all).then_some(Left::Few { rows, k })
    }

    /// What is predicted of each wanted row that has all numbers and a label that hides something,
    /// by such rows of the other half.
    fn predicted(
        &self,
        numbers: &[&Number<'_>],
        form: Form,
        is_wanted: &dyn Fn(usize) -> bool,
    ) -> Option<Vec<Predicted>> {
        let of_row = |row: usize| -> Option<(usize, f64, Vec<f64>)> {
            let numbers = numbers.iter().map(|number| number.values[row]).collect::<Option<Vec<f64>>>()?;
            Some((row, self.target.values[row]?, numbers))
        };
        let rows: Vec<(usize, f64, Vec<f64>)> = (0..self.target.values.len())
            .filter(|row| is_wanted(*row) && self.target.hides(*row))
            .filter_map(of_row)
            .collect();
        let numbers: Vec<Vec<f64>> =
            (0..numbers.len()).map(|place| rows.iter().map(|row| row.2[place]).collect()).collect();
        let labels: Vec<Vec<f64>> =
            self.labels.iter().map(|means| rows.iter().map(|row| means[row.0]).collect()).collect();
        let values: Vec<f64> = rows.iter().map(|row| row.1).collect();
        let (cells, wanted) = match form {
            Form::Plain => (plain(&labels, &numbers, rows.len()), values.clone()),
            Form::PlainOfLogarithms => {
                let numbers = numbers.iter().map(|one| logarithm(one)).collect::<Option<Vec<_>>>()?;
                (plain(&labels, &numbers, rows.len()), values.clone())
            }
            Form::Sums => (sums(&labels, &numbers, rows.len()), values.clone()),
            Form::Logarithms => (logarithms(&labels, &numbers, rows.len())?, logarithm(&values)?),
        };
        let by_half = [1, 0].map(|other| weights(&cells, &wanted, other));
        let [Some(even), Some(odd)] = &by_half else { return None };
        let made = (0..rows.len()).map(|place| {
            let made = at(if place % 2 == 0 { even } else { odd }, &cells[place]);
            let made = if matches!(form, Form::Logarithms) { made.exp() } else { made };
            Predicted { row: rows[place].0, made, value: values[place] }
        });
        Some(made.collect())
    }

    /// What predictions, which are right in nine of ten rows like them, leave of the labels, and
    /// rightly: at most half of many, or few lookalikes.
    fn left_of_labels(&self, mut predicted: Vec<Predicted>) -> Option<Left> {
        // Of fewer rows some prediction seems right by chance.
        if predicted.len() < ROWS_OF_A_BIN {
            return None;
        }
        predicted.sort_by(|one, other| one.made.total_cmp(&other.made).then(one.row.cmp(&other.row)));
        let bins = (predicted.len() / ROWS_OF_A_BIN).clamp(1, MOST_BINS);
        let bins = predicted.chunks(predicted.len().div_ceil(bins).max(1));
        let (mut half, mut few) = (0, 0);
        for bin in bins {
            let (reach, errors) = (reach(bin), signed_errors(bin));
            for one in bin.iter().filter(|one| self.is_left(one, reach)) {
                half += 1;
                few += usize::from(self.target.classes.are_few(one, &errors, reach));
            }
        }
        self.if_many(half).or_else(|| self.if_too_many(few))
    }

    /// Whether a prediction that reaches so far leaves at most half of the label, and is right.
    fn is_left(&self, one: &Predicted, reach: f64) -> bool {
        self.is_narrowed(one.row, one.value, [one.made - reach, one.made + reach])
    }

    /// Whether the value of a row lies between these ends, and they leave at most half of its
    /// label.
    pub fn is_narrowed(&self, row: usize, value: f64, ends: [f64; 2]) -> bool {
        let Some((from, to)) = self.target.ranges[row] else { return false };
        let (low, high) = (ends[0].max(from), ends[1].min(to));
        let step = self.target.step;
        (low..=high).contains(&value) && from < to && high - low + step <= LEFT * (to - from + step)
    }
}
