//! Newcomers who come into classes that are there, where a class keeps its values.

use super::PeopleOfTable;
use crate::DisclosureError;
use crate::ledger::blocks::Block;
use crate::ledger::state::LedgerState;
use std::collections::{BTreeMap, BTreeSet};

/// A class of the last release.
struct KeptClass<'a> {
    /// A block of it, for its labels.
    block: &'a Block,
    /// Its values in each sensitive column.
    values: Vec<BTreeSet<&'a Option<String>>>,
}

impl PeopleOfTable {
    /// Blocks of those of some rows who have the labels and the values of a class that is there:
    /// so many that their group meets the limits of the series by itself.
    ///
    /// Of several classes a row comes into the finest that enough can come into (m-invariance, Xiao
    /// and Tao, SIGMOD 2007, section 5.1: tuples are assigned to buckets by their signatures).
    /// Nobody comes into a class that somebody leaves tonight.
    ///
    /// # Errors
    /// As [`PeopleOfTable::block`].
    pub fn joining(
        &self,
        state: &LedgerState,
        parting: &BTreeSet<String>,
        rows: &[usize],
    ) -> Result<Vec<Block>, DisclosureError> {
        let mut left = rows.to_vec();
        let mut blocks = Vec::new();
        for class in self.kept_classes(state, parting) {
            let (coming, others): (Vec<usize>, Vec<usize>) = left
                .iter()
                .partition(|row| self.has_labels(**row, class.block) && self.has_values(**row, &class));
            if self.meets_limits(&coming) {
                blocks.push(self.block(&coming, &class.block.levels)?);
                left = others;
            }
        }
        Ok(blocks)
    }

    /// The classes that nobody leaves, finest first.
    fn kept_classes<'a>(&self, state: &'a LedgerState, parting: &BTreeSet<String>) -> Vec<KeptClass<'a>> {
        let mut of_labels: BTreeMap<&[String], Vec<&Block>> = BTreeMap::new();
        let blocks = state.blocks.all().iter().filter(|block| !block.people.is_empty());
        blocks.for_each(|block| of_labels.entry(&block.labels).or_default().push(block));
        of_labels.retain(|_, blocks| {
            let mut people = blocks.iter().flat_map(|block| block.people.keys());
            !people.any(|digest| parting.contains(digest))
        });
        let mut classes: Vec<KeptClass<'a>> = of_labels
            .into_values()
            .map(|blocks| KeptClass { block: blocks[0], values: self.values_of(&blocks) })
            .collect();
        classes.sort_by(|one, other| self.coarseness(one.block).total_cmp(&self.coarseness(other.block)));
        classes
    }

    fn values_of<'a>(&self, blocks: &[&'a Block]) -> Vec<BTreeSet<&'a Option<String>>> {
        let mut values = vec![BTreeSet::new(); self.series().sensitive.len()];
        for cells in blocks.iter().flat_map(|block| block.people.values()) {
            for (values, cell) in values.iter_mut().zip(cells) {
                values.insert(cell);
            }
        }
        values
    }

    /// The sum of its levels, each as a part of the hierarchy.
    fn coarseness(&self, block: &Block) -> f64 {
        let heights = self.series().quasi_identifiers.iter().map(|column| column.height.max(1) as f64);
        block.levels.iter().zip(heights).map(|(&level, height)| f64::from(level) / height).sum()
    }

    fn has_values(&self, row: usize, class: &KeptClass<'_>) -> bool {
        class.values.iter().zip(self.cells(row)).all(|(values, cell)| values.contains(cell))
    }

    /// Whether these rows are k people with l values in each sensitive column.
    fn meets_limits(&self, rows: &[usize]) -> bool {
        let limits = self.series().limits();
        let enough_values =
            limits.l <= 1 || (0..limits.sensitive).all(|column| self.values_among(rows, column) >= limits.l);
        rows.len() as u64 >= limits.k && enough_values
    }

    /// How many values of a sensitive column some rows have.
    fn values_among(&self, rows: &[usize], column: usize) -> u64 {
        let cells = rows.iter().filter_map(|&row| self.cells(row)[column].as_ref());
        cells.collect::<BTreeSet<&String>>().len() as u64
    }
}
