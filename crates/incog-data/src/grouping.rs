//! Grouping the items of a ground at a coarser node: the innermost loop of every search.

use crate::{CellCount, Ground, LabelTables, Levels};

/// Buffers for grouping, kept between nodes so that nothing is allocated in the hot path.
#[derive(Debug, Default)]
pub struct Grouper {
    keys: Vec<u64>,
    class_of_item: Vec<u32>,
    sizes: Vec<u32>,
    representatives: Vec<u32>,
    class_keys: Vec<u64>,
    slots: Vec<u32>,
    look_up: Vec<u64>,
    order: Vec<u32>,
    starts: Vec<u32>,
    scratch: Vec<u32>,
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
    pub fn group(&mut self, ground: &Ground, tables: &LabelTables, levels: &Levels) -> Grouping<'_> {
        self.pack(ground, tables, levels);
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

    /// Packs the labels of each item into one key. When 64 bits do not hold the labels of all
    /// attributes, the keys so far are replaced by the numbers of their groups and packing goes on.
    fn pack(&mut self, ground: &Ground, tables: &LabelTables, levels: &Levels) {
        self.keys.clear();
        self.keys.resize(ground.len(), 0);
        let mut space = 1u64;
        for column in ground.joined() {
            let width = column
                .attributes
                .iter()
                .map(|&a| u64::from(tables.labels(a, levels[a])))
                .try_fold(1u64, u64::checked_mul);
            // A joined column has at most 2^32 codes, so its coarser labels fit 64 bits.
            let width = width.unwrap_or(u64::MAX);
            if width == 1 {
                continue;
            }
            if space.checked_mul(width).is_none() {
                self.number(ground, space);
                for (key, &class) in self.keys.iter_mut().zip(&self.class_of_item) {
                    *key = u64::from(class);
                }
                space = self.sizes.len() as u64;
            }
            fill_look_up(&mut self.look_up, &column.attributes, ground, tables, levels);
            let look_up = self.look_up.as_slice();
            for (key, &code) in self.keys.iter_mut().zip(&column.codes) {
                *key = *key * width + look_up[code as usize];
            }
            space = space.saturating_mul(width);
        }
        self.number(ground, space);
    }

    /// Numbers the keys densely in order of first appearance and counts their records.
    fn number(&mut self, ground: &Ground, space: u64) {
        self.sizes.clear();
        self.representatives.clear();
        self.class_keys.clear();
        self.class_of_item.clear();
        self.class_of_item.reserve(self.keys.len());
        let items = self.keys.len();
        if space <= (4 * items as u64).max(1 << 12) {
            self.number_dense(ground, space as usize);
        } else {
            self.number_hashed(ground);
        }
    }

    fn number_dense(&mut self, ground: &Ground, space: usize) {
        self.slots.clear();
        self.slots.resize(space.max(1), u32::MAX);
        for (item, (&key, &count)) in (0u32..).zip(self.keys.iter().zip(ground.counts())) {
            let slot = &mut self.slots[key as usize];
            if *slot == u32::MAX {
                *slot = self.sizes.len() as u32;
                self.sizes.push(0);
                self.representatives.push(item);
            }
            self.sizes[*slot as usize] += count;
            self.class_of_item.push(*slot);
        }
    }

    fn number_hashed(&mut self, ground: &Ground) {
        let capacity = (2 * self.keys.len()).next_power_of_two().max(16);
        let shift = 64 - capacity.trailing_zeros();
        self.slots.clear();
        self.slots.resize(capacity, u32::MAX);
        for (item, (&key, &count)) in (0u32..).zip(self.keys.iter().zip(ground.counts())) {
            // Fibonacci hashing: the high bits of the product depend on all bits of the key.
            let mut place = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> shift) as usize;
            let class = loop {
                let class = self.slots[place];
                if class == u32::MAX {
                    let class = self.sizes.len() as u32;
                    self.slots[place] = class;
                    self.sizes.push(0);
                    self.representatives.push(item);
                    self.class_keys.push(key);
                    break class;
                }
                if self.class_keys[class as usize] == key {
                    break class;
                }
                place = (place + 1) & (capacity - 1);
            };
            self.sizes[class as usize] += count;
            self.class_of_item.push(class);
        }
    }

    /// Calls `visit` with the records and items of each class grouped last, in order of the classes.
    pub fn for_each_class(&mut self, mut visit: impl FnMut(u64, &[u32])) {
        self.sort_items();
        for class in 0..self.sizes.len() {
            let members = self.starts[class] as usize..self.starts[class + 1] as usize;
            visit(u64::from(self.sizes[class]), &self.order[members]);
        }
    }

    /// Calls `visit` with the items, the records and the histogram over cells of each class grouped
    /// last; the histogram is empty when the table has no sensitive attribute.
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
pub(crate) fn merge_cells(
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

/// For each packed code of the ground the packed labels at `levels`.
fn fill_look_up(
    look_up: &mut Vec<u64>,
    attributes: &[usize],
    ground: &Ground,
    tables: &LabelTables,
    levels: &Levels,
) {
    look_up.clear();
    look_up.push(0);
    let mut next = Vec::new();
    for &attribute in attributes {
        let labels = u64::from(tables.labels(attribute, levels[attribute]));
        let lift: Vec<u64> =
            tables.lift(attribute, ground.levels()[attribute], levels[attribute]).map(u64::from).collect();
        next.clear();
        for &prefix in look_up.iter() {
            next.extend(lift.iter().map(|label| prefix * labels + label));
        }
        std::mem::swap(look_up, &mut next);
    }
}
