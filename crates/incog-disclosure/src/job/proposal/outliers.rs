//! Numbers far beyond those of all other people.

use incog_data::Column;
use std::collections::HashSet;

/// A number is an outlier where it lies beyond the k-th person's number, from below or from above,
/// by more than one in so many parts of what lies between these two.
const OUTLYING: f64 = 4.0;

/// How many records have a number that fewer than `k` people have or exceed, far beyond all others:
/// a weight of 260 kg, an income of millions.
pub(super) fn outliers(column: &Column, unit: Option<&Column>, k: u64) -> usize {
    let number_of: Vec<Option<f64>> = (0u32..)
        .zip(column.dictionary.iter())
        .map(|(code, text)| text.trim().parse().ok().filter(|_| !column.is_missing(code)))
        .collect();
    let mut numbers: Vec<(f64, u32)> = (0..column.codes.len() as u32)
        .filter_map(|row| Some((number_of[column.codes.at(row as usize) as usize]?, row)))
        .collect();
    numbers.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (Some(lowest), Some(highest)) = (kth(numbers.iter(), unit, k), kth(numbers.iter().rev(), unit, k))
    else {
        return 0;
    };
    let far = (highest - lowest).max(0.0) / OUTLYING;
    numbers.iter().filter(|(number, _)| *number < lowest - far || *number > highest + far).count()
}

/// The number at which k people, or records, are reached.
fn kth<'n>(numbers: impl Iterator<Item = &'n (f64, u32)>, unit: Option<&Column>, k: u64) -> Option<f64> {
    let mut people = HashSet::new();
    let mut reached = numbers.skip_while(|(_, row)| {
        people.insert(unit.map_or(*row, |unit| unit.one_missing(unit.codes.at(*row as usize))));
        (people.len() as u64) < k
    });
    reached.next().map(|(number, _)| *number)
}
