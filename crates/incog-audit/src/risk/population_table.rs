//! Risks that are counted in a table of the population, where one is at hand, instead of estimated.

use super::attackers::{AttackerRisk, attacker};
use crate::AuditError;
use crate::grouping::{Codes, Grouping};
use crate::measure::columns;
use incog_data::{Column, CountedTable, NarrowCodes, Table};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// Records of a table held against the people of a population, of whom they are some.
///
/// Everything that is missing in a column is one value, in the table and in the population.
///
/// Reference: Sweeney, "Computational disclosure control", MIT, 2001 (k-map); Nergiz, Atzori,
/// Clifton, "Hiding the presence of individuals from shared databases", SIGMOD 2007,
/// doi:10.1145/1247480.1247554 (delta-presence).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PopulationRisk {
    /// People of the population.
    pub people: u64,
    /// People of it who look like no record.
    pub people_elsewhere: u64,
    /// The target is known to be in the population: 1 by the people who look like her record.
    pub journalist: AttackerRisk,
    /// How many people look like the record that fewest look like; 0 of a table without records.
    pub k_map: u64,
    /// How many of the people who look alike are in the table.
    pub delta_presence: PresenceRange,
    /// Records whose person is unique in the population: nobody else looks like her.
    pub unique_records: u64,
    /// Their share of all records.
    pub unique_share: f64,
}

/// Shares of people who look alike that are in the table, 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PresenceRange {
    /// The largest.
    pub max: f64,
    /// The smallest: 0 where somebody looks like no record.
    pub min: f64,
}

/// The figures of a table whose records are about some of the people of `population`, which has a
/// row for each of them, with the quasi-identifiers under the same names and written in the same
/// way.
///
/// ```
/// use incog_audit::population_risk;
/// let table = incog_data::Table::from_rows(["age"], [["20"], ["30"]], &[])?;
/// let people = incog_data::Table::from_rows(["age"], [["20"], ["30"], ["30"], ["40"]], &[])?;
/// let found = population_risk(&table, &people, &["age".into()])?;
/// assert_eq!((found.k_map, found.unique_records, found.people_elsewhere), (1, 1, 1));
/// assert_eq!((found.journalist.highest, found.journalist.average), (1.0, 0.75));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a column is not in one of the tables, one has too many rows, or the table has more records
/// of a combination of values than there are people.
pub fn population_risk<'a>(
    table: impl Into<CountedTable<'a>>,
    population: &Table,
    quasi_identifiers: &[String],
) -> Result<PopulationRisk, AuditError> {
    let table = table.into();
    let classes = Classes::new(table, population, quasi_identifiers)?;
    classes.check_covered(table.records())?;
    let by_people = classes.records_by_people();
    let risks: Vec<(f64, u64)> =
        by_people.iter().map(|(&people, &records)| (1.0 / people as f64, records)).collect();
    let unique = by_people.get(&1).copied().unwrap_or(0);
    Ok(PopulationRisk {
        people: population.rows() as u64,
        people_elsewhere: classes.elsewhere,
        journalist: attacker(&risks),
        k_map: by_people.keys().next().copied().unwrap_or(0),
        delta_presence: classes.presence(),
        unique_records: unique,
        unique_share: unique as f64 / table.records().max(1) as f64,
    })
}

/// The classes of a table beside the people who look like them.
struct Classes {
    /// For each class its records, at least one, and the people who have the same values.
    counts: Vec<(u64, u64)>,
    /// People who look like no class.
    elsewhere: u64,
}

