//! Numbers of keys.

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use std::hash::BuildHasher;

/// Numbers of keys in order of first appearance.
#[derive(Default)]
pub(super) struct Numbers {
    numbers: HashTable<(u64, u32)>,
    hasher: FixedState,
    /// The last key and its number: rows that are sorted mostly have the key of the row before.
    last: Option<(u64, u32)>,
    found: Found,
}

/// Keys in order of first appearance.
#[derive(Default)]
pub(super) struct Found {
    pub keys: Vec<u64>,
    /// The row in which each came first.
    pub first_rows: Vec<u32>,
}

impl Numbers {
    /// The number of a key that a row has.
    pub fn number(&mut self, key: u64, row: u32) -> u32 {
        let Self { numbers, hasher, last, found } = self;
        if let Some((known, number)) = *last
            && known == key
        {
            return number;
        }
        let same = |&(other, _): &(u64, u32)| other == key;
        let number = match numbers.entry(hasher.hash_one(key), same, |&(other, _)| hasher.hash_one(other)) {
            Entry::Occupied(entry) => entry.get().1,
            Entry::Vacant(entry) => {
                let number = found.keys.len() as u32;
                entry.insert((key, number));
                found.keys.push(key);
                found.first_rows.push(row);
                number
            }
        };
        *last = Some((key, number));
        number
    }

    /// The keys, without what finds the number of one.
    pub fn into_found(self) -> Found {
        self.found
    }
}

impl Found {
    /// The keys of all parts, part after part, and for each part the number of each of its keys;
    /// `None` where there is only one part, whose numbers are the same.
    pub fn merged(parts: Vec<Self>) -> (Self, Option<Vec<Vec<u32>>>) {
        if parts.len() <= 1 {
            return (parts.into_iter().next().unwrap_or_default(), None);
        }
        let mut all = Numbers::default();
        let mut merge = |part: Self| {
            part.keys.iter().zip(&part.first_rows).map(|(&key, &row)| all.number(key, row)).collect()
        };
        let number_of = parts.into_iter().map(&mut merge).collect();
        (all.into_found(), Some(number_of))
    }
}
