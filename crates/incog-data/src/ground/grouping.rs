//! Grouping the items of a ground at a coarser node: the innermost loop of every search.

use super::Ground;
use crate::{CellCount, LabelTables, Levels};

/// How many items have their keys made at a time: few enough to stay in the fastest cache.
const BLOCK: usize = 512;

/// Buffers for grouping, kept between nodes so that nothing is allocated in the hot path.
#[derive(Debug, Default)]
pub struct Grouper {
    class_of_item: Vec<u32>,
    sizes: Vec<u32>,
    representatives: Vec<u32>,
    class_keys: Vec<u64>,
    slots: Vec<u32>,
    look_up: Vec<u32>,
    previous: Vec<u32>,
    order: Vec<u32>,
    starts: Vec<u32>,
    scratch: Vec<u32>,
}

/// Joined columns whose labels fit one key together, with their look-up tables.
#[derive(Default)]
struct KeyColumns<'a> {
    columns: Vec<KeyColumn<'a>>,
    /// Number of possible keys.
    space: u64,
}

struct KeyColumn<'a> {
    codes: &'a [u32],
    /// Where its look-up table stands among all of them.
    table: std::ops::Range<usize>,
    width: u64,
}

/// The equivalence classes of one node, in order of their smallest item.
#[derive(Debug, Clone, Copy)]
pub struct Grouping<'a> {
    /// The class of each item.
    pub class_of_item: &'a [u32],
    /// Records of each class.
    pub sizes: &'a [u32],
    /// The smallest item of each class.
    pub representatives: &'a [u32],
}

impl Grouper {
    /// Groups the items of `ground` by their labels at `levels`, which must not be finer than the
    /// ground anywhere.
    ///
    /// The labels of an item are packed into one key. When 64 bits do not hold the labels of all
    /// attributes, the items are grouped by those that fit, and the numbers of these groups take
    /// their place in the next key.
    pub fn group(&mut self, ground: &Ground, tables: &LabelTables, levels: &Levels) -> Grouping<'_> {
        self.look_up.clear();
        let mut key = KeyColumns { columns: Vec::new(), space: 1 };
        let mut is_first = true;
        for column in ground.joined() {
            let labels = column.attributes.iter().map(|&a| u64::from(tables.labels(a, levels[a])));
            let width: u64 = labels.product();
            if width == 1 {
                continue;
            }
            if key.space.checked_mul(width).is_none() {
                self.number(ground, &key, is_first);
                is_first = false;
                key = KeyColumns { columns: Vec::new(), space: self.sizes.len() as u64 };
            }
            let start = self.look_up.len();
            append_look_up(&mut self.look_up, &column.attributes, ground, tables, levels);
            let table = start..self.look_up.len();
            key.columns.push(KeyColumn { codes: &column.codes, table, width });
            key.space *= width;
        }
        self.number(ground, &key, is_first);
        self.grouping()
    }

    /// The classes grouped last.
    pub fn grouping(&self) -> Grouping<'_> {
        Grouping {
            class_of_item: &self.class_of_item,
            sizes: &self.sizes,
            representatives: &self.representatives,
        }
    }

    /// Numbers the keys densely in order of first appearance and counts their records.
    fn number(&mut self, ground: &Ground, key: &KeyColumns<'_>, is_first: bool) {
        if is_first {
            self.previous.clear();
        } else {
            std::mem::swap(&mut self.previous, &mut self.class_of_item);
        }
        self.sizes.clear();
        self.representatives.clear();
        self.class_keys.clear();
        self.class_of_item.clear();
        self.class_of_item.resize(ground.len(), 0);
        let items = ground.len();
        let is_dense = key.space <= (2 * items as u64).max(1 << 12);
        let capacity = if is_dense { key.space as usize } else { (2 * items).next_power_of_two().max(16) };
        self.slots.clear();
        self.slots.resize(capacity, u32::MAX);
        let mut keys = [0u64; BLOCK];
        let mut class_of_item = std::mem::take(&mut self.class_of_item);
        for (block, classes) in class_of_item.chunks_mut(BLOCK).enumerate() {
            let start = block * BLOCK;
            let items = start..start + classes.len();
            let keys = &mut keys[..classes.len()];
            self.fill_keys(key, items.clone(), keys);
            let counts = &ground.counts()[items];
            if is_dense {
                self.number_dense(start as u32, keys, counts, classes);
            } else {
                self.number_hashed(start as u32, keys, counts, classes);
            }
        }
        self.class_of_item = class_of_item;
    }

    fn fill_keys(&self, key: &KeyColumns<'_>, items: std::ops::Range<usize>, keys: &mut [u64]) {
        match self.previous.get(items.clone()) {
            Some(previous) => keys.iter_mut().zip(previous).for_each(|(key, &class)| *key = u64::from(class)),
            None => keys.fill(0),
        }
        for column in &key.columns {
            let table = &self.look_up[column.table.clone()];
            for (key, &code) in keys.iter_mut().zip(&column.codes[items.clone()]) {
                *key = *key * column.width + u64::from(table[code as usize]);
            }
        }
    }

    fn number_dense(&mut self, start: u32, keys: &[u64], counts: &[u32], classes: &mut [u32]) {
        for (item, ((&key, &count), class)) in (start..).zip(keys.iter().zip(counts).zip(classes)) {
            let slot = &mut self.slots[key as usize];
            if *slot == u32::MAX {
                *slot = self.sizes.len() as u32;
                self.sizes.push(0);
                self.representatives.push(item);
            }
            self.sizes[*slot as usize] += count;
            *class = *slot;
        }
    }

    fn number_hashed(&mut self, start: u32, keys: &[u64], counts: &[u32], classes: &mut [u32]) {
        let capacity = self.slots.len();
        let shift = 64 - capacity.trailing_zeros();
        for (item, ((&key, &count), class)) in (start..).zip(keys.iter().zip(counts).zip(classes)) {
            // Fibonacci hashing: the high bits of the product depend on all bits of the key.
            let mut place = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> shift) as usize;
            *class = loop {
                let known = self.slots[place];
                if known == u32::MAX {
                    let new = self.sizes.len() as u32;
                    self.slots[place] = new;
                    self.sizes.push(0);
                    self.representatives.push(item);
                    self.class_keys.push(key);
                    break new;
                }
                if self.class_keys[known as usize] == key {
                    break known;
                }
                place = (place + 1) & (capacity - 1);
            };
            self.sizes[*class as usize] += count;
        }
    }

    /// Calls `visit` with the number of records and the items of each class of the last grouping, in the order of the
    /// classes.
    pub fn for_each_class(&mut self, mut visit: impl FnMut(u64, &[u32])) {
        self.sort_items();
        for class in 0..self.sizes.len() {
            let members = self.starts[class] as usize..self.starts[class + 1] as usize;
            visit(u64::from(self.sizes[class]), &self.order[members]);
        }
    }

    /// Calls `visit` with the items, the number of records and the histogram over cells of each class of the last
    /// grouping; the histogram is empty when the table has no sensitive attribute.
    pub fn for_each_class_with_histogram(
        &mut self,
        ground: &Ground,
        mut visit: impl FnMut(&[u32], u64, &[CellCount]),
    ) {
        let mut scratch = std::mem::take(&mut self.scratch);
        let mut touched = Vec::new();
        let mut histogram = Vec::new();
        self.for_each_class(|size, items| {
            merge_cells(ground, items, &mut scratch, &mut touched, &mut histogram);
            visit(items, size, &histogram);
        });
        self.scratch = scratch;
    }

    fn sort_items(&mut self) {
        self.starts.clear();
        self.starts.resize(self.sizes.len() + 2, 0);
        for &class in &self.class_of_item {
            self.starts[class as usize + 2] += 1;
        }
        for class in 2..self.starts.len() {
            self.starts[class] += self.starts[class - 1];
        }
        self.order.resize(self.class_of_item.len(), 0);
        for (item, &class) in (0u32..).zip(&self.class_of_item) {
            let next = &mut self.starts[class as usize + 1];
            self.order[*next as usize] = item;
            *next += 1;
        }
    }
}

