//! Which class each record is in, by node, remembered for the nodes seen last.

use super::records::Records;
use incog_data::{Grouper, LabelTables, Levels, RolledUpTable, Tuples};
use incog_search::Node;

/// About how many bytes the remembered tables may take.
const MEMORY: usize = 4 << 20;

/// The classes of a node before suppression, in order of their smallest tuple.
#[derive(Default)]
pub(super) struct ClassTable {
    levels: Vec<u8>,
    /// For each record its class times the number of cells, plus its cell.
    pub slots: Vec<u32>,
    /// For each class its smallest tuple.
    pub representatives: Vec<u32>,
    /// For each class its records.
    pub sizes: Vec<u32>,
    /// For each class its records of the first and of the second cell; only where there are two
    /// cells.
    pub by_cell: Vec<u32>,
    /// Records by class, then by cell; only where there are more than two cells.
    pub order: Vec<u32>,
    /// Where each class starts in `order`.
    pub starts: Vec<u32>,
    /// For each class what keeping a record of it adds to the loss, or, where the loss is not
    /// linear in that, for each class and attribute; empty until wanted.
    pub costs: Vec<f64>,
}

impl ClassTable {
    /// Number of classes.
    pub fn classes(&self) -> usize {
        self.representatives.len()
    }
}

/// The label of each tuple at each level, shifted to its own place in a 64-bit key, so that a
/// node's keys are sums of columns.
pub(super) struct TupleKeys {
    tables: LabelTables,
    /// `[attribute][level][tuple]`; a column of only one label is empty. `None` when 64 bits do not
    /// hold the labels of all attributes.
    columns: Option<Vec<Vec<Vec<u64>>>>,
    rolled_up: RolledUpTable,
    counts: Vec<u32>,
}

impl TupleKeys {
    pub fn new(tuples: &Tuples) -> Self {
        let tables = LabelTables::new(tuples);
        let rolled_up = RolledUpTable::of_tuples(tuples, &tables);
        let counts = (0..tuples.len()).map(|tuple| tuples.count(tuple)).collect();
        Self { columns: columns(tuples, &tables), tables, rolled_up, counts }
    }
}

fn columns(tuples: &Tuples, tables: &LabelTables) -> Option<Vec<Vec<Vec<u64>>>> {
    let mut shift = 0;
    let mut columns = Vec::new();
    for attribute in 0..tables.attributes() {
        let labels = |level| tables.labels(attribute, level);
        let bits = 32
            - (0..=tables.height(attribute)).map(labels).max().unwrap_or(1).saturating_sub(1).leading_zeros();
        if shift + bits > 64 {
            return None;
        }
        let key = |tuple: usize, level| {
            u64::from(tables.label_of_code(attribute, level, tuples.codes(tuple)[attribute])) << (shift % 64)
        };
        let column = |level| match labels(level) {
            0 | 1 => Vec::new(),
            _ => (0..tuples.len()).map(|tuple| key(tuple, level)).collect(),
        };
        columns.push((0..=tables.height(attribute)).map(column).collect());
        shift += bits;
    }
    Some(columns)
}

/// The tables of the nodes seen last, each at a place determined by its levels; the table that was
/// there before is overwritten and its memory reused.
pub(super) struct ClassTables {
    /// Made when the first one is asked for.
    places: Vec<ClassTable>,
    size: usize,
    cells: usize,
    keys: Vec<u64>,
    class_of_tuple: Vec<u32>,
    class_keys: Vec<u64>,
    hash_slots: Vec<u32>,
    grouper: Grouper,
}

impl ClassTables {
    pub fn new(records: usize, cells: usize) -> Self {
        Self {
            places: Vec::new(),
            size: (MEMORY / (4 * records.max(1))).clamp(16, 1024).next_power_of_two(),
            cells,
            keys: Vec::new(),
            class_of_tuple: Vec::new(),
            class_keys: Vec::new(),
            hash_slots: Vec::new(),
            grouper: Grouper::default(),
        }
    }

    /// The table of a node.
    pub fn get(&mut self, node: &Node, keys: &TupleKeys, records: &Records) -> &mut ClassTable {
        if self.places.is_empty() {
            self.places.resize_with(self.size, ClassTable::default);
        }
        let place = (hash(node) >> 32) as usize & (self.size - 1);
        if self.places[place].levels[..] != node[..] || self.places[place].slots.is_empty() {
            let mut table = std::mem::take(&mut self.places[place]);
            self.fill(&mut table, node, keys, records);
            self.places[place] = table;
        }
        &mut self.places[place]
    }

