//! A separable metric as tables over the labels of a rolled-up table.

use incog_data::{LabelTables, RolledUpTable, Tuples};
use incog_search::{Lattice, LevelCosts};
use incog_utility::Separable;
use std::sync::Arc;

/// A separable metric together with what the whole table costs at each level.
pub(super) struct Costs {
    separable: Separable,
    /// Cost of all records, kept, by attribute and level.
    totals: Vec<Vec<f64>>,
    /// Where each attribute's levels begin in [`SuppressedCosts::saved`].
    starts: Vec<usize>,
}

/// What the suppressed records of a node change. Without entries: nothing.
#[derive(Clone, Default)]
pub struct SuppressedCosts {
    /// What the suppressed records would cost if kept, by attribute and level: what their
    /// suppression saves, or can save at most where it is not known which records of a class go.
    saved: Vec<f64>,
    /// Cost of suppressing them, by attribute.
    added: Vec<f64>,
}

impl Costs {
    pub fn new(tuples: &Tuples, separable: Separable) -> Self {
        let attributes = 0..tuples.quasi_identifiers().len();
        let records: Vec<Vec<u64>> = attributes.map(|attribute| tuples.records_by_code(attribute)).collect();
        let total = |costs: &Vec<f64>, records: &[u64]| {
            costs.iter().zip(records).map(|(cost, &records)| cost * records as f64).sum()
        };
        let totals: Vec<Vec<f64>> = separable
            .kept
            .iter()
            .zip(&records)
            .map(|(levels, records)| levels.iter().map(|costs| total(costs, records)).collect())
            .collect();
        let starts = totals
            .iter()
            .scan(0, |next, levels| {
                let start = *next;
                *next += levels.len();
                Some(start)
            })
            .collect();
        Self { separable, totals, starts }
    }

    /// Whether tables may be rolled up: the cost of a record then follows from its label.
    pub fn by_label(&self) -> bool {
        self.separable.by_label
    }

    /// Whether a suppressed record costs something of its own.
    pub fn counts_suppressed(&self) -> bool {
        self.separable.suppressed.is_some()
    }

    /// What the levels cost when nothing is suppressed.
    pub fn by_level(&self) -> LevelCosts {
        let highest: Vec<u8> = self.totals.iter().map(|levels| (levels.len() - 1) as u8).collect();
        let terms = self.terms(&highest, &SuppressedCosts::default());
        LevelCosts { terms, finish: Arc::clone(&self.separable.additive.finish) }
    }

    /// What each level up to the highest ones adds to the objective, with these records suppressed.
    pub fn terms(&self, highest: &[u8], suppressed: &SuppressedCosts) -> Vec<Vec<f64>> {
        let of_attribute = |(attribute, &highest): (usize, &u8)| {
            (0..=highest).map(|level| self.term(attribute, level, suppressed)).collect()
        };
        highest.iter().enumerate().map(of_attribute).collect()
    }

