//! Finds the classes of a release that fit somebody.

use crate::kinds::Kinds;
use crate::labels::Meaning;
use crate::matched_column::{Cohort, MatchedColumn};
use std::collections::HashMap;

/// The classes of a release by their labels.
pub(crate) struct Lookup {
    /// For each column the code of each class.
    codes: Vec<Vec<u32>>,
    of_labels: HashMap<Vec<u32>, u32>,
    /// For each column and each of its values, the labels that stand for it.
    labels_of: Vec<Vec<Vec<u32>>>,
    /// Whether each class can be anybody's.
    shown: Vec<bool>,
}

impl Lookup {
    /// `shown` says of each class whether it can be anybody's.
    pub fn new(known: &[&MatchedColumn<'_>], kinds: &Kinds, shown: Vec<bool>) -> Self {
        let classes = kinds.records.len();
        let labels = |class: usize| kinds.codes.iter().map(|codes| codes[class]).collect();
        Self {
            codes: kinds.codes.clone(),
            of_labels: (0..classes).map(|class| (labels(class), class as u32)).collect(),
            labels_of: known.iter().map(|bound| labels_of(bound)).collect(),
            shown,
        }
    }

    /// The classes that fit a record, ascending; `values` has its code in each column.
    pub fn fitting(&self, values: &[u32]) -> Vec<u32> {
        let labels: Vec<&[u32]> =
            values.iter().zip(&self.labels_of).map(|(&value, of)| of[value as usize].as_slice()).collect();
        let combinations = labels.iter().fold(1usize, |all, one| all.saturating_mul(one.len()));
        let mut found =
            if combinations <= self.shown.len() { self.combined(&labels) } else { self.scanned(&labels) };
        found.retain(|&class| self.shown[class as usize]);
        found.sort_unstable();
        found
    }

    /// Looks up every combination of labels.
    fn combined(&self, labels: &[&[u32]]) -> Vec<u32> {
        let mut all = vec![Vec::new()];
        for column in labels {
            let longer = all.iter().flat_map(|begun: &Vec<u32>| {
                column.iter().map(|&label| begun.iter().copied().chain([label]).collect())
            });
            all = longer.collect();
        }
        all.iter().filter_map(|labels| self.of_labels.get(labels).copied()).collect()
    }

    /// Looks at every class.
    fn scanned(&self, labels: &[&[u32]]) -> Vec<u32> {
        let fits = |class: &u32| {
            let mut columns = labels.iter().zip(&self.codes);
            columns.all(|(labels, codes)| labels.binary_search(&codes[*class as usize]).is_ok())
        };
        (0..self.shown.len() as u32).filter(fits).collect()
    }
}

/// For each value of a column the labels that stand for it, ascending.
fn labels_of(bound: &MatchedColumn<'_>) -> Vec<Vec<u32>> {
    let mut labels_of = vec![Vec::new(); bound.values.len()];
    for (label, meaning) in (0u32..).zip(&bound.release.meanings) {
        match meaning {
            Meaning::Anything => labels_of.iter_mut().for_each(|labels| labels.push(label)),
            Meaning::Values(values) => values.iter().for_each(|&value| labels_of[value as usize].push(label)),
            Meaning::Number(_) | Meaning::Unread => {}
        }
    }
    labels_of
}

/// The codes of a record in some columns.
pub(crate) fn values_of<'b, 'a: 'b>(
    known: impl IntoIterator<Item = &'b MatchedColumn<'a>>,
    group: Cohort,
    row: u32,
) -> Vec<u32> {
    known.into_iter().map(|bound| bound.codes(group).at(row as usize)).collect()
}
