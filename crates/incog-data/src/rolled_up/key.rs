//! What an item looks like at a node, as one number.

use super::{JoinedColumn, RolledUpTable};
use crate::NarrowCodes::{One, Two};
use crate::{LabelTables, Levels, NarrowCodes};
use std::ops::Range;

/// A number that holds the labels of an item: 32 bits where they suffice, since twice as many stay
/// in the cache.
pub(super) trait Word: Copy + Default + Eq + std::ops::Add<Output = Self> {
    fn from_number(number: u64) -> Self;

    /// Whether a place with this number is free, which 0 says, or has the number `other`.
    ///
    /// One product is compared where two comparisons would be two branches that are hard to
    /// predict.
    fn is_free_or(self, other: Self) -> bool;

    /// A place among `2^bits`, which depends on all bits of the number (Fibonacci hashing).
    fn place(self, bits: u32) -> usize;

    /// The buffer of look-up tables of this kind.
    fn tables(look_up: &mut LookUp) -> &mut Vec<Self>;
}

impl Word for u32 {
    fn from_number(number: u64) -> Self {
        number as u32
    }

    fn is_free_or(self, other: Self) -> bool {
        u64::from(self) * u64::from(self ^ other) == 0
    }

    fn place(self, bits: u32) -> usize {
        (self.wrapping_mul(0x9E37_79B1) >> (32 - bits)) as usize
    }

    fn tables(look_up: &mut LookUp) -> &mut Vec<Self> {
        &mut look_up.narrow
    }
}

impl Word for u64 {
    fn from_number(number: u64) -> Self {
        number
    }

    fn is_free_or(self, other: Self) -> bool {
        u128::from(self) * u128::from(self ^ other) == 0
    }

    fn place(self, bits: u32) -> usize {
        (self.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - bits)) as usize
    }

    fn tables(look_up: &mut LookUp) -> &mut Vec<Self> {
        &mut look_up.wide
    }
}

/// Room for look-up tables.
#[derive(Debug, Default)]
pub(super) struct LookUp {
    narrow: Vec<u32>,
    wide: Vec<u64>,
}

/// A node and the tables of its labels.
#[derive(Clone, Copy)]
pub(super) struct LabelledNode<'a> {
    pub tables: &'a LabelTables,
    pub levels: &'a Levels,
}

/// The classes of items by the joints before one.
#[derive(Clone, Copy)]
pub(super) struct PreviousClasses<'a> {
    /// The class of each item; empty before the first joint.
    pub of_item: &'a [u32],
    pub count: u64,
}

impl PreviousClasses<'_> {
    /// One class of all items.
    pub const ONE: Self = Self { of_item: &[], count: 1 };
}

/// The columns of one joint with their look-up tables.
pub(super) struct Key<'a, K> {
    columns: Vec<(&'a NarrowCodes, &'a [K])>,
    /// The class of each item by the joints before; empty for the first joint.
    previous: &'a [u32],
}

impl<'a, K: Word> Key<'a, K> {
    /// The keys of a joint, each column counting as many times as there are keys by `previous` and
    /// the columns before.
    pub fn new(
        joint: &[&'a JoinedColumn],
        rolled_up: &RolledUpTable,
        node: LabelledNode<'_>,
        previous: PreviousClasses<'a>,
        room: &'a mut Vec<K>,
    ) -> Self {
        room.clear();
        let LabelledNode { tables, levels } = node;
        let mut weight = previous.count;
        let mut place = |column: &&'a JoinedColumn| {
            let factors: Vec<u64> = column
                .attributes
                .iter()
                .map(|&attribute| {
                    let factor = weight;
                    weight = weight.wrapping_mul(u64::from(tables.labels(attribute, levels[attribute])));
                    factor
                })
                .collect();
            let terms = column.terms(tables, rolled_up.levels(), levels, &factors);
            (&column.codes, column.append_sums(room, &terms, K::from_number))
        };
        let places: Vec<(&'a NarrowCodes, Range<usize>)> = joint.iter().map(&mut place).collect();
        let room: &'a [K] = room;
        let columns = places.into_iter().map(|(codes, table)| (codes, &room[table])).collect();
        Self { columns, previous: previous.of_item }
    }

    /// The keys of some items, from 1 on: 0 is no key.
    pub fn fill(&self, items: Range<usize>, keys: &mut [K]) {
        match self.previous.get(items.clone()) {
            Some(previous) => {
                keys.iter_mut()
                    .zip(previous)
                    .for_each(|(key, &class)| *key = K::from_number(u64::from(class) + 1));
            }
            None => keys.fill(K::from_number(1)),
        }
        for pair in self.columns.chunks(2) {
            let items = items.clone();
            match *pair {
                [(One(first), of_first), (One(second), of_second)] => {
                    add_two(keys, &first[items.clone()], of_first, &second[items], of_second);
                }
                [(One(first), of_first), (Two(second), of_second)] => {
                    add_two(keys, &first[items.clone()], of_first, &second[items], of_second);
                }
                [(Two(first), of_first), (One(second), of_second)] => {
                    add_two(keys, &first[items.clone()], of_first, &second[items], of_second);
                }
                [(Two(first), of_first), (Two(second), of_second)] => {
                    add_two(keys, &first[items.clone()], of_first, &second[items], of_second);
                }
                _ => pair.iter().for_each(|(codes, table)| add(keys, codes, table, items.clone())),
            }
        }
    }
}

fn add<K: Word>(keys: &mut [K], codes: &NarrowCodes, table: &[K], items: Range<usize>) {
    codes.visit_with(items, keys, |key, code| *key = *key + table[code as usize]);
}

/// Two columns in one pass: a key is fetched and stored once for both.
fn add_two<K: Word, A: Copy + Into<usize>, B: Copy + Into<usize>>(
    keys: &mut [K],
    first: &[A],
    of_first: &[K],
    second: &[B],
    of_second: &[K],
) {
    for (key, (&first, &second)) in keys.iter_mut().zip(first.iter().zip(second)) {
        *key = *key + of_first[first.into()] + of_second[second.into()];
    }
}

/// Columns whose labels fit one key together.
pub(super) struct Joint<'g> {
    pub columns: Vec<&'g JoinedColumn>,
    /// Combinations of their labels.
    pub width: u64,
}

/// The columns of a rolled-up table, in joints of as many as fit one key beside the number of a
/// class; columns that look alike in all items are left out. There is at least one joint.
pub(super) fn joints<'g>(
    rolled_up: &'g RolledUpTable,
    tables: &LabelTables,
    levels: &Levels,
) -> Vec<Joint<'g>> {
    let width = |column: &JoinedColumn| {
        column.attributes.iter().map(|&a| u64::from(tables.labels(a, levels[a]))).product::<u64>()
    };
    let mut joints = vec![Joint { columns: Vec::new(), width: 1 }];
    // What stands beside the columns of the current joint.
    let mut classes: u64 = 1;
    for column in &rolled_up.joined {
        let width = width(column);
        if width <= 1 {
            continue;
        }
        let Some(last) = joints.last_mut() else { break };
        match last.width.checked_mul(width).filter(|joint| joint.checked_mul(classes).is_some()) {
            Some(joint) => {
                last.width = joint;
                last.columns.push(column);
            }
            None => {
                joints.push(Joint { columns: vec![column], width });
                classes = rolled_up.len() as u64;
            }
        }
    }
    joints
}
