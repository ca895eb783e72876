//! How many classes of a release have each size.

use crate::ReleaseView;
use std::collections::BTreeMap;

/// The classes of a release by their size.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Sizes(BTreeMap<u64, u64>);

impl Sizes {
    pub fn from_release(release: &ReleaseView<'_>) -> Self {
        let mut sizes = BTreeMap::new();
        release.kept.iter().filter(|kept| **kept > 0).for_each(|&kept| *sizes.entry(kept).or_insert(0) += 1);
        Self(sizes)
    }

    /// Each size with its classes, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> {
        self.0.iter().map(|(&size, &classes)| (size, classes))
    }

    pub fn records(&self) -> f64 {
        self.iter().map(|(size, classes)| size as f64 * classes as f64).sum()
    }

    pub fn classes(&self) -> f64 {
        self.iter().map(|(_, classes)| classes as f64).sum()
    }

    /// Classes of one record.
    pub fn uniques(&self) -> f64 {
        self.0.get(&1).map_or(0.0, |&classes| classes as f64)
    }

    #[cfg(test)]
    pub fn from_pairs(pairs: &[(u64, u64)]) -> Self {
        Self(pairs.iter().copied().collect())
    }
}
