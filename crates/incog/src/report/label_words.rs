//! The labels of a column whose records have several levels, in words.

use super::page::percent;
use super::{ColumnFacts, LevelShare};
use crate::job::HierarchySource;
use incog_data::HierarchySpec;

/// Which share of the published records has labels of which kind:
/// `61.0 % as it is, 39.0 % in intervals of 5`.
pub fn labels_in_words(column: &ColumnFacts) -> String {
    // What the report withholds of the hierarchy has no words.
    let source = column.hierarchy.as_ref().and_then(|file| HierarchySource::check(&column.name, file).ok());
    let spec = match &source {
        Some(HierarchySource::Made(spec)) => Some(spec),
        _ => None,
    };
    let levels = column.levels.unwrap_or(1) as usize;
    let all: u64 = column.by_level.iter().map(|share| share.records).sum();
    let share = |share: &LevelShare| {
        let part = percent(share.records as f64 / all.max(1) as f64);
        format!("{part} {}", HierarchySpec::words(spec, share.level.into(), levels))
    };
    column.by_level.iter().map(share).collect::<Vec<_>>().join(", ")
}
