//! Numbers for classes, in order of their smallest item.

use super::key::{Key, Word};

/// How many items have their keys made at a time: few enough to stay in the fastest cache.
pub(super) const BLOCK: usize = if cfg!(test) { 16 } else { 512 };

/// Which class has which key.
#[derive(Debug, Default)]
pub(super) struct Slots {
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

/// Classes that are being numbered.
///
/// Whether a key is new is hard for the processor to predict, so there is no branch on it: what a
/// new class has is always written after the last one, and kept if the class is new.
pub(super) struct Numbers<'a> {
    class_of_item: &'a mut Vec<u32>,
    sizes: &'a mut Vec<u32>,
    representatives: &'a mut Vec<u32>,
    counts: &'a [u32],
}

impl<'a> Numbers<'a> {
    /// No class yet, for items with these counts of records.
    pub fn start(
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

    /// Numbers keys of 32 bits, of which there are at most so many.
    pub fn narrow(self, key: &Key<'_, u32>, space: u64, slots: &mut Slots) {
        if is_dense(space, self.counts.len()) {
            self.dense(key, space as usize, &mut slots.dense);
        } else {
            self.hashed(key, &mut slots.narrow);
        }
    }

    /// Numbers keys of 64 bits.
    pub fn wide(self, key: &Key<'_, u64>, slots: &mut Slots) {
        self.hashed(key, &mut slots.wide);
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

    /// `class_of` gives the class of a key, which is the number it is told for a key it has not
    /// seen.
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

/// Whether a place for every possible key takes no more memory than a hash table.
fn is_dense(space: u64, items: usize) -> bool {
    space < 2 << bits(items)
}

/// Places of a hash table for so many items, as a power of two.
pub(super) fn bits(items: usize) -> u32 {
    (2 * items).next_power_of_two().max(16).trailing_zeros()
}