    fn fill(&mut self, table: &mut ClassTable, node: &Node, keys: &TupleKeys, records: &Records) {
        table.levels.clear();
        table.levels.extend_from_slice(node);
        table.costs.clear();
        self.group(table, node, keys);
        let cells = self.cells as u32;
        let class_of_tuple = &self.class_of_tuple;
        table.slots.clear();
        table.slots.extend(
            records
                .tuple_of()
                .iter()
                .zip(records.counted_cell_of())
                .map(|(&tuple, &cell)| class_of_tuple[tuple as usize] * cells + cell),
        );
        table.by_cell.clear();
        match cells {
            0 | 1 => {}
            2 => {
                table.by_cell.resize(2 * table.sizes.len(), 0);
                table.slots.iter().for_each(|&slot| table.by_cell[slot as usize] += 1);
            }
            _ => sort_records(table, cells, records),
        }
    }

    fn group(&mut self, table: &mut ClassTable, node: &Node, keys: &TupleKeys) {
        table.sizes.clear();
        table.representatives.clear();
        let Some(columns) = &keys.columns else {
            let classes = self.grouper.group(&keys.rolled_up, &keys.tables, &Levels::from(node.to_vec()));
            self.class_of_tuple.clear();
            self.class_of_tuple.extend_from_slice(classes.class_of_item);
            table.sizes.extend_from_slice(classes.sizes);
            table.representatives.extend_from_slice(classes.representatives);
            return;
        };
        self.keys.clear();
        self.keys.resize(keys.counts.len(), 0);
        for (levels, &level) in columns.iter().zip(node.iter()) {
            for (key, &label) in self.keys.iter_mut().zip(&levels[level as usize]) {
                *key += label;
            }
        }
        self.number(table, &keys.counts);
    }

    /// Numbers the keys in order of first appearance.
    ///
    /// Whether a key is new is hard for the processor to predict, so there is no branch on it: the
    /// entry of a new class is always written after the last one, and kept if the class is new.
    fn number(&mut self, table: &mut ClassTable, counts: &[u32]) {
        let tuples = self.keys.len();
        let capacity = (4 * tuples).next_power_of_two().max(16);
        let shift = 64 - capacity.trailing_zeros();
        self.hash_slots.clear();
        self.hash_slots.resize(capacity, NONE);
        for numbers in [&mut table.representatives, &mut table.sizes, &mut self.class_of_tuple] {
            numbers.resize(tuples + 1, 0);
        }
        self.class_keys.resize(tuples + 1, 0);
        let mut next = 0;
        for (tuple, (&key, &count)) in self.keys.iter().zip(counts).enumerate() {
            self.class_keys[next] = key;
            table.representatives[next] = tuple as u32;
            table.sizes[next] = 0;
            let mut place = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> shift) as usize;
            let class = loop {
                let known = self.hash_slots[place];
                let class = if known == NONE { next } else { known as usize };
                if self.class_keys[class] == key {
                    break class;
                }
                place = (place + 1) & (capacity - 1);
            };
            self.hash_slots[place] = class as u32;
            table.sizes[class] += count;
            self.class_of_tuple[tuple] = class as u32;
            next += usize::from(class == next);
        }
        table.representatives.truncate(next);
        table.sizes.truncate(next);
        self.class_of_tuple.truncate(tuples);
    }
}

/// No class.
const NONE: u32 = u32::MAX;

fn hash(node: &Node) -> u64 {
    node.iter().fold(0, |hash: u64, &level| {
        (hash.rotate_left(5) ^ u64::from(level)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    })
}

fn sort_records(table: &mut ClassTable, cells: u32, records: &Records) {
    table.starts.clear();
    table.starts.push(0);
    let mut end = 0;
    table.starts.extend(table.sizes.iter().map(|&size| {
        end += size;
        end
    }));
    let mut next = table.starts.clone();
    table.order.clear();
    table.order.resize(records.len(), 0);
    for &record in records.by_cell() {
        let place = &mut next[(table.slots[record as usize] / cells) as usize];
        table.order[*place as usize] = record;
        *place += 1;
    }
}
