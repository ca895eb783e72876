//! The values of a column in few cells, so that two columns can be counted together.

use super::moments::Ranked;
use super::numbers::{number, of_values};
use crate::{Attribute, ReleasedLabel};
use incog_data::{Column, Hierarchy, NarrowCodes, RecordCounts, code_counts};
use std::collections::BTreeMap;

/// A column of a table and of its release in the same cells.
pub(super) struct Cells {
    /// What each cell is called.
    pub labels: Vec<String>,
    /// The table.
    pub before: Records,
    /// The release.
    pub after: Records,
}

/// Which cells the records of a table are in.
pub(super) struct Records {
    /// For each record what it is.
    pub codes: NarrowCodes,
    /// For each code the cells, each with the share of the record that counts there; shares add up
    /// to 1.
    pub spread: Vec<Spread>,
}

/// Cells, each with the share of a record that counts there.
pub(super) type Spread = Vec<(usize, f64)>;

impl Records {
    /// Records with these codes, of which many may be spread alike: those become one.
    pub fn new(codes: &NarrowCodes, spread_of: impl Iterator<Item = Spread>) -> Self {
        let (mut known, mut spread) = (BTreeMap::new(), Vec::new());
        let code_of: Vec<u32> = spread_of
            .map(|cells| {
                let key: Vec<(usize, u64)> =
                    cells.iter().map(|(cell, share)| (*cell, share.to_bits())).collect();
                *known.entry(key).or_insert_with(|| {
                    spread.push(cells);
                    spread.len() as u32 - 1
                })
            })
            .collect();
        Self { codes: codes.renamed(&code_of), spread }
    }
}

impl Records {
    /// The share of the records in each of so many cells.
    pub fn shares(&self, cells: usize) -> Vec<f64> {
        let counts = code_counts(&self.codes, self.spread.len());
        let mut shares = vec![0.0; cells];
        for (spread, count) in self.spread.iter().zip(counts) {
            for &(cell, part) in spread {
                if let Some(share) = shares.get_mut(cell) {
                    *share += part * count as f64 / self.codes.len().max(1) as f64;
                }
            }
        }
        shares
    }
}

/// The cell of what is in no other.
const OTHERS: &str = "(other)";
/// The cell of what is missing.
const MISSING: &str = "(missing)";

impl Cells {
    /// The most cells of a sensitive column.
    pub const MOST_CATEGORIES: usize = 8;
    /// The most cells of a quasi-identifier.
    pub const MOST_GROUPS: usize = 20;

    /// A column that is published as it is. Few values are cells by themselves; many numbers become
    /// four cells, cut at the quartiles of the table; of many words the most frequent ones of the
    /// table are cells, and all others one.
    ///
    /// The table comes with how many records each of its rows stands for.
    pub fn of_values(
        original: &Column,
        records_of: RecordCounts<'_>,
        released: &Column,
        most: usize,
    ) -> Self {
        let counts = records_of.by_value(original);
        let cells = Naming::new(original, records_of, &counts, most);
        let labels = cells.labels(original);
        let records = |column: &Column| {
            let codes = 0..column.dictionary.len() as u32;
            Records::new(&column.codes, codes.map(|code| vec![(cells.cell(column, code), 1.0)]))
        };
        Self { labels, before: records(original), after: records(released) }
    }

    /// A quasi-identifier. Its cells are the labels of the lowest level that has few of them; below
    /// the root, if there is such a level, and otherwise the most frequent values of the level
    /// below the root, and all others as one cell.
    pub fn of_groups(
        original: &Column,
        records_of: RecordCounts<'_>,
        released: &Attribute<'_>,
        most: usize,
    ) -> Self {
        let hierarchy = released.hierarchy;
        let of_value = records_of.by_value(original);
        let level = level_of_cells(hierarchy, most);
        let leaf_of: Vec<Option<u32>> =
            original.dictionary.iter().map(|value| hierarchy.find(value)).collect();
        let mut counts = vec![0; hierarchy.labels(level).len()];
        for (leaf, count) in leaf_of.iter().zip(of_value) {
            leaf.iter().for_each(|&leaf| counts[hierarchy.label_code(level, leaf) as usize] += count);
        }
        let labels: Vec<&str> = hierarchy.labels(level).iter().collect();
        let (labels, cell_of_label) = most_frequent(&labels, &counts, &lowest(hierarchy, level), most, true);
        let cell_of_leaf = |leaf: u32| cell_of_label[hierarchy.label_code(level, leaf) as usize];
        let before = |leaf: &Option<u32>| leaf.iter().map(|&leaf| (cell_of_leaf(leaf), 1.0)).collect();
        let mut of_level = BTreeMap::new();
        let mut after = |label: &Option<ReleasedLabel>| -> Spread {
            let Some(ReleasedLabel { level, label }) = *label else { return Vec::new() };
            let spread = of_level.entry(level).or_insert_with(|| spread(hierarchy, level, cell_of_leaf));
            spread[label as usize].clone()
        };
        Self {
            labels,
            before: Records::new(&original.codes, leaf_of.iter().map(before)),
            after: Records::new(&released.codes, released.label_of.iter().map(&mut after)),
        }
    }
}

/// The lowest level with at most this many labels; one below the root, if there is one.
fn level_of_cells(hierarchy: &Hierarchy, most: usize) -> usize {
    let below_root = hierarchy.height().saturating_sub(1);
    (0..below_root).find(|&level| hierarchy.labels(level).len() <= most).unwrap_or(below_root)
}

