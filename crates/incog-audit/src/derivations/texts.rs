//! Quasi-identifiers that are a part of a published text, or two published texts joined.

use super::{Agreement, Rows};
use incog_data::Column;

/// Characters between two joined texts, at most.
const BETWEEN: usize = 3;

/// That the quasi-identifier is a part of a published text or date: the year of a day, the first
/// digits of a code.
pub(super) fn part(source: &Column, target: &Column, rows: &Rows) -> Option<Agreement> {
    let value = |row: usize| source.value(row).trim();
    let is_part = |row: usize, of: usize| value(of).contains(target.value(row).trim());
    holds("a part of it", rows, is_part)
}

/// That the quasi-identifier is two published texts, one behind the other.
pub(super) fn joined([first, second]: [&Column; 2], target: &Column, rows: &Rows) -> Option<Agreement> {
    let is_joined = |row: usize, of: usize| {
        let (one, other, whole) = (first.value(of).trim(), second.value(of).trim(), target.value(row).trim());
        let is_long = !one.is_empty()
            && !other.is_empty()
            && (one.len() + other.len()..=one.len() + other.len() + BETWEEN).contains(&whole.len());
        let in_order = |one: &str, other: &str| whole.starts_with(one) && whole.ends_with(other);
        is_long && (in_order(one, other) || in_order(other, one))
    };
    holds("the one behind the other", rows, is_joined)
}

/// Whether it holds of the same row nearly always, and not as often of rows that have nothing to do
/// with each other.
fn holds(how: &'static str, rows: &Rows, is_so: impl Fn(usize, usize) -> bool) -> Option<Agreement> {
    let sample = &rows.sample;
    let others = sample.iter().zip(sample.iter().cycle().skip(sample.len() / 2 + 1));
    let by_chance = others.filter(|(row, other)| is_so(**row, **other)).count();
    let chance = by_chance as f64 / sample.len().max(1) as f64;
    rows.agreement(how, chance, |row| Some(is_so(row, row)))
}
