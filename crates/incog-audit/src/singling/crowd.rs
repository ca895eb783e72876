//! How many lookalikes records have: people where it is known whose each is, otherwise records.

use super::Blur;
use crate::grouping::{Codes, Grouping};
use crate::numbers::{numbers_or_days, says_something};
use crate::units::counts_by_code;
use incog_data::{Column, RecordCounts};
use std::collections::HashSet;

/// The records of a table, and whose they are.
#[derive(Clone, Copy)]
pub(super) struct Crowd<'a> {
    pub people: Option<&'a Column>,
    pub counts: RecordCounts<'a>,
    pub rows: usize,
}

impl Crowd<'_> {
    /// Records that share what they have in these columns with fewer than `least`, themselves
    /// included; a record that misses one of the values is not looked for by it.
    pub fn fewer_than(&self, least: u64, columns: &[&Column]) -> u64 {
        let codes: Vec<Codes<'_>> = columns.iter().copied().map(Codes::from).collect();
        let says = |row: usize| columns.iter().all(|column| says_something(column, column.codes.at(row)));
        self.fewer_by(least, &codes, says)
    }

    /// Records that stand alone by their class of labels and columns that somebody may know the
    /// values of; labels may be missing.
    pub fn alone_by(&self, classes: Codes<'_>, known: &[&Column]) -> u64 {
        let known_codes = known.iter().copied().map(Codes::from);
        let codes: Vec<Codes<'_>> = std::iter::once(classes).chain(known_codes).collect();
        let says = |row: usize| known.iter().all(|column| says_something(column, column.codes.at(row)));
        self.fewer_by(2, &codes, says)
    }

    /// Like [`Crowd::fewer_than`], by codes of rows, of the rows that say something.
    pub fn fewer_by(&self, least: u64, codes: &[Codes<'_>], says: impl Fn(usize) -> bool) -> u64 {
        let groups = Grouping::by(codes, self.rows);
        let sizes = self.sizes(&groups);
        (0..self.rows)
            .filter(|row: &usize| sizes[groups.of_row[*row] as usize] < least && says(*row))
            .map(|row| self.counts.at(row))
            .sum()
    }

    fn sizes(&self, groups: &Grouping) -> Vec<u64> {
        counts_by_code(groups.of_row.iter().copied(), groups.len(), self.counts, self.people)
    }

    /// Records whose number or day has fewer than `least` others so near that they may be one
    /// another's original.
    pub fn fewer_near(&self, least: u64, column: &Column, blur: Blur) -> u64 {
        let read = numbers_or_days(column);
        let mut numbers: Vec<(f64, usize)> = (0..self.rows)
            .filter_map(|row: usize| Some((read[column.codes.at(row) as usize]?, row)))
            .collect();
        numbers.sort_by(|one, other| one.0.total_cmp(&other.0));
        let alone =
            (0..numbers.len()).filter(|place: &usize| !self.has_neighbours(least, &numbers, *place, blur));
        alone.map(|place| self.counts.at(numbers[place].1)).sum()
    }

    /// Whether a number has so many within its reach, itself included.
    fn has_neighbours(&self, least: u64, numbers: &[(f64, usize)], place: usize, blur: Blur) -> bool {
        let (number, _) = numbers[place];
        let reach = blur.reach(number);
        let above = numbers[place..].iter().take_while(|(other, _)| other - number <= reach);
        let below = numbers[..place].iter().rev().take_while(|(other, _)| number - other <= reach);
        let mut people: HashSet<u32> = HashSet::new();
        let mut found = 0;
        for &(_, row) in above.chain(below) {
            found += match self.people {
                None => self.counts.at(row),
                Some(column) => u64::from(people.insert(column.codes.at(row))),
            };
            if found >= least {
                return true;
            }
        }
        false
    }
}
