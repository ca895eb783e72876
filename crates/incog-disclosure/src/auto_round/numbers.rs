//! The numbers of a column as whole multiples of one power of ten, and what they are rounded to.

use super::ladder::Base;
use incog_data::Column;
use incog_data::decimal::{floor_scaled, plain};
use std::collections::BTreeMap;

/// Stands for a cell that is missing.
pub(super) const NO_NUMBER: u32 = u32::MAX;

/// The numbers of a column.
pub(super) struct Numbers {
    /// Of each code; `None` where it is missing.
    of_code: Vec<Option<i128>>,
    places: u32,
    /// Those of published records, each with its records.
    published: BTreeMap<i128, u64>,
    finest: Base,
}

/// What the numbers of a column become.
pub(super) struct Rounded {
    /// For each code which of the rounded numbers it becomes; [`NO_NUMBER`] where it is missing.
    pub of_code: Vec<u32>,
    /// How many different ones published records have.
    pub published: usize,
}

impl Numbers {
    /// Those of a column of which `records` says how many published records have each code.
    pub fn of_column(column: &Column, records: &[u64]) -> Self {
        let is_known = |code: u32| !column.is_missing(code);
        let places = |text: &str| {
            plain(text).map_or(0, |plain| plain.split_once('.').map_or(0, |(_, one)| one.len() as u32))
        };
        let known = (0u32..).zip(column.dictionary.iter()).filter(|(code, _)| is_known(*code));
        let each: Vec<(u32, u32)> = known.map(|(code, text)| (code, places(text))).collect();
        let all = each.iter().map(|(_, places)| *places).max().unwrap_or(0);
        // What only suppressed records have decides nothing.
        let told = each.iter().filter(|(code, _)| records[*code as usize] > 0).map(|(_, places)| *places);
        let finest = Base::finest(told.max().unwrap_or(0));
        let of_code: Vec<Option<i128>> = (0u32..)
            .zip(column.dictionary.iter())
            .map(|(code, text): (u32, &str)| floor_scaled(text, all).filter(|_| is_known(code)))
            .collect();
        let mut published = BTreeMap::new();
        for (number, &records) in of_code.iter().zip(records).filter(|(_, records)| **records > 0) {
            number.iter().for_each(|&number| *published.entry(number).or_default() += records);
        }
        Self { of_code, places: all, published, finest }
    }

    /// The finest base that may be chosen.
    pub fn finest(&self) -> Base {
        self.finest
    }

    /// Whether every published number becomes 0 by a base, so that no coarser one changes anything.
    pub fn is_coarsest(&self, base: Base) -> bool {
        let Some(base) = base.scaled(self.places) else { return true };
        let ends = [self.published.keys().next(), self.published.keys().next_back()];
        ends.into_iter().flatten().all(|number| nearest(*number, base) == 0)
    }

    /// The published records at rounded numbers that fewer than `k` records have; counting ends
    /// above `most`.
    pub fn records_below(&self, base: Base, k: u64, most: u64) -> u64 {
        let Some(base) = base.scaled(self.places) else { return 0 };
        let (mut below, mut at, mut number) = (0, 0, None);
        for (&next, &records) in &self.published {
            let next = Some(nearest(next, base));
            if next != number {
                below += if at < k { at } else { 0 };
                (at, number) = (0, next);
            }
            if below > most {
                return below;
            }
            at += records;
        }
        below + if at < k { at } else { 0 }
    }

    /// What each code becomes.
    pub fn rounded(&self, base: Base) -> Rounded {
        let base = base.scaled(self.places).unwrap_or(i128::MAX);
        let mut number_of: BTreeMap<i128, u32> = BTreeMap::new();
        for &number in self.published.keys() {
            let next = number_of.len() as u32;
            number_of.entry(nearest(number, base)).or_insert(next);
        }
        let published = number_of.len();
        let code = |number: &Option<i128>| {
            // What only suppressed records have is asked of by nobody.
            number.and_then(|number| number_of.get(&nearest(number, base)).copied()).unwrap_or(NO_NUMBER)
        };
        Rounded { of_code: self.of_code.iter().map(code).collect(), published }
    }
}

/// The nearest multiple of a base, in bases; of two, the one farther from 0.
fn nearest(number: i128, base: i128) -> i128 {
    let (bases, left) = ((number / base).abs(), (number % base).abs());
    let bases = bases + i128::from(left >= base - left);
    if number < 0 { -bases } else { bases }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_multiples_the_one_farther_from_nothing_is_nearest() {
        let of = |base| [-15, -14, -5, 4, 5, 14, 15].map(|number| nearest(number, base));
        assert_eq!(of(10), [-2, -1, -1, 0, 1, 1, 2]);
        assert_eq!(nearest(5, i128::MAX), 0);
    }
}
