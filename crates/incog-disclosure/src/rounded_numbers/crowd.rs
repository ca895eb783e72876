//! How many published records have few lookalikes.

use incog_data::Column;
use std::collections::{HashMap, HashSet};

/// Published records, each with how many it stands for, and whose they are.
pub(crate) struct Crowd<'a> {
    /// The row of the table, and the records it stands for.
    pub records: &'a [(u32, u64)],
    pub people: Option<&'a Column>,
    pub k: u64,
}

impl Crowd<'_> {
    /// All records.
    pub fn count(&self) -> u64 {
        self.records.iter().map(|(_, count)| count).sum()
    }

    /// The records of rows whose key is that of fewer than k people, or records. Rows without a key
    /// are not counted.
    pub fn below(&self, key: impl Fn(u32) -> Option<(u32, u32)>) -> u64 {
        let (mut alike, mut seen) = (HashMap::new(), HashSet::new());
        for &(row, count) in self.records {
            let Some(key) = key(row) else { continue };
            let more = match self.people {
                None => count,
                Some(people) => {
                    let person = people.one_missing(people.codes.at(row as usize));
                    u64::from(seen.insert((key, person)))
                }
            };
            *alike.entry(key).or_insert(0) += more;
        }
        self.records
            .iter()
            .filter(|&&(row, _): &&(u32, u64)| key(row).is_some_and(|key| alike[&key] < self.k))
            .map(|(_, count)| count)
            .sum()
    }
}