/// Adds up the histograms of some items, ascending by cell.
fn merge_cells(
    ground: &Ground,
    items: &[u32],
    scratch: &mut Vec<u32>,
    touched: &mut Vec<u32>,
    histogram: &mut Vec<CellCount>,
) {
    histogram.clear();
    if let [item] = items {
        histogram.extend_from_slice(ground.cells(*item as usize));
        return;
    }
    touched.clear();
    for cell in items.iter().flat_map(|&item| ground.cells(item as usize)) {
        let index = cell.cell as usize;
        if index >= scratch.len() {
            scratch.resize(index + 1, 0);
        }
        if scratch[index] == 0 {
            touched.push(cell.cell);
        }
        scratch[index] += cell.count;
    }
    touched.sort_unstable();
    histogram.extend(
        touched.iter().map(|&cell| CellCount { cell, count: std::mem::take(&mut scratch[cell as usize]) }),
    );
}

/// Appends, for each packed code of the ground, the packed labels at `levels`.
fn append_look_up(
    look_up: &mut Vec<u32>,
    attributes: &[usize],
    ground: &Ground,
    tables: &LabelTables,
    levels: &Levels,
) {
    let mut packed = vec![0u32];
    for &attribute in attributes {
        let labels = tables.labels(attribute, levels[attribute]);
        let lift: Vec<u32> = tables.lift(attribute, ground.levels()[attribute], levels[attribute]).collect();
        packed = packed
            .iter()
            .flat_map(|&prefix| lift.iter().map(move |&label| prefix * labels + label))
            .collect();
    }
    look_up.append(&mut packed);
}