impl Classes {
    /// Groups both tables once each, and then what they have of different rows together.
    fn new(table: CountedTable<'_>, population: &Table, names: &[String]) -> Result<Self, AuditError> {
        let here = columns(table.table(), "table", names.iter())?;
        let there = columns(population, "population", names.iter())?;
        let (rows, people) = (table.table().rows(), population.rows());
        check_rows([rows, people, rows.saturating_add(people)])?;
        // Of each table its different rows: their values are compared once each.
        let [records, looks] = [(&here, rows), (&there, people)]
            .map(|(columns, rows)| Grouping::of_columns(columns.iter().copied(), rows));
        let class_of = classes_of(&here, &records, &there, &looks);
        let (of_records, of_looks) = class_of.of_row.split_at(records.len());
        let mut counts = vec![(0, 0); class_of.len()];
        for (row, &group) in records.of_row.iter().enumerate() {
            counts[of_records[group as usize] as usize].0 += table.count(row);
        }
        for &group in &looks.of_row {
            counts[of_looks[group as usize] as usize].1 += 1;
        }
        let (counts, others): (Vec<_>, Vec<_>) = counts.into_iter().partition(|(records, _)| *records > 0);
        Ok(Self { counts, elsewhere: others.iter().map(|(_, people)| people).sum() })
    }

    /// Refuses a population that has fewer people of a class than the table has records; `of` are
    /// all records.
    fn check_covered(&self, of: u64) -> Result<(), AuditError> {
        let records = self.counts.iter().map(|(records, people)| records.saturating_sub(*people)).sum();
        if records > 0 { Err(AuditError::NotInPopulation { records, of }) } else { Ok(()) }
    }

    /// For each number of people the records that so many look like.
    fn records_by_people(&self) -> BTreeMap<u64, u64> {
        let mut by_people = BTreeMap::new();
        self.counts.iter().for_each(|&(records, people)| *by_people.entry(people).or_default() += records);
        by_people
    }

    fn presence(&self) -> PresenceRange {
        let shares = || self.counts.iter().map(|&(records, people)| records as f64 / people as f64);
        let lowest = shares().reduce(f64::min).filter(|_| self.elsewhere == 0);
        PresenceRange { max: shares().fold(0.0, f64::max), min: lowest.unwrap_or(0.0) }
    }
}

/// Rows can be numbered, also those of both tables together.
fn check_rows(rows: [usize; 3]) -> Result<(), AuditError> {
    match rows.into_iter().find(|&rows| rows >= u32::MAX as usize) {
        Some(rows) => Err(AuditError::TooManyRows { rows }),
        None => Ok(()),
    }
}

/// The different rows of the table, and then those of the population, grouped by what they have.
fn classes_of(here: &[&Column], records: &Grouping, there: &[&Column], looks: &Grouping) -> Grouping {
    let joined = here.iter().zip(there).map(|(here, there)| joint(here, records, there, looks));
    let joined: Vec<NarrowCodes> = joined.collect();
    // One code more than the table has: of values that only the population has.
    let codes = joined.iter().zip(here).map(|(of_row, column)| (of_row, column.dictionary.len() + 1));
    let codes: Vec<Codes<'_>> = codes.map(|(of_row, values)| Codes { of_row, values }).collect();
    Grouping::by(&codes, records.len() + looks.len())
}

/// What the different rows of both tables have in a column, as codes of the table; all that is
/// missing has one.
fn joint(here: &Column, records: &Grouping, there: &Column, looks: &Grouping) -> NarrowCodes {
    let unknown = here.dictionary.len() as u32;
    let code_of: HashMap<&str, u32> = here.present().map(|(code, value)| (value, code)).collect();
    let known = |(code, value): (u32, &str)| match there.is_missing(code) {
        true => here.missing.first().copied().unwrap_or(unknown),
        false => code_of.get(value).copied().unwrap_or(unknown),
    };
    let of_value: Vec<u32> = (0u32..).zip(there.dictionary.iter()).map(known).collect();
    let mine = records.representatives.iter().map(|&row| here.one_missing(here.codes.at(row as usize)));
    let theirs = looks.representatives.iter().map(|&row| of_value[there.codes.at(row as usize) as usize]);
    mine.chain(theirs).collect()
}