/// For each label of a level the lowest number below it, by which labels of numbers are ordered.
fn lowest(hierarchy: &Hierarchy, level: usize) -> Vec<f64> {
    let mut lowest = vec![f64::INFINITY; hierarchy.labels(level).len()];
    for leaf in 0..hierarchy.values() as u32 {
        let of_label = &mut lowest[hierarchy.label_code(level, leaf) as usize];
        *of_label = of_label.min(number(hierarchy.label(0, leaf)).unwrap_or(f64::INFINITY));
    }
    lowest
}

/// For each label of a level the cells of the values below it, each with its share of these values.
fn spread(hierarchy: &Hierarchy, level: usize, cell: impl Fn(u32) -> usize) -> Vec<Spread> {
    let mut of_label: Vec<BTreeMap<usize, u32>> = vec![BTreeMap::new(); hierarchy.labels(level).len()];
    for leaf in 0..hierarchy.values() as u32 {
        *of_label[hierarchy.label_code(level, leaf) as usize].entry(cell(leaf)).or_default() += 1;
    }
    let shares = |(label, cells): (u32, BTreeMap<usize, u32>)| {
        let leaves = f64::from(hierarchy.leaves(level, label));
        cells.into_iter().map(|(cell, values)| (cell, f64::from(values) / leaves)).collect()
    };
    (0u32..).zip(of_label).map(shares).collect()
}

/// The most frequent of these labels in the order of `places` and then of their texts, and for each
/// label its cell; the others are one cell behind, if any record has one of them. `also_unused`
/// says that a released record may have a share of a label that no record of the table has.
fn most_frequent(
    labels: &[&str],
    counts: &[u64],
    places: &[f64],
    most: usize,
    also_unused: bool,
) -> (Vec<String>, Vec<usize>) {
    let mut order: Vec<usize> = (0..labels.len()).filter(|&label| counts[label] > 0).collect();
    let all = if also_unused { labels.len() } else { order.len() };
    order.sort_by(|&a, &b| counts[b].cmp(&counts[a]).then_with(|| labels[a].cmp(labels[b])));
    if order.len() > most {
        order.truncate(most - 1);
    }
    order.sort_by(|&a, &b| places[a].total_cmp(&places[b]).then_with(|| labels[a].cmp(labels[b])));
    let mut cell_of = vec![order.len(); labels.len()];
    order.iter().enumerate().for_each(|(cell, &label)| cell_of[label] = cell);
    let mut names: Vec<String> = order.iter().map(|&label| labels[label].to_owned()).collect();
    if names.len() < all {
        names.push(OTHERS.to_owned());
    }
    (names, cell_of)
}

/// How values are put into cells.
pub(super) enum Naming {
    /// Numbers by how many of these they are above; missing ones stand behind.
    Quantiles(Vec<f64>),
    /// Values by their text.
    Words { cell_of: BTreeMap<String, usize>, labels: Vec<String> },
}

impl Naming {
    pub fn new(column: &Column, records_of: RecordCounts<'_>, counts: &[u64], most: usize) -> Self {
        let used = counts.iter().filter(|count| **count > 0).count();
        if column.value_type.is_number() && used > most {
            return Self::Quantiles(quartiles(column, records_of));
        }
        let texts: Vec<&str> = column.dictionary.iter().collect();
        let places: Vec<f64> =
            texts.iter().map(|text: &&str| number(text).unwrap_or(f64::INFINITY)).collect();
        let (labels, cells) = most_frequent(&texts, counts, &places, most, false);
        Self::Words { cell_of: texts.iter().map(|&text| text.to_owned()).zip(cells).collect(), labels }
    }

    pub fn labels(&self, column: &Column) -> Vec<String> {
        let ends = match self {
            Self::Words { labels, .. } => return labels.clone(),
            Self::Quantiles(ends) => ends,
        };
        let first = ends.first().map(|first| format!("up to {first}"));
        let between = ends.windows(2).map(|ends| format!("over {} to {}", ends[0], ends[1]));
        let last = ends.last().map(|last| format!("over {last}"));
        let missing = (!column.missing.is_empty()).then(|| MISSING.to_owned());
        first.into_iter().chain(between).chain(last).chain(missing).collect()
    }

    pub fn cell(&self, column: &Column, code: u32) -> usize {
        let value = column.dictionary.get(code);
        match self {
            Self::Quantiles(ends) => {
                let number = number(value).filter(|_| !column.is_missing(code));
                number.map_or(ends.len() + 1, |number| ends.iter().filter(|end| number > **end).count())
            }
            Self::Words { cell_of, labels } => cell_of.get(value).copied().unwrap_or(labels.len()),
        }
    }
}

/// The numbers up to which a quarter, a half and three quarters of the values go, each once.
fn quartiles(column: &Column, records_of: RecordCounts<'_>) -> Vec<f64> {
    let ranked = Ranked::from_counted(of_values(column, records_of));
    // The first number that a quarter of the records, or more, do not exceed.
    let mut ends: Vec<f64> = [1, 2, 3]
        .into_iter()
        .filter_map(|quarter: u64| ranked.at((quarter * ranked.values).div_ceil(4).saturating_sub(1)))
        .collect();
    ends.dedup();
    ends
}
