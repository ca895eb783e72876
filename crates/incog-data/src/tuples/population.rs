//! The people whom the records of a table are some of.

use crate::{LabelMeanings, QuasiIdentifier, Tuples};
use std::collections::HashMap;
use thiserror::Error;

/// Why a table is not one of some people of a population. None of them shows a value.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PopulationError {
    /// A column has other levels in the population.
    #[error(
        "column {column:?} has {population} levels for the values of the population, and {table} for those \
         of the table; give it a hierarchy that does not depend on the values, such as a file"
    )]
    OtherLevels {
        /// The column.
        column: String,
        /// Levels by the values of the table.
        table: usize,
        /// Levels by the values of the population.
        population: usize,
    },
    /// A value has another label in the population.
    #[error(
        "column {column:?}: {values} values of the table have other labels at level {level} with the \
         values of the population; give it a hierarchy that does not depend on the values, such as a file"
    )]
    OtherLabels {
        /// The column.
        column: String,
        /// The lowest level where that is so.
        level: usize,
        /// How many values have another one there.
        values: usize,
    },
    /// A text stands for several sets of people.
    #[error(
        "column {column:?}: a label of its hierarchy stands for different values at two levels, so its \
         people cannot be counted; make the labels differ between levels"
    )]
    AmbiguousLabel {
        /// The column.
        column: String,
    },
    /// The table has people that the population lacks.
    #[error(
        "the population does not cover the table: {records} of its {of} records have no (or too few) \
         matching people there; it needs one row per person, including those of the table"
    )]
    NotCovered {
        /// Records of the table that are too many.
        records: u64,
        /// Records of the table.
        of: u64,
    },
}

/// The people whom the records of a table are some of, each a record with the same
/// quasi-identifiers.
#[derive(Debug, Clone)]
pub struct Population {
    tuples: Tuples,
    place_of_tuple: Vec<u32>,
}

impl Population {
    /// The people of `population`, of whom the records of `table` are some; both have the same
    /// quasi-identifiers in the same order, each with its own hierarchy.
    ///
    /// # Errors
    /// When a value of the table has other labels there, or the table has more records of a
    /// combination than there are people; see [`PopulationError`].
    pub fn new(table: &Tuples, population: Tuples) -> Result<Self, PopulationError> {
        let pairs = table.quasi_identifiers().iter().zip(population.quasi_identifiers());
        for (in_table, in_population) in pairs {
            check_labels(in_table, in_population)?;
        }
        let place_of_tuple = places(table, &population)?;
        Ok(Self { tuples: population, place_of_tuple })
    }

    /// The people as tuples.
    pub fn tuples(&self) -> &Tuples {
        &self.tuples
    }

    /// For each tuple of the table one of the population with the same values.
    pub fn place_of_tuple(&self) -> &[u32] {
        &self.place_of_tuple
    }
}

/// That every value of the table has the same label in both hierarchies at every level, and that
/// each label of the population stands for one set of people whatever its level.
fn check_labels(table: &QuasiIdentifier, population: &QuasiIdentifier) -> Result<(), PopulationError> {
    let column = || table.name.clone();
    let levels = [&table.hierarchy, &population.hierarchy].map(|hierarchy| hierarchy.height() + 1);
    if levels[0] != levels[1] {
        return Err(PopulationError::OtherLevels {
            column: column(),
            table: levels[0],
            population: levels[1],
        });
    }
    for level in 0..levels[0] {
        let is_other = |&&leaf: &&u32| {
            let there = population.hierarchy.find(table.hierarchy.label(0, leaf));
            let label = table.hierarchy.label(level, leaf);
            there.is_some_and(|there| population.hierarchy.label(level, there) != label)
        };
        let values = table.leaf_of.iter().filter(is_other).count();
        if values > 0 {
            return Err(PopulationError::OtherLabels { column: column(), level, values });
        }
    }
    let mut meanings = LabelMeanings::new(&population.hierarchy);
    let mut labels =
        (0..levels[0]).flat_map(|level| population.leaf_of.iter().map(move |&leaf| (level, leaf)));
    match labels.all(|(level, leaf)| meanings.admit(level, leaf)) {
        true => Ok(()),
        false => Err(PopulationError::AmbiguousLabel { column: column() }),
    }
}

/// For each tuple of the table one of the population with the same values; the population has at
/// least as many of them.
fn places(table: &Tuples, population: &Tuples) -> Result<Vec<u32>, PopulationError> {
    // By values: one of the tuples, its people, and the records of the table among them.
    let mut known: HashMap<Vec<u32>, (u32, u64, u64)> = HashMap::new();
    for place in 0..population.len() {
        let (_, people, _) = known.entry(leaves(population, place)).or_insert((place as u32, 0, 0));
        *people += u64::from(population.count(place));
    }
    let mut missing = 0;
    let mut places = Vec::with_capacity(table.len());
    let pairs: Vec<_> = table.quasi_identifiers().iter().zip(population.quasi_identifiers()).collect();
    for tuple in 0..table.len() {
        let there = leaves(table, tuple).into_iter().zip(&pairs);
        let there = there.map(|(leaf, (here, there))| there.hierarchy.find(here.hierarchy.label(0, leaf)));
        let there: Option<Vec<u32>> = there.collect();
        match there.and_then(|there| known.get_mut(&there)) {
            Some((place, _, records)) => {
                places.push(*place);
                *records += u64::from(table.count(tuple));
            }
            None => missing += u64::from(table.count(tuple)),
        }
    }
    missing += known.values().map(|(_, people, records)| records.saturating_sub(*people)).sum::<u64>();
    match missing {
        0 => Ok(places),
        records => Err(PopulationError::NotCovered { records, of: table.rows() as u64 }),
    }
}

/// The values of a tuple as its hierarchies number them.
fn leaves(tuples: &Tuples, tuple: usize) -> Vec<u32> {
    let codes = tuples.codes(tuple).iter().zip(tuples.quasi_identifiers());
    codes.map(|(&code, qid)| qid.leaf_of[code as usize]).collect()
}
