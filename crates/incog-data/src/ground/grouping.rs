//! Grouping the items of a ground at a coarser node: the innermost loop of every search.

use super::Ground;
use super::key::{Joint, Key, LookUp, Word, joints};
use super::tally::Tally;
use crate::{CellCount, LabelTables, Levels};

/// How many items have their keys made at a time: few enough to stay in the fastest cache.
pub(super) const BLOCK: usize = 512;

/// Buffers for grouping, kept between nodes so that nothing is allocated in the hot path.
#[derive(Debug, Default)]
pub struct Grouper {
    class_of_item: Vec<u32>,
    sizes: Vec<u32>,
    representatives: Vec<u32>,
    slots: Slots,
    look_up: LookUp,
    tally: Tally,
    previous: Vec<u32>,
    order: Vec<u32>,
    starts: Vec<u32>,
    scratch: Vec<u32>,
}

/// Which class has which key.
#[derive(Debug, Default)]
struct Slots {
    dense: Vec<u32>,
    narrow: Vec<Slot<u32>>,
    wide: Vec<Slot<u64>>,
}

/// Key and class side by side, so that comparing and finding out takes one access to memory.
#[derive(Debug, Clone, Copy)]
struct Slot<K> {
    key: K,
    class: u32,
}

/// No class.
const NONE: u32 = u32::MAX;

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

/// What is in classes of fewer records than asked for.
#[derive(Debug, Clone, Copy)]
pub struct SmallClasses<'a> {
    /// The items, in no order.
    pub items: &'a [u32],
    /// Their records.
    pub records: u64,
}

