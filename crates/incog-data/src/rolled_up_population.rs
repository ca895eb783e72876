//! How many people of a population look like the records of a table.

use crate::{Grouper, LabelTables, Levels, RolledUpTable, Tuples};

/// The population of a table, ready to be counted at any node of the lattice.
#[derive(Debug, Clone)]
pub struct RolledUpPopulation {
    tables: LabelTables,
    rolled_up: RolledUpTable,
    place_of_tuple: Vec<u32>,
}

/// How many people look like the tuples of a table at a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PopulationCounts {
    /// For each tuple of the table the people whose labels are the same.
    pub of_tuple: Vec<u64>,
    /// People whose labels no tuple of the table has.
    pub elsewhere: u64,
}

impl RolledUpPopulation {
    /// The population of a table; `None` where none is at hand.
    pub fn new(tuples: &Tuples) -> Option<Self> {
        let population = tuples.population()?;
        let tables = LabelTables::new(population.tuples());
        let rolled_up = RolledUpTable::of_tuples(population.tuples(), &tables);
        Some(Self { tables, rolled_up, place_of_tuple: population.place_of_tuple().to_vec() })
    }

    /// How many people look like each tuple of the table at a node.
    pub fn counts(&self, levels: &Levels, grouper: &mut Grouper) -> PopulationCounts {
        let classes = grouper.group(&self.rolled_up, &self.tables, levels);
        let mut is_in_table = vec![false; classes.sizes.len()];
        let count = |place: &u32| {
            let class = classes.class_of_item[*place as usize] as usize;
            is_in_table[class] = true;
            u64::from(classes.sizes[class])
        };
        let of_tuple = self.place_of_tuple.iter().map(count).collect();
        let others = classes.sizes.iter().zip(&is_in_table).filter(|(_, in_table)| !**in_table);
        PopulationCounts { of_tuple, elsewhere: others.map(|(&size, _)| u64::from(size)).sum() }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
