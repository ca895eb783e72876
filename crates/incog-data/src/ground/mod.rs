//! A table rolled up to one node, from which every coarser node can be grouped.

mod grouping;

pub use grouping::{Grouper, Grouping};

use crate::{CellCount, LabelTables, Levels, Tuples};

/// Attributes are joined into one column of codes as long as their labels multiply to at most
/// this; larger joins save passes over the items but make the look-up tables leave the cache.
const JOIN_LIMIT: u64 = 2048;

/// The equivalence classes of one node as items of their own: grouping them at any coarser node
/// gives the same classes as grouping the tuples would, for less work.
///
/// Items are in the order of their smallest tuple. They carry no retention: a ground is the table
/// before suppression.
#[derive(Debug, Clone)]
pub struct Ground {
    levels: Levels,
    joined: Vec<JoinedColumn>,
    counts: Vec<u32>,
    tuples: Vec<u32>,
    cell_starts: Vec<u32>,
    cells: Vec<CellCount>,
}

/// Several attributes packed into one code per item.
#[derive(Debug, Clone)]
struct JoinedColumn {
    /// The attributes, the last one varying fastest.
    pub attributes: Vec<usize>,
    /// Labels of each of them at the ground's level.
    pub radices: Vec<u32>,
    /// The packed code of each item.
    pub codes: Vec<u32>,
}

impl JoinedColumn {
    /// Number of possible codes.
    pub fn size(&self) -> usize {
        self.radices.iter().map(|&radix| radix as usize).product()
    }

    /// The label of one of its attributes (by position) in a packed code.
    fn label(&self, position: usize, code: u32) -> u32 {
        let below: u32 = self.radices[position + 1..].iter().product();
        code / below % self.radices[position]
    }
}

impl Ground {
    /// The distinct tuples themselves, seen from the node `levels`.
    pub fn of_tuples(tuples: &Tuples, tables: &LabelTables) -> Self {
        let width = tuples.quasi_identifiers().len();
        let levels = Levels::bottom(width);
        let items = tuples.len();
        let joined = join(tables, &levels, items, |attribute, codes, radix| {
            for (item, code) in codes.iter_mut().enumerate() {
                *code = *code * radix + tables.label_of_code(attribute, 0, tuples.codes(item)[attribute]);
            }
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

    /// The classes of this ground at a coarser node, as a ground; `None` when that would leave more than `worthwhile`
    /// items, so that the roll-up is not worth its cost.
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
        let joined = join(tables, levels, counts.len(), |attribute, codes, radix| {
            let (column, labels) = self.lifted_labels(tables, attribute, levels[attribute]);
            for (code, &source) in codes.iter_mut().zip(representatives) {
                *code = *code * radix + labels[column.codes[source as usize] as usize];
            }
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

    /// The joined column of an attribute, and for each of its packed codes the attribute's label at
    /// a coarser level.
    fn lifted_labels(&self, tables: &LabelTables, attribute: usize, level: u8) -> (&JoinedColumn, Vec<u32>) {
        let lift: Vec<u32> = tables.lift(attribute, self.levels[attribute], level).collect();
        let (column, position) = self.place(attribute);
        let column = &self.joined[column];
        let labels = (0..column.size() as u32).map(|code| lift[column.label(position, code) as usize]);
        (column, labels.collect())
    }

    /// The node this ground was made at.
    pub fn levels(&self) -> &Levels {
        &self.levels
    }

    /// Number of items.
    pub fn len(&self) -> usize {
        self.counts.len()
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

    /// Adds the records of some items to one counter for each attribute and label of this
    /// ground's level: `counters[attribute][label]`.
    pub fn add_labels(&self, items: impl Iterator<Item = (u32, u64)>, counters: &mut [Vec<u64>]) {
        let mut packed: Vec<Vec<u64>> = self.joined.iter().map(|column| vec![0; column.size()]).collect();
        for (item, records) in items {
            for (column, counter) in self.joined.iter().zip(&mut packed) {
                counter[column.codes[item as usize] as usize] += records;
            }
        }
        for (column, counter) in self.joined.iter().zip(&packed) {
            column.unpack(counter, counters);
        }
    }

    /// The label of an item in one attribute, at this ground's level.
    pub fn label(&self, item: u32, attribute: usize) -> u32 {
        let (column, position) = self.place(attribute);
        self.joined[column].label(position, self.joined[column].codes[item as usize])
    }

    fn joined(&self) -> &[JoinedColumn] {
        &self.joined
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

impl JoinedColumn {
    fn unpack(&self, counter: &[u64], counters: &mut [Vec<u64>]) {
        let mut digits = vec![0usize; self.radices.len()];
        for &records in counter {
            if records > 0 {
                for (&attribute, &digit) in self.attributes.iter().zip(&digits) {
                    counters[attribute][digit] += records;
                }
            }
            for (digit, &radix) in digits.iter_mut().zip(&self.radices).rev() {
                *digit += 1;
                if *digit < radix as usize {
                    break;
                }
                *digit = 0;
            }
        }
    }
}

/// Joins attributes into columns; `append` multiplies the codes of a column by a radix and adds the
/// attribute's labels.
fn join(
    tables: &LabelTables,
    levels: &Levels,
    items: usize,
    append: impl Fn(usize, &mut [u32], u32),
) -> Vec<JoinedColumn> {
    let mut joined: Vec<JoinedColumn> = Vec::new();
    for attribute in 0..tables.attributes() {
        let radix = tables.labels(attribute, levels[attribute]).max(1);
        let room = |column: &JoinedColumn| column.size() as u64 * u64::from(radix) <= JOIN_LIMIT;
        let index = joined.iter().position(room).unwrap_or(joined.len());
        if index == joined.len() {
            joined.push(JoinedColumn { attributes: vec![], radices: vec![], codes: vec![0; items] });
        }
        let column = &mut joined[index];
        column.attributes.push(attribute);
        column.radices.push(radix);
        append(attribute, &mut column.codes, radix);
    }
    joined
}
