//! What one quasi-identifier lost, cell by cell, from the released cells and its hierarchy alone.

use incog_data::{Column, Hierarchy, NarrowCodes, RecordCounts};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

/// One quasi-identifier as it was released.
pub struct Attribute<'a> {
    /// Importance, in any unit: figures use it relative to the mean of all attributes.
    pub weight: f64,
    /// The level of all records in `hierarchy`; `None` where each record has the level of its
    /// label.
    pub level: Option<usize>,
    /// The hierarchy that says what is below a label, and how large the domain is.
    pub hierarchy: &'a Hierarchy,
    /// One code for each released row.
    pub(crate) codes: Cow<'a, NarrowCodes>,
    /// How many records a released row stands for.
    pub(crate) counts: RecordCounts<'a>,
    /// For each of these codes, the label it stands for, if it is one.
    pub(crate) label_of: Vec<Option<ReleasedLabel>>,
    /// The original values, if it is known which record became which.
    pub original: Option<Original<'a>>,
    /// Whether cells are one value for each class and no labels: what it loses is squared error.
    pub is_aggregated: bool,
    /// Released records by code, once somebody has asked for them.
    records_by_code: OnceLock<Vec<u64>>,
}

/// A label of a hierarchy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReleasedLabel {
    /// Its level.
    pub level: usize,
    /// Its number among the labels of the level.
    pub label: u32,
}

/// The original values of the released records.
pub struct Original<'a> {
    /// The column of the input.
    pub column: &'a Column,
    /// How many records a row of the input stands for.
    pub counts: RecordCounts<'a>,
    /// For each code of the column, its place among the values of the hierarchy, if it has one.
    pub leaf_of: Vec<Option<u32>>,
}

impl<'a> Original<'a> {
    /// The values of a column bound to a hierarchy.
    pub fn new(column: &'a Column, counts: RecordCounts<'a>, hierarchy: &Hierarchy) -> Self {
        Self {
            column,
            counts,
            leaf_of: column.dictionary.iter().map(|value| hierarchy.find(value)).collect(),
        }
    }
}

impl<'a> Attribute<'a> {
    /// A column of these codes, each of which stands for a label, if it is one; `level` where all
    /// records have one.
    pub fn of_labels(
        weight: f64,
        level: Option<usize>,
        hierarchy: &'a Hierarchy,
        codes: impl Into<Cow<'a, NarrowCodes>>,
        label_of: Vec<Option<ReleasedLabel>>,
    ) -> Self {
        Self {
            weight,
            level,
            hierarchy,
            codes: codes.into(),
            counts: RecordCounts::ONE_EACH,
            label_of,
            original: None,
            is_aggregated: false,
            records_by_code: OnceLock::new(),
        }
    }

    /// A released column whose cells are labels of `level`.
    pub fn new(weight: f64, level: usize, hierarchy: &'a Hierarchy, released: &'a Column) -> Self {
        Self { level: Some(level), ..Self::of_levels(weight, [level], hierarchy, released) }
    }

    /// A released column whose cells are labels of any level; a label that several levels have
    /// counts at the lowest. A value that looks like the root, as values do that have no place in a
    /// hierarchy, is the root: its cell says nothing.
    pub fn by_label(weight: f64, hierarchy: &'a Hierarchy, released: &'a Column) -> Self {
        let height = hierarchy.height();
        let root = hierarchy.find(hierarchy.root_label()).map(|_| height);
        Self::of_levels(weight, (0..=height).rev().chain(root), hierarchy, released)
    }

    /// A released column whose cells are one value for each class: as labels they are all the root.
    pub fn aggregated(weight: f64, hierarchy: &'a Hierarchy, released: &'a Column) -> Self {
        let level = hierarchy.height();
        let root = vec![Some(ReleasedLabel { level, label: 0 }); released.dictionary.len()];
        let attribute = Self::of_labels(weight, Some(level), hierarchy, &released.codes, root);
        Self { is_aggregated: true, ..attribute }
    }

    /// Later levels come before earlier ones.
    fn of_levels(
        weight: f64,
        levels: impl IntoIterator<Item = usize>,
        hierarchy: &'a Hierarchy,
        released: &'a Column,
    ) -> Self {
        let mut known = HashMap::new();
        for level in levels {
            // A label that only values outside the domain have there is one of a higher level.
            let labels = hierarchy.labels(level).iter().zip(0u32..);
            let labels = labels.filter(|(_, label)| hierarchy.leaves(level, *label) > 0);
            known.extend(labels.map(|(text, label)| (text, ReleasedLabel { level, label })));
        }
        let label_of = released.dictionary.iter().map(|label| known.get(label).copied()).collect();
        Self::of_labels(weight, None, hierarchy, &released.codes, label_of)
    }

    /// For each code of its cells, the label it stands for, if it is one.
    pub fn label_of(&self) -> &[Option<ReleasedLabel>] {
        &self.label_of
    }

    /// The attribute of a weighted table, whose rows stand for `counts` records.
    pub fn with_counts(self, counts: RecordCounts<'a>) -> Self {
        Self { counts, records_by_code: OnceLock::new(), ..self }
    }

    /// For each level that records have, ascending, how many have it; cells that are no labels have
    /// no level.
    pub fn records_by_level(&self) -> BTreeMap<usize, u64> {
        let mut records = BTreeMap::new();
        for (label, count) in self.label_of.iter().zip(self.counts()).filter(|(_, count)| *count > 0.0) {
            let of_level = label.iter().map(|label| label.level);
            of_level.for_each(|level| *records.entry(level).or_insert(0) += count as u64);
        }
        records
    }

