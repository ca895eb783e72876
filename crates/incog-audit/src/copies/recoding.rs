//! Categories that follow from those of another column, or from its numbers.

use super::{FEWEST_ROWS, step};
use crate::numbers::numbers_or_days;
use crate::numbers::says_something;
use incog_data::Column;
use std::collections::BTreeMap;

/// Of the records that the usual category does not tell, so many must follow from the other column.
const NEARLY_ALL: f64 = 0.9;

/// Where nearly everybody has one category, others show nothing.
const MOST_USUAL: f64 = 0.98;

/// Rows of a bin of numbers, at least: thresholds lie between bins, but for one of them.
const ROWS_OF_A_BIN: usize = 10;

/// Bins of numbers, at most.
const MOST_BINS: usize = 200;

/// Whether a category of the source, or its number, tells the category of the target in nearly all
/// records. Each record is guessed from the others of its source category, or with nearly its
/// number: what is unique tells nothing.
pub(super) fn determines(source: &Column, target: &Column) -> bool {
    let target = categories(target);
    tells(&categories(source), &target) || bins(source).is_some_and(|bins| tells(&bins, &target))
}

/// The category of each row of the sample that says something.
pub(super) fn categories(column: &Column) -> Vec<Option<u32>> {
    let codes = column.codes.iter().step_by(step(column.codes.len()));
    codes.map(|code| says_something(column, code).then_some(code)).collect()
}

/// Numbers by their order, in bins of as many rows each; none of a column without numbers. Equal
/// numbers are in one bin.
fn bins(column: &Column) -> Option<Vec<Option<u32>>> {
    let of_code = numbers_or_days(column);
    let codes = column.codes.iter().step_by(step(column.codes.len()));
    let numbers: Vec<Option<f64>> =
        codes.map(|code| of_code[code as usize].filter(|_| !column.is_missing(code))).collect();
    let mut ascending: Vec<f64> = numbers.iter().copied().flatten().collect();
    ascending.sort_by(f64::total_cmp);
    let bins = (ascending.len() / ROWS_OF_A_BIN).min(MOST_BINS);
    let bin =
        |number: f64| (ascending.partition_point(|other| *other < number) * bins / ascending.len()) as u32;
    (bins > 1).then(|| numbers.iter().map(|number| number.map(bin)).collect())
}

fn tells(source: &[Option<u32>], target: &[Option<u32>]) -> bool {
    let (mut of_source, mut of_target) = (BTreeMap::<u32, BTreeMap<u32, u64>>::new(), BTreeMap::new());
    let all = source.len() as u64;
    for (one, other) in source.iter().zip(target).filter_map(|(one, other)| (*one).zip(*other)) {
        *of_source.entry(one).or_default().entry(other).or_default() += 1;
        *of_target.entry(other).or_insert(0_u64) += 1;
    }
    let guesses = of_source.values().map(right_of);
    let (right, known) = guesses.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    let usual = of_target.values().max().copied().unwrap_or(0) as f64 / all.max(1) as f64;
    let beyond = (right as f64 / known.max(1) as f64 - usual) / (1.0 - usual);
    known >= FEWEST_ROWS as u64 && known * 2 >= all && usual <= MOST_USUAL && beyond >= NEARLY_ALL
}

/// How many records of a source category are guessed right from its others, and how many can be
/// guessed at all.
fn right_of(targets: &BTreeMap<u32, u64>) -> (u64, u64) {
    let records: u64 = targets.values().sum();
    let most = targets.values().max().copied().unwrap_or(0);
    let is_clear = most > 1 && targets.values().filter(|records| **records + 1 >= most).count() == 1;
    (if is_clear { most } else { 0 }, if records > 1 { records } else { 0 })
}
