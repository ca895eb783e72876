//! The labels of a table's records, and of the blocks of a ledger, by the hierarchies of a job.

use super::blocks::Blocks;
use super::line::{LedgerColumn, LedgerTerms};
use crate::DisclosureError;
use crate::LedgerError;
use crate::hierarchy::resolve_hierarchies;
use crate::job::Terms;
use incog_data::{Column, ColumnBuilder, Hierarchy, Table};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The labels of a table's records, by the hierarchies of a job for the values of the table and of
/// all blocks.
pub(super) struct KnownLabels {
    /// For each quasi-identifier its hierarchy, and its column, in which a row for each person of
    /// the releases follows on those of the table.
    columns: Vec<(Arc<Hierarchy>, Column)>,
}

impl KnownLabels {
    /// Makes the hierarchies, and checks that the labels of all blocks are what they were.
    pub fn new(
        terms: &Terms,
        series: &LedgerTerms,
        blocks: &Blocks,
        table: &Table,
    ) -> Result<Self, DisclosureError> {
        let places: BTreeMap<&str, usize> =
            series.quasi_identifiers.iter().map(|column| column.name.as_str()).zip(0..).collect();
        let published = series.published_cells();
        let in_releases: Vec<_> = (blocks.all().iter())
            .flat_map(|block| block.people.values().map(move |cells| (block, &cells[published..])))
            .collect();
        let with_blocks = |column: &Column| {
            let mut all = ColumnBuilder::new(column.name.as_str());
            (0..table.rows()).for_each(|row| all.push(column.value(row)));
            let place = places.get(column.name.as_str());
            in_releases.iter().for_each(|(_, known)| {
                let known = place.map(|&place| known[place].as_deref().unwrap_or_default());
                all.push(known.unwrap_or_else(|| column.value(0)));
            });
            all.finish(&column.missing_texts())
        };
        let all = Table::new(table.columns().iter().map(with_blocks).collect())?;
        let (mut all, resolved) = {
            let (table, resolved) = resolve_hierarchies(terms, all)?;
            (table.into_columns(), resolved)
        };
        let mut columns = Vec::new();
        for column in &series.quasi_identifiers {
            let place = all.iter().position(|one| one.name == column.name);
            let (Some(place), Some(hierarchy)) = (place, resolved.hierarchies.get(&column.name)) else {
                return Err(LedgerError::OtherLabels { column: column.name.clone() }.into());
            };
            columns.push((hierarchy.clone(), all.swap_remove(place)));
        }
        let labels = Self { columns };
        for (row, (block, _)) in (table.rows()..).zip(in_releases) {
            let levels = block.levels.iter().zip(&block.labels).enumerate();
            for (place, (&level, label)) in levels {
                if labels.label(row, place, level) != Some(label.as_str()) {
                    let column = series.quasi_identifiers[place].name.clone();
                    return Err(LedgerError::OtherLabels { column }.into());
                }
            }
        }
        Ok(labels)
    }

    /// The label of a row in a quasi-identifier.
    pub fn label(&self, row: usize, place: usize, level: u8) -> Option<&str> {
        let (hierarchy, column) = &self.columns[place];
        let leaf = hierarchy.find(column.value(row))?;
        (usize::from(level) <= hierarchy.height()).then(|| hierarchy.label(level.into(), leaf))
    }

    /// The quasi-identifiers with the heights of their hierarchies.
    pub fn described(&self, columns: &[LedgerColumn]) -> Vec<LedgerColumn> {
        let heights = self.columns.iter().map(|(hierarchy, _)| hierarchy.height());
        let pairs = columns.iter().zip(heights);
        pairs.map(|(column, height)| LedgerColumn { name: column.name.clone(), height }).collect()
    }
}