    /// Leaves below the cell of a released row; 1 for a cell that is no label of the level.
    pub fn leaves(&self, row: usize) -> f64 {
        self.leaves_of(self.codes.at(row))
    }

    fn leaves_of(&self, code: u32) -> f64 {
        let label = self.label_of.get(code as usize).copied().flatten();
        label.map_or(1.0, |ReleasedLabel { level, label }| {
            f64::from(self.hierarchy.leaves(level, label).max(1))
        })
    }

    /// Released records by code.
    pub(crate) fn records_by_code(&self) -> &[u64] {
        self.records_by_code.get_or_init(|| self.counts.by_code(&*self.codes, self.label_of.len()))
    }

    /// The number of released records.
    fn records(&self) -> f64 {
        self.counts.sum(self.codes.len()) as f64
    }

    pub(super) fn counts(&self) -> Vec<f64> {
        self.records_by_code().iter().map(|&count| count as f64).collect()
    }

    /// The sum over the released records of what each code costs.
    fn sum(&self, cost: impl Fn(u32) -> f64) -> f64 {
        (0u32..)
            .zip(self.counts())
            .filter(|(_, count)| *count > 0.0)
            .map(|(code, count)| count * cost(code))
            .sum()
    }

    /// Leaves of the whole hierarchy that are part of its domain.
    pub fn domain(&self) -> f64 {
        self.hierarchy.domain() as f64
    }

    /// `sum 1/|v_g|` over the released records.
    pub fn transparency(&self) -> f64 {
        self.sum(|code| self.leaves_of(code).recip())
    }

    /// The level; the mean over the released records where they have several levels.
    pub fn mean_level(&self) -> f64 {
        if let Some(level) = self.level {
            return level as f64;
        }
        let sum = self.sum(|code| self.label_of[code as usize].map_or(0.0, |label| label.level as f64));
        if self.codes.is_empty() { 0.0 } else { sum / self.records() }
    }

    /// `level / top level`; the mean over the released records where they have several levels.
    pub fn climbed(&self) -> f64 {
        let height = self.hierarchy.height();
        if height == 0 { 0.0 } else { self.mean_level() / height as f64 }
    }

    /// ARX's loss: the share of the domain below each cell, 1 for a suppressed record, shifted and
    /// scaled so that the original table has 0.
    pub fn loss(&self, rows: f64) -> f64 {
        let domain = self.domain();
        let sum = self.sum(|code| self.leaves_of(code)) / domain + (rows - self.records());
        let least = rows / domain;
        if domain > 1.0 && rows > 0.0 { (sum - least) / (rows - least) } else { 0.0 }
    }

    /// CPGEN's loss: the width of a released interval divided by that of the domain, or the share
    /// of the other categories below a label; 1 for a suppressed record; the mean over all records.
    pub fn gen_loss(&self, rows: f64) -> f64 {
        let levels = 0..=self.hierarchy.height();
        let is_used = |level: usize| self.label_of.iter().flatten().any(|label| label.level == level);
        let lost: Vec<Vec<f64>> = levels
            .map(|level| if is_used(level) { lost_by_label(self.hierarchy, level) } else { Vec::new() })
            .collect();
        let of_label = |at: ReleasedLabel| lost[at.level][at.label as usize];
        let released = self.sum(|code: u32| self.label_of[code as usize].map_or(0.0, of_label));
        if rows > 0.0 { (released + rows - self.records()) / rows } else { 0.0 }
    }

    /// The value of a row of the input, as a leaf of the hierarchy.
    pub fn leaf(&self, row: u32) -> Option<u32> {
        let original = self.original.as_ref()?;
        original.leaf_of[original.column.codes.at(row as usize) as usize]
    }
}

/// What each label of a level loses by CPGEN's loss: the width of its interval divided by that of
/// the domain, or its share of the other categories.
pub(crate) fn lost_by_label(hierarchy: &Hierarchy, level: usize) -> Vec<f64> {
    let leaves: Vec<u32> = (0..hierarchy.values() as u32).filter(|&leaf| hierarchy.counts(leaf)).collect();
    let number = |leaf: &u32| hierarchy.label(0, *leaf).trim().parse().ok();
    let numbers: Option<Vec<f64>> =
        leaves.iter().map(|leaf| number(leaf).filter(|number: &f64| number.is_finite())).collect();
    // Categories stand a distance of 1 from each other, all below a label next to each other.
    let labels = hierarchy.labels(level).len();
    let mut ranges = vec![(f64::INFINITY, f64::NEG_INFINITY); labels];
    let mut seen = vec![0.0; labels];
    for (place, &leaf) in leaves.iter().enumerate() {
        let label = hierarchy.label_code(level, leaf) as usize;
        let place = numbers.as_ref().map_or(seen[label], |numbers| numbers[place]);
        seen[label] += 1.0;
        ranges[label] = (ranges[label].0.min(place), ranges[label].1.max(place));
    }
    let whole = match &numbers {
        None => leaves.len() as f64 - 1.0,
        Some(numbers) => {
            let fold = |pick: fn(f64, f64) -> f64, from| numbers.iter().copied().fold(from, pick);
            fold(f64::max, f64::NEG_INFINITY) - fold(f64::min, f64::INFINITY)
        }
    };
    ranges.iter().map(|(low, high)| if whole > 0.0 { (high - low) / whole } else { 0.0 }).collect()
}