impl Grouper {
    /// Groups the items of `ground` by their labels at `levels`, which must not be finer than the
    /// ground anywhere.
    ///
    /// The labels of an item are packed into one key. When 64 bits do not hold the labels of all
    /// attributes, the items are grouped by those that fit, and the numbers of these groups take
    /// their place in the next key.
    pub fn group(&mut self, ground: &Ground, tables: &LabelTables, levels: &Levels) -> Grouping<'_> {
        let node = (tables, levels);
        let joints = joints(ground, tables, levels);
        joints.iter().enumerate().for_each(|(index, joint)| self.number(ground, joint, node, index == 0));
        self.grouping()
    }

    /// Finds the items in classes of fewer than `minimum` records, for much less than [`Self::group`] takes: classes
    /// get neither numbers nor an order.
    ///
    /// The classes grouped last are lost.
    pub fn small_classes(
        &mut self,
        ground: &Ground,
        tables: &LabelTables,
        levels: &Levels,
        minimum: u64,
    ) -> SmallClasses<'_> {
        let node = (tables, levels);
        let mut joints = joints(ground, tables, levels);
        let last = joints.pop();
        joints.iter().enumerate().for_each(|(index, joint)| self.number(ground, joint, node, index == 0));
        let previous: (&[u32], u64) = match joints.len() {
            0 => (&[], 1),
            _ => (&self.class_of_item, self.sizes.len() as u64),
        };
        let columns = last.as_ref().map_or(&[][..], |joint| &joint.columns);
        let space = last.as_ref().map_or(1, |joint| joint.width).saturating_mul(previous.1);
        let room = &mut self.look_up;
        if u32::try_from(space).is_ok() {
            let key = Key::<u32>::new(columns, ground, node, previous, u32::tables(room));
            return self.tally.small(&key, space, ground.counts(), minimum);
        }
        let key = Key::<u64>::new(columns, ground, node, previous, u64::tables(room));
        self.tally.small_wide(&key, ground.counts(), minimum)
    }

    /// The classes grouped last.
    pub fn grouping(&self) -> Grouping<'_> {
        Grouping {
            class_of_item: &self.class_of_item,
            sizes: &self.sizes,
            representatives: &self.representatives,
        }
    }

    /// Numbers the keys of a joint in order of first appearance and counts their records.
    fn number(&mut self, ground: &Ground, joint: &Joint<'_>, node: (&LabelTables, &Levels), is_first: bool) {
        std::mem::swap(&mut self.previous, &mut self.class_of_item);
        let previous: (&[u32], u64) =
            if is_first { (&[], 1) } else { (&self.previous, self.sizes.len() as u64) };
        let space = joint.width.saturating_mul(previous.1);
        let numbers = Numbers::start(
            &mut self.class_of_item,
            &mut self.sizes,
            &mut self.representatives,
            ground.counts(),
        );
        if u32::try_from(space).is_ok() {
            let key = Key::<u32>::new(&joint.columns, ground, node, previous, u32::tables(&mut self.look_up));
            if is_dense(space, ground.len()) {
                numbers.dense(&key, space as usize, &mut self.slots.dense);
            } else {
                numbers.hashed(&key, &mut self.slots.narrow);
            }
        } else {
            let key = Key::<u64>::new(&joint.columns, ground, node, previous, u64::tables(&mut self.look_up));
            numbers.hashed(&key, &mut self.slots.wide);
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

/// Whether a place for every possible key takes no more memory than a hash table.
fn is_dense(space: u64, items: usize) -> bool {
    space < 2 << bits(items)
}

/// Places of a hash table for so many items, as a power of two.
pub(super) fn bits(items: usize) -> u32 {
    (2 * items).next_power_of_two().max(16).trailing_zeros()
}

/// Classes that are being numbered.
///
/// Whether a key is new is hard for the processor to predict, so there is no branch on it: what a new class has is
/// always written after the last one, and kept if the class is new.
struct Numbers<'a> {
    class_of_item: &'a mut Vec<u32>,
    sizes: &'a mut Vec<u32>,
    representatives: &'a mut Vec<u32>,
    counts: &'a [u32],
}

impl<'a> Numbers<'a> {
    fn start(
        class_of_item: &'a mut Vec<u32>,
        sizes: &'a mut Vec<u32>,
        representatives: &'a mut Vec<u32>,
        counts: &'a [u32],
    ) -> Self {
        class_of_item.resize(counts.len(), 0);
        representatives.resize(counts.len() + 1, 0);
        sizes.clear();
        sizes.resize(counts.len() + 1, 0);
        Self { class_of_item, sizes, representatives, counts }
    }

    fn dense(self, key: &Key<'_, u32>, space: usize, slots: &mut Vec<u32>) {
        slots.clear();
        slots.resize(space + 1, NONE);
        self.by(key, |key, next| {
            let slot = &mut slots[key as usize];
            *slot = if *slot == NONE { next } else { *slot };
            *slot
        });
    }

    fn hashed<K: Word>(self, key: &Key<'_, K>, slots: &mut Vec<Slot<K>>) {
        let bits = bits(self.counts.len());
        slots.clear();
        slots.resize(1 << bits, Slot { key: K::default(), class: NONE });
        self.by(key, |key, next| {
            let mut place = key.place(bits);
            loop {
                let slot = &mut slots[place];
                if slot.key.is_free_or(key) {
                    slot.key = key;
                    slot.class = if slot.class == NONE { next } else { slot.class };
                    return slot.class;
                }
                place = (place + 1) & ((1 << bits) - 1);
            }
        });
    }

    /// `class_of` gives the class of a key, which is the number it is told for a key it has not seen.
    fn by<K: Word>(self, key: &Key<'_, K>, mut class_of: impl FnMut(K, u32) -> u32) {
        let mut next = 0u32;
        let mut keys = [K::default(); BLOCK];
        for (block, classes) in self.class_of_item.chunks_mut(BLOCK).enumerate() {
            let items = block * BLOCK..block * BLOCK + classes.len();
            let keys = &mut keys[..classes.len()];
            key.fill(items.clone(), keys);
            let counts = &self.counts[items.clone()];
            for (item, ((&mut key, &count), class)) in
                (items.start as u32..).zip(keys.iter_mut().zip(counts).zip(classes))
            {
                self.representatives[next as usize] = item;
                *class = class_of(key, next);
                self.sizes[*class as usize] += count;
                next += u32::from(*class == next);
            }
        }
        self.sizes.truncate(next as usize);
        self.representatives.truncate(next as usize);
    }
}
