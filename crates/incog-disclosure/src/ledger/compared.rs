//! The smallest group that a comparison of all releases of a series shows.

use super::line::{LedgerRun, LedgerTerms};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The smallest group that a comparison of all releases of a series shows.
///
/// Records are a group if they have the same labels, came with one release and left with one. No
/// comparison tells them apart but by their values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComparedGroups {
    /// Records of the smallest group.
    pub records: u64,
    /// The fewest values that a group has in a sensitive column, where a missing value is none;
    /// missing where the series has no sensitive column.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub values: Option<u64>,
}

impl ComparedGroups {
    /// The groups of the records of these runs; `None` where nobody ever came.
    pub(super) fn new(series: &LedgerTerms, runs: &[&LedgerRun]) -> Option<Self> {
        let mut left_in: BTreeMap<&str, usize> = BTreeMap::new();
        for (number, run) in runs.iter().enumerate() {
            left_in.extend(run.left.iter().map(|digest| (digest.as_str(), number)));
        }
        let mut groups: BTreeMap<_, Vec<&[Option<String>]>> = BTreeMap::new();
        for (number, run) in runs.iter().enumerate() {
            for block in &run.admitted {
                for (digest, cells) in &block.people {
                    let history = (number, left_in.get(digest.as_str()), &block.labels);
                    groups.entry(history).or_default().push(cells);
                }
            }
        }
        let records = groups.values().map(|group| group.len() as u64).min()?;
        let columns = 0..series.sensitive.len();
        let values = columns.flat_map(|column| groups.values().map(move |group| values(group, column))).min();
        Some(Self { records, values })
    }
}

fn values(group: &[&[Option<String>]], column: usize) -> u64 {
    group.iter().filter_map(|cells| cells[column].as_ref()).collect::<BTreeSet<&String>>().len() as u64
}
