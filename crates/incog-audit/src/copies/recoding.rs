//! Categories that follow from those of another column.

use super::{FEWEST_ROWS, step};
use crate::singling::says_something;
use incog_data::Column;
use std::collections::BTreeMap;

/// Of the records that the usual category does not tell, so many must follow from the other column.
const NEARLY_ALL: f64 = 0.9;

/// Where nearly everybody has one category, others show nothing.
const MOST_USUAL: f64 = 0.98;

/// Whether a category of the source tells that of the target in nearly all records. Each record is
/// guessed from the others of its source category: what is unique tells nothing.
pub(super) fn determines(source: &Column, target: &Column) -> bool {
    let rows = (0..source.codes.len()).step_by(step(source.codes.len()));
    let (mut of_source, mut of_target) = (BTreeMap::<u32, BTreeMap<u32, u64>>::new(), BTreeMap::new());
    let mut all = 0_u64;
    for row in rows {
        let (one, other) = (source.codes.at(row), target.codes.at(row));
        all += 1;
        if says_something(source, one) && says_something(target, other) {
            *of_source.entry(one).or_default().entry(other).or_default() += 1;
            *of_target.entry(other).or_insert(0_u64) += 1;
        }
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
