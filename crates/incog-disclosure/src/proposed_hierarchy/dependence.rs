//! How far one column follows from another, measured on the records.

use super::readings::Readings;
use incog_data::{Column, Table};

/// A column follows from another if at least this share of the records agrees with it.
pub(super) const FOLLOWS: f64 = 0.98;

/// Two columns of numbers or dates follow from each other if their rank correlation is at least
/// this, in either direction.
const SAME_ORDER: f64 = 0.98;

/// Fewer records show no dependence.
const FEWEST_ROWS: usize = 30;

/// At most so many records are looked at, spread over the table.
const MOST_ROWS: usize = 50_000;

/// A value that more records have is said by anything.
const MOST_FREQUENT: f64 = 0.9;

/// The records that are looked at: one of each person, where people have several. Those of one
/// person agree in whatever is said of the person.
pub(super) fn sampled_rows(table: &Table, person: Option<&Column>) -> Vec<usize> {
    let mut is_seen = vec![false; person.map_or(0, |person| person.dictionary.len())];
    let is_first = |row: &usize| {
        let code = person.map(|person| person.codes.at(*row) as usize);
        code.is_none_or(|code| !std::mem::replace(&mut is_seen[code], true))
    };
    let rows: Vec<usize> = (0..table.rows()).filter(is_first).collect();
    let step = rows.len().div_ceil(MOST_ROWS).max(1);
    rows.into_iter().step_by(step).collect()
}

/// The share of the records whose value of `target` is the one that most others with their value
/// of `source` have; `None` where that shows nothing.
///
/// Records that have their value of `source` alone say nothing, and there must be more others than
/// those. Nor does a target say anything that nearly all records share.
pub(super) fn share_that_follows(source: &Column, target: &Column, rows: &[usize]) -> Option<f64> {
    let mut pairs: Vec<(u32, u32)> =
        rows.iter().map(|&row| (source.codes.at(row), target.codes.at(row))).collect();
    pairs.sort_unstable();
    let (mut together, mut agree) = (0, 0);
    for group in pairs.chunk_by(|one, next| one.0 == next.0).filter(|group| group.len() > 1) {
        together += group.len();
        let most = group.chunk_by(|one, next| one.1 == next.1).map(<[_]>::len).max().unwrap_or(0);
        agree += if most > 1 { most } else { 0 };
    }
    let shows = pairs.len() >= FEWEST_ROWS
        && 2 * together > pairs.len()
        && most_frequent(target, rows) <= MOST_FREQUENT;
    shows.then(|| agree as f64 / together as f64)
}

/// The share of the records that have the most frequent value.
fn most_frequent(column: &Column, rows: &[usize]) -> f64 {
    let mut codes: Vec<u32> = rows.iter().map(|&row| column.codes.at(row)).collect();
    codes.sort_unstable();
    let most = codes.chunk_by(|one, next| one == next).map(<[_]>::len).max().unwrap_or(0);
    most as f64 / rows.len().max(1) as f64
}

/// Whether two columns of numbers or dates have nearly one order, or one the other's reverse.
pub(super) fn have_same_order(one: &Readings<'_>, other: &Readings<'_>, rows: &[usize]) -> bool {
    let pairs: Vec<(f64, f64)> =
        rows.iter().filter_map(|&row: &usize| one.at(row).zip(other.at(row))).collect();
    if pairs.len() < FEWEST_ROWS || 2 * pairs.len() < rows.len() {
        return false;
    }
    let (first, second): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
    correlation(&ranks(&first), &ranks(&second)).is_some_and(|rho| rho.abs() >= SAME_ORDER)
}

/// Whether the later of two dates is the earlier one plus a number of days, give or take one day
/// for how days are counted.
pub(super) fn is_sum(
    later: &Readings<'_>,
    earlier: &Readings<'_>,
    days: &Readings<'_>,
    rows: &[usize],
) -> bool {
    let over = |&row: &usize| Some(later.at(row)? - earlier.at(row)? - days.at(row)?);
    let over: Vec<f64> = rows.iter().filter_map(over).collect();
    let is_shift =
        |shift: f64| over.iter().filter(|&&over| over == shift).count() as f64 >= FOLLOWS * over.len() as f64;
    over.len() >= FEWEST_ROWS && 2 * over.len() >= rows.len() && [0.0, -1.0, 1.0].into_iter().any(is_shift)
}

/// The rank of each number, from 0; equal ones share the mean of their ranks.
fn ranks(numbers: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|&one, &other| numbers[one].total_cmp(&numbers[other]).then(one.cmp(&other)));
    let mut ranks = vec![0.0; numbers.len()];
    let mut before = 0;
    for equal in order.chunk_by(|&one, &next| numbers[one] == numbers[next]) {
        let rank = before as f64 + (equal.len() - 1) as f64 / 2.0;
        equal.iter().for_each(|&place| ranks[place] = rank);
        before += equal.len();
    }
    ranks
}

/// Pearson's correlation; `None` where one of the two does not vary.
fn correlation(first: &[f64], second: &[f64]) -> Option<f64> {
    let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len() as f64;
    let (of_first, of_second) = (mean(first), mean(second));
    let (mut both, mut one, mut other) = (0.0, 0.0, 0.0);
    for (x, y) in first.iter().zip(second) {
        let (x, y) = (x - of_first, y - of_second);
        (both, one, other) = (both + x * y, one + x * x, other + y * y);
    }
    (one > 0.0 && other > 0.0).then(|| both / (one * other).sqrt())
}
