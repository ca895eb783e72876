//! Rows of a file of counts.

use crate::counts::{FlowKey, FlowTable};
use crate::facts::{FlowFact, FlowFacts};
use crate::release::count_file::CountRow;
use crate::release::report::FlowsReport;
use std::collections::{BTreeMap, BTreeSet};

/// A row that was understood, and who it counts by the input.
pub struct CheckedRow {
    /// Its table.
    pub table: FlowTable,
    /// Its squares and band.
    pub key: FlowKey,
    /// The count.
    pub objects: usize,
    /// The objects by the input.
    pub counted: BTreeSet<u32>,
    /// Those of them that rows below tell of.
    pub told: BTreeSet<u32>,
    /// How many rows lie within it.
    pub inner: usize,
    /// The largest of these.
    pub largest_inner: usize,
}

impl CheckedRow {
    /// The counts that a count lies within, by what both are about.
    pub fn lies_within(&self, top: u8) -> BTreeSet<(FlowTable, FlowKey)> {
        let mut around = BTreeSet::new();
        for level in self.key.level..=top {
            let [from, to] =
                [self.key.from, self.key.to].map(|place| place.map(|part| part >> (level - self.key.level)));
            let here = |band, place| (FlowTable::Presence, FlowKey { band, level, from: place, to: place });
            if self.table != FlowTable::Presence {
                around.insert(here(self.key.band, from));
                around.extend([here(None, from), here(None, to)]);
            } else if self.key.band.is_some() {
                around.insert(here(None, from));
            }
            if self.table == FlowTable::Trips && self.key.band.is_some() {
                around.insert((FlowTable::Trips, FlowKey { band: None, level, from, to }));
            }
        }
        around
    }

    /// Whether a fifth of those who begin or arrive do it on another trip.
    pub fn is_shared(&self, facts: &FlowFacts) -> bool {
        if self.table != FlowTable::Trips {
            return true;
        }
        let now: Vec<&FlowFact> =
            facts.trips.iter().filter(|fact| self.key.band.is_none_or(|band| band == fact.band)).collect();
        let starts: BTreeSet<u32> =
            now.iter().filter(|fact| self.key.origin().contains(fact.from)).map(|fact| fact.object).collect();
        let arrivals: BTreeSet<u32> = now
            .iter()
            .filter(|fact| self.key.destination().contains(fact.to))
            .map(|fact| fact.object)
            .collect();
        5 * self.counted.len() <= 4 * starts.len().min(arrivals.len())
    }
}

/// The bands of the input by their names.
pub fn band_names(report: &FlowsReport, facts: &FlowFacts) -> BTreeMap<String, i32> {
    let bands: BTreeSet<i32> =
        FlowTable::ALL.iter().flat_map(|&table| facts.of_table(table)).map(|fact| fact.band).collect();
    bands.into_iter().map(|band| (report.clock().name(band), band)).collect()
}

/// The row of some cells; none where they are no count.
pub fn understand(row: &CountRow, report: &FlowsReport, bands: &BTreeMap<String, i32>) -> Option<CheckedRow> {
    let [table, band, from, to, objects] = &row.cells;
    let table = FlowTable::ALL.into_iter().find(|known| known.name() == table)?;
    let from = report.grid.square(from)?;
    let to = if table == FlowTable::Presence && to.is_empty() { from } else { report.grid.square(to)? };
    let band = if band == "all" { None } else { Some(*bands.get(band)?) };
    let key = FlowKey { band, level: from.level, from: from.place, to: to.place };
    let (counted, told) = (BTreeSet::new(), BTreeSet::new());
    (from.level == to.level).then_some(CheckedRow {
        table,
        key,
        objects: objects.parse().ok()?,
        counted,
        told,
        inner: 0,
        largest_inner: 0,
    })
}
