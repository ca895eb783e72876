//! Pairs of published columns.

use super::compared_rows::{ComparedRows, FewRecords};
use super::crowd::Crowd;
use super::thresholds::{FEWEST_PAIRS, KNOWN, MOST_CELLS, MOST_PAIRS};
use super::{Known, Singling};
use crate::grouping::Codes;
use crate::numbers::{day_of, says_something};
use incog_data::{Column, NarrowCodes};
use rayon::prelude::*;
use std::collections::HashMap;

/// What was found of all pairs, and how many were left out.
pub(super) struct Pairs {
    pub singled: Vec<SingledPair>,
    pub left_out: usize,
}

/// The records that are singled out by two columns together.
pub(super) struct SingledPair {
    /// The place of the one column.
    pub first: usize,
    /// The place of the other.
    pub second: usize,
    pub by: Singling,
    pub few: FewRecords,
}

/// Looks at the pairs of columns of which none singles out by itself.
pub(super) fn pairs(crowd: Crowd<'_>, columns: &[&Known<'_>], least: u64) -> Pairs {
    let mut wanted: Vec<(usize, usize)> = Vec::new();
    for second in 0..columns.len() {
        wanted.extend(
            (0..second)
                .filter(|&first| may_single_out(columns[first], columns[second], crowd, least))
                .map(|first| (first, second)),
        );
    }
    // Those with the most combinations first; of equal ones in the order of the table.
    let combinations =
        |&(first, second): &(usize, usize)| columns[first].distinct.saturating_mul(columns[second].distinct);
    wanted.sort_by_key(|pair| (std::cmp::Reverse(combinations(pair)), *pair));
    let most = (MOST_CELLS / (2 * crowd.rows.max(1))).clamp(FEWEST_PAIRS, MOST_PAIRS);
    let left_out = wanted.len().saturating_sub(most);
    wanted.truncate(most);
    wanted.sort_unstable();
    let singled = |&(first, second): &(usize, usize)| {
        let (by, few) = singled(crowd, columns[first], columns[second], least);
        SingledPair { first, second, by, few }
    };
    Pairs { singled: wanted.par_iter().map(singled).collect(), left_out }
}

/// Whether there are enough combinations of values to single out a share that is a finding. What
/// chance has moved has no combinations that could be counted.
fn may_single_out(first: &Known<'_>, second: &Known<'_>, crowd: Crowd<'_>, least: u64) -> bool {
    let has_kinds = first.published.blur.has_kinds() && second.published.blur.has_kinds();
    let is_each_told = first.distinct > 1 && second.distinct > 1;
    // With people of several records each a small group may have many records.
    let most = (first.distinct as u64)
        .saturating_mul(second.distinct as u64)
        .saturating_mul(least.saturating_sub(1));
    let records = crowd.counts.sum(crowd.rows);
    is_each_told && (!has_kinds || crowd.people.is_some() || most.saturating_mul(KNOWN) > records)
}

fn singled(crowd: Crowd<'_>, first: &Known<'_>, second: &Known<'_>, least: u64) -> (Singling, FewRecords) {
    let (first, second) = (first.published, second.published);
    let counted = |records: u64| (Singling::Together, FewRecords { records, sample: None });
    if first.blur.moves_with(second.blur) {
        return counted(days_between(crowd, first.column, second.column, least));
    }
    if first.blur.has_kinds() && second.blur.has_kinds() {
        return counted(crowd.fewer_than(least, &[first.column, second.column]));
    }
    (Singling::Noisy, ComparedRows::new(crowd, &[first, second]).fewer_than(least, true))
}

/// Dates of a person that are moved together keep the days between them, which somebody may know.
fn days_between(crowd: Crowd<'_>, first: &Column, second: &Column, least: u64) -> u64 {
    let days = |column: &Column| column.dictionary.iter().map(day_of).collect::<Vec<Option<f64>>>();
    let (from, to) = (days(first), days(second));
    let mut known: HashMap<i64, u32> = HashMap::new();
    let mut code = |row: usize| {
        let between = from[first.codes.at(row) as usize].zip(to[second.codes.at(row) as usize]);
        let next = known.len() as u32 + 1;
        between.map_or(0, |(from, to)| *known.entry((to - from) as i64).or_insert(next))
    };
    let of_row: NarrowCodes = (0..crowd.rows).map(&mut code).collect();
    let codes = [Codes { of_row: &of_row, values: known.len() + 1 }];
    let says = |row: usize| {
        of_row.at(row) != 0
            && says_something(first, first.codes.at(row))
            && says_something(second, second.codes.at(row))
    };
    crowd.fewer_by(least, &codes, says)
}
