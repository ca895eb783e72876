//! Which sensitive values somebody may have.

use crate::labels::Meaning;
use crate::matched_column::MatchedColumn;
use std::collections::BTreeMap;

/// The values that released records leave somebody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Possible {
    /// Ascending by code.
    values: Vec<u32>,
    /// Whether values that nobody has, or that could not be read, are possible, too.
    others: bool,
}

impl Possible {
    /// What records say, each code of the sensitive column with how many.
    pub fn new(sensitive: &MatchedColumn<'_>, said: &BTreeMap<u32, u64>) -> Self {
        let mut possible = Self { values: Vec::new(), others: false };
        for &code in said.keys() {
            match &sensitive.release.meanings[code as usize] {
                Meaning::Values(found) => possible.values.extend(found),
                Meaning::Anything => {
                    possible.values.extend(0..sensitive.values.len() as u32);
                    possible.others = true;
                }
                Meaning::Number(_) | Meaning::Unread => possible.others = true,
            }
        }
        possible.values.sort_unstable();
        possible.values.dedup();
        possible
    }

    /// What both leave.
    pub fn and(self, other: &Self) -> Self {
        Self {
            values: self
                .values
                .into_iter()
                .filter(|value: &u32| other.values.binary_search(value).is_ok())
                .collect(),
            others: self.others && other.others,
        }
    }

    /// Whether this value is left and no other one.
    pub fn is_only(&self, sensitive: &MatchedColumn<'_>, value: u32) -> bool {
        let number = |value: u32| sensitive.values.numbers[value as usize];
        let is_same =
            |other: u32| value == other || number(value).is_some() && number(value) == number(other);
        !self.others && self.values.contains(&value) && self.values.iter().all(|&other| is_same(other))
    }
}
