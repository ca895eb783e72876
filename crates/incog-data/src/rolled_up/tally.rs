//! Counting the records of each key, without numbering the keys.

use super::grouping::SmallClasses;
use super::key::{Key, Word};
use super::numbering::{BLOCK, bits};

/// The records of each key of a node, at a place of its own, and the place of each item.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Records by key, up to 255: more are not told apart.
    dense: Vec<u8>,
    narrow: Vec<Place<u32>>,
    wide: Vec<Place<u64>>,
    place_of_item: Vec<u32>,
    small: Vec<u32>,
}

/// Key and records side by side, so that comparing and counting take one access to memory. Free
/// without a key.
#[derive(Debug, Clone, Copy, Default)]
struct Place<K> {
    key: K,
    records: u32,
}

impl Tally {
    /// The items whose keys have fewer than `minimum` records, when keys fit 32 bits.
    pub fn small(
        &mut self,
        key: &Key<'_, u32>,
        space: u64,
        counts: &[u32],
        minimum: u64,
    ) -> SmallClasses<'_> {
        let Self { dense, narrow, place_of_item, small, .. } = self;
        let hashed = size_of::<Place<u32>>() << bits(counts.len());
        if space >= hashed as u64 || minimum > u64::from(u8::MAX) {
            hash(key, counts, narrow, place_of_item);
            return select(counts, place_of_item, |place| narrow[place as usize].records, minimum, small);
        }
        dense.clear();
        dense.resize(space as usize + 1, 0);
        place(key, counts, place_of_item, |key, count| {
            let records = &mut dense[key as usize];
            *records = records.saturating_add(count.min(255) as u8);
            key
        });
        select(counts, place_of_item, |key| u32::from(dense[key as usize]), minimum, small)
    }

    /// Like `small`, for keys of 64 bits.
    pub fn small_wide(&mut self, key: &Key<'_, u64>, counts: &[u32], minimum: u64) -> SmallClasses<'_> {
        let Self { wide, place_of_item, small, .. } = self;
        hash(key, counts, wide, place_of_item);
        select(counts, place_of_item, |place| wide[place as usize].records, minimum, small)
    }
}

fn hash<K: Word>(key: &Key<'_, K>, counts: &[u32], places: &mut Vec<Place<K>>, place_of_item: &mut Vec<u32>) {
    let bits = bits(counts.len());
    places.clear();
    places.resize(1 << bits, Place::default());
    place(key, counts, place_of_item, |key, count| {
        let mut index = key.place(bits);
        loop {
            let place = &mut places[index];
            if place.key.is_free_or(key) {
                place.key = key;
                place.records += count;
                return index as u32;
            }
            index = (index + 1) & ((1 << bits) - 1);
        }
    });
}

/// Counts every item's records at the place of its key, which `count` tells.
fn place<K: Word>(
    key: &Key<'_, K>,
    counts: &[u32],
    place_of_item: &mut Vec<u32>,
    mut count: impl FnMut(K, u32) -> u32,
) {
    place_of_item.resize(counts.len(), 0);
    let mut keys = [K::default(); BLOCK];
    for (block, places) in place_of_item.chunks_mut(BLOCK).enumerate() {
        let items = block * BLOCK..block * BLOCK + places.len();
        let keys = &mut keys[..places.len()];
        key.fill(items.clone(), keys);
        for ((&mut key, &records), place) in keys.iter_mut().zip(&counts[items]).zip(places) {
            *place = count(key, records);
        }
    }
}

/// Every item is written after the last small one, and kept if it is small: a branch would be hard
/// to predict.
fn select<'a>(
    counts: &[u32],
    place_of_item: &[u32],
    records: impl Fn(u32) -> u32,
    minimum: u64,
    small: &'a mut Vec<u32>,
) -> SmallClasses<'a> {
    let minimum = u32::try_from(minimum).unwrap_or(u32::MAX);
    small.resize(counts.len() + 1, 0);
    let (mut next, mut total) = (0, 0u64);
    for (item, (&count, &place)) in (0u32..).zip(counts.iter().zip(place_of_item)) {
        let is_small = records(place) < minimum;
        small[next] = item;
        next += usize::from(is_small);
        total += if is_small { u64::from(count) } else { 0 };
    }
    SmallClasses { items: &small[..next], records: total }
}
