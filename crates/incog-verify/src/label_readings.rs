//! Labels that can be of several levels: which reading is taken, and what all readings agree on.

use super::matching::{CommonColumn, Matching, match_records};
use super::quasi_identifier::{BoundAttribute, ReadLevel};
use incog_data::{Column, Table};

/// The most combinations of levels that are tried; for a large table there are fewer, so that no
/// more than a given number of row lookups is made.
const MOST_READINGS: usize = 1_000;
const MOST_LOOKS: usize = 200_000_000;

/// The tables, and how their columns are read.
pub(super) struct LabelReadings<'a> {
    pub attributes: &'a [BoundAttribute],
    /// The columns that are published as they are.
    pub plain: &'a [(String, CommonColumn)],
    pub input: &'a Table,
    pub records: &'a Table,
    /// How many of the records are invented.
    pub noise: u64,
}

impl LabelReadings<'_> {
    /// Chooses levels at which every released record, except those that are noise, is a record of
    /// the input; the lowest levels if there are none like that.
    pub fn settle(&self, levels: &mut [ReadLevel]) {
        if !levels.iter().any(ReadLevel::can_turn) {
            return;
        }
        for _ in 0..self.most_readings() {
            if self.fitting(levels).is_some() || !turn(levels) {
                return;
            }
        }
    }

    /// A matching at these levels without what another reading that fits contradicts.
    ///
    /// Which records are in a class depends on the level: those of one combination may all be
    /// published at one level, and only some of those of a coarser one.
    pub fn agreed(&self, levels: &mut [ReadLevel], mut matching: Matching) -> Matching {
        let start: Vec<usize> = levels.iter().map(|level| level.turns()).collect();
        for _ in 0..self.most_readings() {
            turn(levels);
            if levels.iter().map(ReadLevel::turns).eq(start.iter().copied()) {
                return matching;
            }
            if let Some(other) = self.fitting(levels) {
                matching.keep_agreed(&other);
            }
            if matching.tells_nothing() {
                break;
            }
        }
        levels.iter_mut().zip(start).for_each(|(level, turns)| level.turn_to(turns));
        matching.forget();
        matching
    }

    /// The released columns in the order of the release.
    pub fn columns(&self, levels: &[ReadLevel]) -> Vec<(String, CommonColumn)> {
        let column = |released: &Column| {
            let place = self.attributes.iter().position(|bound| bound.qid.name == released.name);
            let read = place.map(|place| &levels[place].column);
            let plain = self.plain.iter().find(|(name, _)| *name == released.name).map(|(_, column)| column);
            Some((released.name.clone(), read.or(plain)?.clone()))
        };
        self.records.columns().iter().filter_map(column).collect()
    }

    /// The matching at these levels, if each record is one of the input.
    fn fitting(&self, levels: &[ReadLevel]) -> Option<Matching> {
        let columns = self.columns(levels);
        let columns: Vec<&CommonColumn> = columns.iter().map(|(_, column)| column).collect();
        let all: Vec<u32> = (0..self.input.rows() as u32).collect();
        let matching = match_records(&columns, &all, self.records.rows());
        (matching.unmatched <= self.noise).then_some(matching)
    }

    fn most_readings(&self) -> usize {
        (MOST_LOOKS / (self.input.rows() + self.records.rows()).max(1)).clamp(2, MOST_READINGS)
    }
}

/// Takes the next reading, as an odometer turns: the next column when the one before it is at its
/// first level again. False when all are.
fn turn(levels: &mut [ReadLevel]) -> bool {
    levels.iter_mut().any(ReadLevel::turn)
}
