//! Who is in an earlier release.

use super::known_release::KnownRelease;
use super::lookup::values_of;
use super::{EarlierRelease, Membership, Series};
use crate::matched_column::Cohort;
use std::collections::HashMap;

/// Who is in an earlier release.
pub(super) enum Members<'a> {
    /// People, with their rows in the table that it was made of.
    Known(HashMap<&'a str, Vec<u32>>),
    /// Everybody whom a class fits.
    Assumed,
}

impl<'a> Members<'a> {
    pub fn new(series: &Series<'a>, one: &EarlierRelease<'a>, known: &KnownRelease<'a>) -> Self {
        let people =
            series.unit.zip(one.original).and_then(|(unit, table)| Some((table.column(&unit.name)?, table)));
        let Some((people, table)) = people else { return Self::Assumed };
        if known.known.iter().any(|bound| table.column(bound.name).is_none()) {
            return Self::Assumed;
        }
        let mut rows: HashMap<&str, Vec<u32>> = HashMap::new();
        for (row, code) in (0u32..).zip(&people.codes).filter(|(_, code)| !people.is_missing(*code)) {
            rows.entry(people.dictionary.get(code)).or_default().push(row);
        }
        Self::Known(rows)
    }

    pub fn membership(&self) -> Membership {
        match self {
            Self::Known(_) => Membership::Known,
            Self::Assumed => Membership::Assumed,
        }
    }

    /// The classes of the earlier release that somebody may be in; none where she is not in it.
    pub fn classes(&self, series: &Series<'_>, known: &KnownRelease<'_>, row: u32) -> Vec<u32> {
        let fitting = |group, row| known.lookup.fitting(&values_of(&known.known, group, row));
        let rows = match self {
            Self::Assumed => return fitting(Cohort::Original, row),
            Self::Known(rows) => rows,
        };
        // Whose a record is that names nobody is not known.
        if series.unit.is_some_and(|unit| unit.is_missing(unit.codes.at(row as usize))) {
            return fitting(Cohort::Original, row);
        }
        let person = series.unit.map(|unit| unit.value(row as usize));
        let of_her = person.and_then(|person| rows.get(person)).into_iter().flatten();
        let mut classes: Vec<u32> = of_her.flat_map(|&row| fitting(Cohort::Control, row)).collect();
        classes.sort_unstable();
        classes.dedup();
        classes
    }
}
