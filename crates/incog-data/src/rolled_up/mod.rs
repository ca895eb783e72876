//! A table rolled up to one node, from which every coarser node can be grouped.

mod grouping;
mod histogram;
mod joined_column;
mod key;
mod members;
mod numbering;
mod tally;

pub use grouping::{Grouper, RollUpGrouping, SmallClasses};

use crate::{CellCount, LabelTables, Levels, Tuples};
use joined_column::{JoinedColumn, Term, joins};

/// The equivalence classes of one node as items of their own: grouping them at any coarser node
/// gives the same classes as grouping the tuples would, for less work.
///
/// Items are in the order of their smallest tuple. They carry no retention: a rolled-up table is
/// the table before suppression.
#[derive(Debug, Clone)]
pub struct RolledUpTable {
    levels: Levels,
    joined: Vec<JoinedColumn>,
    counts: Vec<u32>,
    tuples: Vec<u32>,
    cell_starts: Vec<u32>,
    cells: Vec<CellCount>,
}

impl RolledUpTable {
    /// The distinct tuples themselves, seen from the node `levels`.
    pub fn of_tuples(tuples: &Tuples, tables: &LabelTables) -> Self {
        let width = tuples.quasi_identifiers().len();
        let levels = Levels::bottom(width);
        let items = tuples.len();
        let joined = join(tables, &levels, items, |attributes| {
            let labels = |item: usize| {
                let codes = tuples.codes(item);
                attributes.iter().fold(0, |code, &(attribute, radix)| {
                    code * radix + tables.label_of_code(attribute, 0, codes[attribute])
                })
            };
            (0..items).map(labels).collect()
        });
        let counts = (0..items).map(|item| tuples.count(item)).collect();
        let smallest_tuples = (0..items as u32).collect();
        let mut cell_starts = vec![0u32];
        let mut cells = Vec::new();
        if tuples.cell_count() > 1 {
            for item in 0..items {
                cells.extend_from_slice(tuples.cells(item));
                cell_starts.push(cells.len() as u32);
            }
        }
        Self { levels, joined, counts, tuples: smallest_tuples, cell_starts, cells }
    }

    /// The classes of this rolled-up table at a coarser node, as a rolled-up table; `None` when
    /// that would leave more than `worthwhile` items, so that the roll-up is not worth its cost.
    pub fn coarsen(
        &self,
        tables: &LabelTables,
        levels: &Levels,
        worthwhile: usize,
        grouper: &mut Grouper,
    ) -> Option<Self> {
        let classes = grouper.group(self, tables, levels);
        if classes.sizes.len() > worthwhile {
            return None;
        }
        let counts: Vec<u32> = classes.sizes.to_vec();
        let representatives = classes.representatives;
        let smallest_tuples = representatives.iter().map(|&item| self.tuples[item as usize]).collect();
        let joined = join(tables, levels, counts.len(), |attributes| {
            let mut codes = vec![0; counts.len()];
            self.joined.iter().for_each(|column| {
                add_digits(&mut codes, representatives, column, tables, (&self.levels, levels), attributes);
            });
            codes
        });
        let mut cell_starts = vec![0u32];
        let mut cells = Vec::new();
        if self.has_cells() {
            grouper.for_each_class_with_histogram(self, |_, _, histogram| {
                cells.extend_from_slice(histogram);
                cell_starts.push(cells.len() as u32);
            });
        }
        Some(Self { levels: levels.clone(), joined, counts, tuples: smallest_tuples, cell_starts, cells })
    }

    /// The node this rolled-up table was made at.
    pub fn levels(&self) -> &Levels {
        &self.levels
    }

    /// Number of items.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Number of columns that attributes are joined to: what grouping goes through.
    pub fn columns(&self) -> usize {
        self.joined.len()
    }

    /// Whether there is no item.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Records of each item.
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// The smallest tuple of each item.
    pub fn tuples(&self) -> &[u32] {
        &self.tuples
    }

    /// Whether items have histograms over more than one cell.
    pub fn has_cells(&self) -> bool {
        self.cell_starts.len() > 1
    }

    /// The histogram of an item; empty when the table has no sensitive attribute.
    pub fn cells(&self, item: usize) -> &[CellCount] {
        match self.cell_starts.get(item..item + 2) {
            Some(bounds) if self.has_cells() => &self.cells[bounds[0] as usize..bounds[1] as usize],
            _ => &[],
        }
    }

    /// The records of some items, for each attribute and label of this rolled-up table's level.
    pub fn count_labels(&self, tables: &LabelTables, items: &[u32]) -> Vec<Vec<u64>> {
        let labels = |attribute| vec![0; tables.labels(attribute, self.levels[attribute]) as usize];
        let mut counters: Vec<Vec<u64>> = (0..tables.attributes()).map(labels).collect();
        for column in &self.joined {
            let mut counter = vec![0u64; column.size()];
            let count = |item, code| counter[code as usize] += u64::from(self.counts[item as usize]);
            column.codes.for_each_of(items, count);
            column.unpack(counter, &mut counters);
        }
        counters
    }

    /// The label of an item in one attribute, at this rolled-up table's level.
    pub fn label(&self, item: u32, attribute: usize) -> u32 {
        let (column, position) = self.place(attribute);
        self.joined[column].label(position, self.joined[column].codes.at(item as usize))
    }

    /// The joined column of an attribute and its place in it.
    fn place(&self, attribute: usize) -> (usize, usize) {
        let place = |(index, column): (usize, &JoinedColumn)| {
            let position = column.attributes.iter().position(|&joined| joined == attribute)?;
            Some((index, position))
        };
        self.joined.iter().enumerate().find_map(place).unwrap_or_default()
    }
}

/// Joins attributes into columns; `pack` gives the codes of those it is told, each with its number
/// of labels.
fn join(
    tables: &LabelTables,
    levels: &Levels,
    items: usize,
    pack: impl Fn(&[(usize, u32)]) -> Vec<u32>,
) -> Vec<JoinedColumn> {
    let labels = (0..tables.attributes()).map(|attribute| tables.labels(attribute, levels[attribute]));
    let column = |join: Vec<(usize, u32)>| {
        let codes = pack(&join).into();
        let (attributes, radices) = join.into_iter().unzip();
        JoinedColumn { attributes, radices, codes }
    };
    joins(labels, items).into_iter().map(column).collect()
}

/// Adds to the codes of the items at `sources` what a column of the finer table has of the
/// `attributes` they pack.
fn add_digits(
    codes: &mut [u32],
    sources: &[u32],
    column: &JoinedColumn,
    tables: &LabelTables,
    levels: (&Levels, &Levels),
    attributes: &[(usize, u32)],
) {
    let factor = |attribute: usize| {
        let place = attributes.iter().position(|&(packed, _)| packed == attribute);
        place.map_or(0, |place| attributes[place + 1..].iter().map(|&(_, radix)| u64::from(radix)).product())
    };
    let factors: Vec<u64> = column.attributes.iter().map(|&attribute| factor(attribute)).collect();
    if factors.iter().all(|&factor| factor == 0) {
        return;
    }
    let mut sums = Vec::new();
    let terms: Vec<Term> = column.terms(tables, levels.0, levels.1, &factors);
    column.append_sums(&mut sums, &terms, |sum| sum as u32);
    let mut codes = codes.iter_mut();
    column.codes.for_each_of(sources, |_, code| {
        if let Some(sum) = codes.next() {
            *sum += sums[code as usize];
        }
    });
}
