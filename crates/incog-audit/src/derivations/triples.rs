//! Three published columns that give a target back together: sums of numbers, and codes.

use super::{Agreement, Rows, Source, arithmetic, codes};
use incog_data::Column;
use rayon::prelude::*;

/// Numbers of which sums of three are tried, at most: those that go most with the target.
const MOST_NUMBERS: usize = 40;

/// Codes of which triples are tried, at most: those of the fewest values.
const MOST_CODES: usize = 16;

/// A column of more values is no code of a triple.
const MOST_VALUES: usize = 50;

/// What three columns give.
type Triple<'a> = ([&'a Column; 3], Agreement);

/// Which of three numbers are subtracted. All three are not: that is their sum, counted down.
const SIGNS: [[f64; 3]; 7] = [
    [1.0, 1.0, 1.0],
    [1.0, 1.0, -1.0],
    [1.0, -1.0, 1.0],
    [-1.0, 1.0, 1.0],
    [1.0, -1.0, -1.0],
    [-1.0, 1.0, -1.0],
    [-1.0, -1.0, 1.0],
];

/// Sums and differences of three numbers that are the target.
pub(super) fn sums<'a>(
    numbers: &arithmetic::Target,
    target: &Column,
    sources: &[&Source<'a>],
    rows: &Rows,
) -> Vec<Triple<'a>> {
    let tried = numbers.most_correlated(sources, MOST_NUMBERS);
    let sum = |triple: [usize; 3]| {
        let sources = triple.map(|place| tried[place]);
        let sums = SIGNS.iter().filter_map(|signs| numbers.sum_of_three(target, sources, *signs, rows));
        let found = Agreement::strongest(sums)?;
        Some((sources.map(|source| source.column), found))
    };
    triples(tried.len()).into_par_iter().filter_map(sum).collect()
}

/// Three codes that are nearly always the same where the target is.
pub(super) fn codes<'a>(target: &Column, sources: &[&'a Column], rows: &Rows) -> Vec<Triple<'a>> {
    let mut tried: Vec<&'a Column> = sources
        .iter()
        .filter(|column: &&&Column| (2..=MOST_VALUES).contains(&column.dictionary.len()))
        .copied()
        .collect();
    tried.sort_by_key(|column| column.dictionary.len());
    tried.truncate(MOST_CODES);
    let together = |triple: [usize; 3]| {
        let columns = triple.map(|place| tried[place]);
        Some((columns, codes::nearly(&columns, target, rows)?))
    };
    triples(tried.len()).into_par_iter().filter_map(together).collect()
}

fn triples(of: usize) -> Vec<[usize; 3]> {
    let pairs = (0..of).flat_map(|third| (0..third).map(move |second| (second, third)));
    pairs.flat_map(|(second, third)| (0..second).map(move |first| [first, second, third])).collect()
}
