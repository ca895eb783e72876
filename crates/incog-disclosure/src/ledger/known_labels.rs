//! The labels of a table's records, and of the blocks of a ledger, by the hierarchies of a series.

use super::blocks::{Block, Blocks};
use super::line::LedgerTerms;
use super::terms::missing_text;
use crate::DisclosureError;
use crate::LedgerError;
use crate::hierarchy::{check_columns, hierarchies_of_series, resolve_hierarchies};
use crate::job::{HierarchySource, Job, Terms, UnknownValues};
use incog_data::{Column, Hierarchy, Table, Values};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The labels of a table's records, by the hierarchies of a series for the values of the table and
/// of all blocks.
pub(super) struct KnownLabels {
    /// For each quasi-identifier its hierarchy, and its column, in which a row for each person of
    /// the releases follows on those of the table.
    columns: Vec<(Arc<Hierarchy>, Column)>,
    /// Whether values without a place are published as the root.
    unknown_at_root: bool,
}

impl KnownLabels {
    /// Makes the hierarchies of the first table of a series.
    ///
    /// # Errors
    /// When most records have a value without a place: then a hierarchy is wrong.
    pub fn of_first_table(
        terms: &Terms,
        series: &LedgerTerms,
        table: &Table,
    ) -> Result<Self, DisclosureError> {
        check_columns(terms, table)?;
        let hierarchies = hierarchies_of_series(terms, table)?;
        let labels = Self::with_hierarchies(terms, series, hierarchies, table)?;
        let without = (0..table.rows()).filter(|&row| !labels.has_place(row)).count();
        if 2 * without > table.rows() {
            // Says what is wrong with which value.
            resolve_hierarchies(terms, table.clone())?;
        }
        Ok(labels)
    }

    /// Makes the hierarchies of a later table, and checks that the labels of all blocks are what
    /// they were.
    pub fn new(
        terms: &Terms,
        series: &LedgerTerms,
        blocks: &Blocks,
        table: &Table,
    ) -> Result<Self, DisclosureError> {
        let places: BTreeMap<&str, usize> =
            series.quasi_identifiers.iter().map(|column| column.name.as_str()).zip(0..).collect();
        let published = series.published_cells();
        let in_releases: Vec<(&Block, &[Option<String>])> = (blocks.all().iter())
            .flat_map(|block| block.people.values().map(move |cells| (block, &cells[published..])))
            .collect();
        let mut columns = Vec::new();
        for column in table.columns() {
            let Some(&place) = places.get(column.name.as_str()) else { continue };
            let known = in_releases.iter().map(|(_, known)| known[place].as_deref().unwrap_or_default());
            columns.push(series.quasi_identifiers[place].with_values(column, known));
        }
        let all = Table::new(columns)?;
        let hierarchies = hierarchies_of_series(&series.with_lasting_labels(terms), &all)?;
        let labels = Self::with_hierarchies(terms, series, hierarchies, &all)?;
        for (row, (block, _)) in (table.rows()..).zip(in_releases) {
            labels.check(series, row, block)?;
        }
        Ok(labels)
    }

    fn with_hierarchies(
        terms: &Terms,
        series: &LedgerTerms,
        hierarchies: BTreeMap<String, Arc<Hierarchy>>,
        table: &Table,
    ) -> Result<Self, DisclosureError> {
        let mut columns = Vec::new();
        for column in &series.quasi_identifiers {
            let (Some(values), Some(hierarchy)) = (table.column(&column.name), hierarchies.get(&column.name))
            else {
                return Err(LedgerError::OtherLabels { column: column.name.clone() }.into());
            };
            columns.push((hierarchy.clone(), values.clone()));
        }
        Ok(Self { columns, unknown_at_root: terms.hierarchy.unknown == UnknownValues::Top })
    }

    /// Checks that a person of a block has its labels, by the values that she came with.
    fn check(&self, series: &LedgerTerms, row: usize, block: &Block) -> Result<(), LedgerError> {
        let levels = block.levels.iter().zip(&block.labels).enumerate();
        for (place, (&level, label)) in levels {
            if !self.has_place_in(row, place) || self.label(row, place, level) != Some(label.as_str()) {
                let column = series.quasi_identifiers[place].name.clone();
                return Err(LedgerError::OtherLabels { column });
            }
        }
        Ok(())
    }

    /// The label of a row in a quasi-identifier. The root is the label of every value, one without
    /// a place, too.
    pub fn label(&self, row: usize, place: usize, level: u8) -> Option<&str> {
        let (hierarchy, column) = &self.columns[place];
        let (level, height) = (usize::from(level), hierarchy.height());
        match hierarchy.find(column.value(row)) {
            Some(leaf) => (level <= height).then(|| hierarchy.label(level, leaf)),
            None => (self.unknown_at_root || level == height).then(|| hierarchy.root_label()),
        }
    }

    /// Whether the value of a row has a place among the labels of a quasi-identifier.
    pub fn has_place_in(&self, row: usize, place: usize) -> bool {
        let (hierarchy, column) = &self.columns[place];
        self.unknown_at_root || hierarchy.find(column.value(row)).is_some()
    }

    /// Whether all values of a row have a place.
    pub fn has_place(&self, row: usize) -> bool {
        (0..self.columns.len()).all(|place| self.has_place_in(row, place))
    }

    /// The terms of a series with what this table determines: the heights of hierarchies, and the
    /// values whose labels last.
    pub fn describe(&self, job: &Job, mut series: LedgerTerms) -> LedgerTerms {
        for (described, (hierarchy, column)) in series.quasi_identifiers.iter_mut().zip(&self.columns) {
            described.height = hierarchy.height();
            described.missing = missing_text(job, column, hierarchy);
            let source = job.terms.columns.get(&described.name).and_then(|wanted| wanted.hierarchy.as_ref());
            if matches!(source, Some(HierarchySource::Made(spec)) if !spec.is_stated()) {
                let known = Values::from_column(column);
                let known = known.present().iter().filter(|value| hierarchy.find(value).is_some());
                described.values = known.map(|value| (*value).to_owned()).collect();
            }
        }
        series
    }

    /// The heights of hierarchies.
    pub fn heights(&self) -> impl Iterator<Item = usize> {
        self.columns.iter().map(|(hierarchy, _)| hierarchy.height())
    }
}
