//! How many records say the name of a column.

use std::collections::BTreeMap;

/// How many of the records have each key, where names of columns stand in no header but in the
/// records themselves.
///
/// ```
/// use incog_io::KeyLines;
/// let keys = KeyLines { lines: 4, with: [("age".into(), 4), ("clinic".into(), 2)].into() };
/// assert_eq!(keys.of_few().collect::<Vec<_>>(), ["clinic"]);
/// assert_eq!(keys.of_fewer_than(2).count(), 0);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KeyLines {
    /// The records.
    pub lines: u64,
    /// Those with each key.
    pub with: BTreeMap<String, u64>,
}

impl KeyLines {
    /// The keys that at most half of the records have: records that are not published may alone
    /// have said them.
    pub fn of_few(&self) -> impl Iterator<Item = &str> {
        self.of_fewer_than(self.lines / 2 + 1).map(|(key, _)| key)
    }

    /// The keys that fewer than so many records have, and how many have each.
    pub fn of_fewer_than(&self, lines: u64) -> impl Iterator<Item = (&str, u64)> {
        self.with.iter().filter(move |(_, with)| **with < lines).map(|(key, with)| (&**key, *with))
    }

    /// Adds those of another file.
    pub(crate) fn add(&mut self, other: &Self) {
        self.lines += other.lines;
        for (key, lines) in &other.with {
            *self.with.entry(key.clone()).or_default() += lines;
        }
    }
}
