//! The sensitive values of classes.

use std::collections::{BTreeMap, BTreeSet};

/// The values of a sensitive column in one class, each with its records.
#[derive(Debug, Clone, Default)]
pub(super) struct ClassValues {
    pub records: BTreeMap<u32, u64>,
    /// Whether some record may have any value.
    pub is_open: bool,
}

impl ClassValues {
    pub fn distinct(&self) -> u64 {
        self.records.len() as u64
    }

    /// What this class has more than the other; `None` where the other has something that this one
    /// has not, or nothing is certain.
    pub fn more_than(&self, other: &Self) -> Option<BTreeMap<u32, u64>> {
        let has_all = other.records.iter().all(|(value, had)| self.records.get(value) >= Some(had));
        if !has_all || self.is_open || other.is_open {
            return None;
        }
        let left = self.records.iter().map(|(&value, records)| {
            (value, records - other.records.get(&value).copied().unwrap_or_default())
        });
        Some(left.filter(|(_, records)| *records > 0).collect())
    }
}

/// The values that some classes leave somebody; `None` where they leave all.
pub(super) fn left_by(classes: &[u32], of_class: &[ClassValues]) -> Option<BTreeSet<u32>> {
    let mut left = BTreeSet::new();
    for class in classes.iter().map(|&class| &of_class[class as usize]) {
        if class.is_open {
            return None;
        }
        left.extend(class.records.keys());
    }
    Some(left)
}
