//! How far a value is from what is released in its place (J. C. Gower, "A general coefficient of
//! similarity and some of its properties", 1971, doi:10.2307/2528823, as Giomi and others 2023 use
//! it): of numbers their difference as a share of the range of the column, of anything else 0 or 1.
//! From a label it is the mean over the values that the label stands for, so a finer label that
//! holds the value is nearer than a coarser one.

use crate::labels::Meaning;
use crate::matched_column::MatchedColumn;
use crate::values::Values;

/// The distance 1. Distances are whole numbers, so that their sums do not depend on the order of
/// columns.
pub(crate) const UNIT: u64 = 1 << 40;

/// How far values of a column are from what is released.
pub(crate) struct Distances<'a> {
    values: &'a Values<'a>,
    labels: Vec<Label<'a>>,
    /// Greatest difference of two numbers of the column, or 1 where there is none.
    range: f64,
}

enum Label<'a> {
    /// A number, and no other.
    Number(f64),
    /// Some numbers, ascending, with their sums from the first on; and how many values are none.
    Numbers { sorted: Vec<f64>, sums: Vec<f64>, others: usize },
    /// What it stands for, and how many values that are.
    Words(&'a Meaning, usize),
}

impl<'a> Distances<'a> {
    pub fn new(bound: &'a MatchedColumn<'a>) -> Self {
        let values = &bound.values;
        let label = |(code, meaning): (u32, &'a Meaning)| match bound.release.number(code) {
            Some(number) if values.is_number => Label::Number(number),
            _ => Label::from_meaning(meaning, values),
        };
        let labels: Vec<Label<'a>> = (0u32..).zip(&bound.release.meanings).map(label).collect();
        let single = labels.iter().filter_map(|label| match label {
            Label::Number(number) => Some(*number),
            _ => None,
        });
        let all = values.numbers.iter().copied().flatten().chain(single);
        let (low, high) =
            all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), n| (low.min(n), high.max(n)));
        let range = if high > low { high - low } else { 1.0 };
        Self { values, labels, range }
    }

    /// How many released codes there are.
    pub fn codes(&self) -> usize {
        self.labels.len()
    }

    /// From a value to what each released code stands for, in [`UNIT`]s.
    pub fn from(&self, value: u32) -> Vec<u64> {
        (0..self.labels.len() as u32).map(|code| self.between(value, code)).collect()
    }

    /// From a value to what one released code stands for, in [`UNIT`]s.
    pub fn between(&self, value: u32, code: u32) -> u64 {
        let share = |share: f64| (share.clamp(0.0, 1.0) * UNIT as f64).round() as u64;
        let number = self.values.numbers[value as usize];
        share(match (&self.labels[code as usize], number) {
            (Label::Number(other), Some(number)) => (number - other).abs() / self.range,
            (Label::Number(_), None) => 1.0,
            (Label::Numbers { sorted, sums, others }, Some(number)) => {
                let all = (sorted.len() + others) as f64;
                (summed(sorted, sums, number) / self.range + *others as f64) / all
            }
            (Label::Numbers { sorted, others, .. }, None) => 1.0 - share_of_missing(sorted.len(), *others),
            (Label::Words(meaning, size), _) if meaning.has(value) => 1.0 - 1.0 / *size as f64,
            (Label::Words(..), _) => 1.0,
        })
    }
}

fn share_of_missing(numbers: usize, others: usize) -> f64 {
    if others == 0 { 0.0 } else { 1.0 / (numbers + others) as f64 }
}

/// Sum of the differences of a number from each of these.
fn summed(sorted: &[f64], sums: &[f64], number: f64) -> f64 {
    let below = sorted.partition_point(|other| *other <= number);
    let (low, all) = (sums[below], sums[sorted.len()]);
    number * below as f64 - low + (all - low) - number * (sorted.len() - below) as f64
}

impl<'a> Label<'a> {
    fn from_meaning(meaning: &'a Meaning, values: &Values<'_>) -> Self {
        let size = match meaning {
            Meaning::Anything => values.len(),
            Meaning::Values(found) => found.len(),
            Meaning::Number(_) | Meaning::Unread => 0,
        };
        if !values.is_number || size == 0 {
            return Self::Words(meaning, size);
        }
        let numbers = (0u32..).zip(&values.numbers).filter(|(code, _)| meaning.has(*code));
        let mut sorted: Vec<f64> = numbers.filter_map(|(_, number)| *number).collect();
        let others = size - sorted.len();
        sorted.sort_by(f64::total_cmp);
        if sorted.is_empty() {
            return Self::Words(meaning, size);
        }
        let mut sums = vec![0.0];
        sorted.iter().for_each(|number| sums.push(sums[sums.len() - 1] + number));
        Self::Numbers { sorted, sums, others }
    }
}
