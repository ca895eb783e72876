//! How well published numbers and labels together predict the value behind another label, learnt
//! from the table itself: whatever the formula is, an attacker may know it.

mod cells;
mod errors;
mod lookalikes;
mod sample;
mod scores;
mod trial;

pub(super) use lookalikes::Classes;
pub(super) use sample::{Behind, Category, Number};

use rayon::prelude::*;
use trial::{Form, PLAIN_AND_LOGARITHMS, Trial};

/// A prediction is so often right: nine of ten values lie within it.
const CONFIDENCE: f64 = 0.9;

/// Numbers that are looked at by pairs, in the order of the table.
const MOST_NUMBERS: usize = 12;

/// The first numbers of the table: all threes of them are tried.
const MOST_BY_THREES: usize = 6;

/// Labels of other columns that a prediction is made of, in the order of the table.
const MOST_LABELS: usize = 8;

/// Columns whose categories have slopes of their own, in the order of the table.
const MOST_CATEGORIES: usize = 8;

/// Yes/no answers that are looked at together: fewer are tried as numbers alone, and of more than
/// these a sample of the rows tells little.
const ANSWERS: std::ops::RangeInclusive<usize> = 3..=60;

/// What is published beside labels.
pub(super) struct Sources<'a> {
    pub numbers: Vec<Number<'a>>,
    /// Columns of two values.
    pub answers: Vec<Number<'a>>,
    pub categories: Vec<Category<'a>>,
}

/// Published columns that predict what is behind a label.
pub(super) struct Prediction<'a> {
    pub columns: Vec<&'a str>,
    pub left: Left,
    pub of: usize,
}

/// What predictions leave of a label, the lesser danger first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Left {
    /// At most half of it in so many rows of the sample, which have fewer than `k` lookalikes then.
    Few { rows: usize, k: u64 },
    /// At most half of it in so many rows of the sample.
    Half { rows: usize },
}

/// The numbers that leave half of the target's labels: alone, with a category that has slopes of
/// its own, by pairs and by threes; and yes/no answers together. What does it with fewer is not
/// told again.
pub(super) fn predicts<'a>(
    target: &Behind<'_>,
    labels: &[Behind<'_>],
    sources: &Sources<'a>,
) -> Vec<Prediction<'a>> {
    let others = labels.iter().filter(|other| other.name != target.name).take(MOST_LABELS);
    let trial = Trial::new(target, others.map(|other| other.means.as_slice()).collect());
    let is_other = |number: &&Number<'_>| number.name != target.name;
    let numbers: Vec<&Number<'a>> = sources.numbers.iter().filter(is_other).collect();
    let alone: Vec<Prediction<'a>> =
        numbers.par_iter().filter_map(|number| trial.prediction(&[*number], &PLAIN_AND_LOGARITHMS)).collect();
    let is_told = |name: &str| alone.iter().any(|found| found.columns[0] == name);
    let rest: Vec<&Number<'a>> =
        numbers.iter().filter(|number| !is_told(number.name)).take(MOST_NUMBERS).copied().collect();
    let pairs = (0..rest.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
    let pairs: Vec<[&Number<'a>; 2]> = pairs.map(|(first, second)| [rest[first], rest[second]]).collect();
    let together: Vec<Prediction<'a>> =
        pairs.par_iter().filter_map(|pair| trial.prediction(pair, &PLAIN_AND_LOGARITHMS)).collect();
    let by_threes: Vec<Prediction<'a>> = threes(&rest, &together)
        .par_iter()
        .filter_map(|three| {
            trial.prediction(three, &[Form::Plain, Form::Logarithms, Form::PlainOfLogarithms])
        })
        .collect();
    let by_category: Vec<Prediction<'a>> = sources
        .categories
        .par_iter()
        .take(MOST_CATEGORIES)
        .flat_map_iter(|category| trial.by(category, &rest))
        .collect();
    let answers: Vec<&Number<'a>> = sources.answers.iter().filter(is_other).collect();
    let is_tried = ANSWERS.contains(&answers.len()) && !answers.iter().any(|answer| is_told(answer.name));
    let by_answers = is_tried.then(|| trial.prediction(&answers, &[Form::Sums])).flatten();
    let scores = numbers.par_iter().filter(|number| !is_told(number.name));
    let scores: Vec<Prediction<'a>> = scores.filter_map(|number| trial.score(number, &answers)).collect();
    let together = together.into_iter().chain(by_threes);
    alone.into_iter().chain(by_category).chain(together).chain(by_answers).chain(scores).collect()
}

/// The first numbers by threes, without those of which two do it already.
fn threes<'n, 'a>(numbers: &[&'n Number<'a>], told: &[Prediction<'_>]) -> Vec<[&'n Number<'a>; 3]> {
    let numbers = &numbers[..numbers.len().min(MOST_BY_THREES)];
    let places = (0..numbers.len()).flat_map(|third| {
        (0..third).flat_map(move |second| (0..second).map(move |first| [first, second, third]))
    });
    let mut threes: Vec<[&'n Number<'a>; 3]> =
        places.map(|places| places.map(|place| numbers[place])).collect();
    threes.retain(|three| {
        !told
            .iter()
            .any(|pair| pair.columns.iter().all(|column| three.iter().any(|number| number.name == *column)))
    });
    threes
}
