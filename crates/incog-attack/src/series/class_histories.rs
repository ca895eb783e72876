//! In which classes of which releases everybody is.

use super::Series;
use super::error::SeriesError;
use super::known_release::KnownRelease;
use super::lookup::values_of;
use super::members::Members;
use crate::matched_column::Cohort;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Records that are in the same classes of all releases.
pub(super) struct ClassHistory {
    /// The classes that fit: of the present release, and of each earlier one; none where they are
    /// not in it.
    pub classes: Vec<Vec<u32>>,
    /// Their rows.
    pub rows: Vec<u32>,
    /// Whose they are, ascending.
    pub people: Vec<u32>,
}

/// Everybody who is in an earlier release, too, by the classes she is in.
pub(super) struct ClassHistories(pub Vec<ClassHistory>);

impl ClassHistories {
    pub fn new(
        series: &Series<'_>,
        present: &KnownRelease<'_>,
        earlier: &[KnownRelease<'_>],
        members: &[Members<'_>],
    ) -> Result<Self, SeriesError> {
        let of_row = |row: u32| {
            let own = present.lookup.fitting(&values_of(&present.known, Cohort::Original, row));
            let before =
                members.iter().zip(earlier).map(|(members, known)| members.classes(series, known, row));
            std::iter::once(own).chain(before).collect::<Vec<Vec<u32>>>()
        };
        let all: Vec<Vec<Vec<u32>>> = (0..series.people.rows() as u32).into_par_iter().map(of_row).collect();
        let records = all.iter().filter(|classes| classes[0].is_empty()).count() as u64;
        if records > 0 {
            return Err(SeriesError::Unplaced { records });
        }
        let mut alike: BTreeMap<Vec<Vec<u32>>, Vec<u32>> = BTreeMap::new();
        for (row, classes) in (0u32..).zip(all) {
            if classes[1..].iter().any(|classes| !classes.is_empty()) {
                alike.entry(classes).or_default().push(row);
            }
        }
        let history = |(classes, rows): (Vec<Vec<u32>>, Vec<u32>)| {
            let people: BTreeSet<u32> = rows.iter().map(|&row| series.person(row)).collect();
            ClassHistory { classes, rows, people: people.into_iter().collect() }
        };
        Ok(Self(alike.into_iter().map(history).collect()))
    }

    /// How many people of the release are in an earlier one, too.
    pub fn people_in_several(&self) -> u64 {
        count(self.0.iter())
    }

    /// How many people are in one of the earlier releases.
    pub fn people_in(&self, earlier: usize) -> u64 {
        count(self.0.iter().filter(|history| !history.classes[earlier + 1].is_empty()))
    }
}

fn count<'f>(histories: impl Iterator<Item = &'f ClassHistory>) -> u64 {
    histories.flat_map(|history| &history.people).collect::<BTreeSet<&u32>>().len() as u64
}

impl Series<'_> {
    /// Whose a record is, by number.
    pub(super) fn person(&self, row: u32) -> u32 {
        self.unit.map_or(row, |unit| unit.codes.at(row as usize))
    }
}