    /// By code: what suppressing a record adds that has a level of an attribute; `None` where it
    /// costs nothing of its own.
    pub fn added(&self, attribute: usize, level: u8) -> Option<impl Iterator<Item = f64> + '_> {
        let suppressed = &self.separable.suppressed.as_ref()?[attribute];
        let kept = &self.separable.kept[attribute][usize::from(level)];
        Some(suppressed.iter().zip(kept).map(|(suppressed, kept)| suppressed - kept))
    }

    /// What an attribute at a level adds to the objective, when suppression adds this to its sum.
    pub fn term_with(&self, attribute: usize, level: u8, added: f64) -> f64 {
        (self.separable.additive.term)(attribute, self.totals[attribute][usize::from(level)] + added)
    }

    /// What an attribute at a level adds to the objective, with these records suppressed.
    pub fn term(&self, attribute: usize, level: u8, suppressed: &SuppressedCosts) -> f64 {
        let level = level as usize;
        let mut sum = self.totals[attribute][level];
        if let Some(added) = suppressed.added.get(attribute) {
            sum += added - suppressed.saved[self.starts[attribute] + level];
        }
        (self.separable.additive.term)(attribute, sum)
    }

    /// The objective from the terms of all attributes.
    pub fn finish(&self, total: f64) -> f64 {
        (self.separable.additive.finish)(total)
    }

    /// The costs of records suppressed whole class by whole class, from their labels at the
    /// rolled-up table: `records[attribute][label]`. Levels below the rolled-up table and above
    /// `highest` are not filled in.
    pub fn of_labels(
        &self,
        rolled_up: &RolledUpTable,
        tables: &LabelTables,
        lattice: &Lattice,
        highest: &[u8],
        records: &[Vec<u64>],
    ) -> SuppressedCosts {
        let by_code = records.iter().enumerate().map(|(attribute, records)| {
            let base = rolled_up.levels()[attribute];
            let counted = (0u32..).zip(records).filter(|(_, records)| **records > 0);
            counted.map(move |(label, &records)| (tables.code_of_label(attribute, base, label), records))
        });
        let lowest: Vec<u8> = lattice
            .lowest
            .iter()
            .zip(rolled_up.levels().iter())
            .map(|(&lowest, &base)| lowest.max(base))
            .collect();
        self.of_codes(&lowest, highest, by_code)
    }

    /// The costs of suppressed records, of which for each attribute these many have these codes.
    /// Levels below `lowest` and above `highest` are not filled in.
    fn of_codes<C: IntoIterator<Item = (u32, u64)>>(
        &self,
        lowest: &[u8],
        highest: &[u8],
        records: impl Iterator<Item = C>,
    ) -> SuppressedCosts {
        let Some(suppressed) = &self.separable.suppressed else { return SuppressedCosts::default() };
        let mut costs = self.nothing_saved();
        let mut codes: Vec<(usize, f64)> = Vec::new();
        for (attribute, records) in records.enumerate() {
            codes.clear();
            codes.extend(records.into_iter().map(|(code, records)| (code as usize, records as f64)));
            [costs.added[attribute]] = sums([&suppressed[attribute]], &codes);
            let kept = &self.separable.kept[attribute];
            let mut levels = lowest[attribute] as usize..highest[attribute] as usize + 1;
            let saved = &mut costs.saved[self.starts[attribute]..];
            while levels.len() >= 4 {
                let four = [0, 1, 2, 3].map(|next| kept[levels.start + next].as_slice());
                saved[levels.start..levels.start + 4].copy_from_slice(&sums(four, &codes));
                levels.start += 4;
            }
            for level in levels {
                [saved[level]] = sums([&kept[level]], &codes);
            }
        }
        costs
    }

    fn nothing_saved(&self) -> SuppressedCosts {
        let levels = self.totals.iter().map(Vec::len).sum();
        SuppressedCosts { saved: vec![0.0; levels], added: vec![0.0; self.totals.len()] }
    }

    /// Adds `records` suppressed ones out of the items of one class, when it is not known which:
    /// what is saved is at most the cost of the most expensive label, what is added at least that
    /// of the cheapest.
    pub fn add_some_of(
        &self,
        costs: &mut SuppressedCosts,
        class: ClassItems<'_>,
        lowest: &[u8],
        highest: &[u8],
        records: u64,
    ) {
        let ClassItems { rolled_up, tables, items } = class;
        let Some(suppressed) = &self.separable.suppressed else { return };
        for attribute in 0..self.totals.len() {
            let base = rolled_up.levels()[attribute];
            let code = |&item: &u32| {
                tables.code_of_label(attribute, base, rolled_up.label(item, attribute)) as usize
            };
            let cheapest =
                items.iter().map(|item| suppressed[attribute][code(item)]).fold(f64::INFINITY, f64::min);
            costs.added[attribute] += cheapest * records as f64;
            for level in lowest[attribute]..=highest[attribute] {
                let kept = &self.separable.kept[attribute][level as usize];
                let dearest = items.iter().map(|item| kept[code(item)]).fold(f64::NEG_INFINITY, f64::max);
                costs.saved[self.starts[attribute] + level as usize] += dearest * records as f64;
            }
        }
    }

    /// Adds an even share of the items of one class: the expected cost when `records` of its `size`
    /// records go. Exact when costs follow from labels, since all records of a class share them.
    pub fn add_share_of(&self, costs: &mut SuppressedCosts, class: ClassItems<'_>, node: &[u8], share: f64) {
        let ClassItems { rolled_up, tables, items } = class;
        let Some(suppressed) = &self.separable.suppressed else { return };
        for attribute in 0..self.totals.len() {
            let (base, level) = (rolled_up.levels()[attribute], node[attribute] as usize);
            for &item in items {
                let code = tables.code_of_label(attribute, base, rolled_up.label(item, attribute)) as usize;
                let records = share * f64::from(rolled_up.counts()[item as usize]);
                costs.saved[self.starts[attribute] + level] +=
                    self.separable.kept[attribute][level][code] * records;
                costs.added[attribute] += suppressed[attribute][code] * records;
            }
        }
    }
}

/// Items of one class, and the table that they are rows of.
#[derive(Clone, Copy)]
pub struct ClassItems<'a> {
    pub rolled_up: &'a RolledUpTable,
    pub tables: &'a LabelTables,
    pub items: &'a [u32],
}

/// What some records cost, given by code, each by several tables of costs at once: their sums do
/// not wait for each other.
fn sums<const TABLES: usize>(costs: [&[f64]; TABLES], records: &[(usize, f64)]) -> [f64; TABLES] {
    let mut sums = [0.0; TABLES];
    for &(code, records) in records {
        sums.iter_mut().zip(costs).for_each(|(sum, costs)| *sum += costs[code] * records);
    }
    sums
}
