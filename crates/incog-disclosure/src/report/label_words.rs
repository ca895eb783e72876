//! What a column is published as, in words: labels of several levels, and rounded numbers.

use super::page::percent;
use super::{ColumnFacts, LevelShare, Report};
use crate::job::{HierarchySource, PublishFile};
use incog_card::Value;
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

/// To which base a column is rounded and how far its originals may be, where it is rounded:
/// `rounded to 500: the original lies within ±250`.
pub fn rounding_in_words(report: &Report, column: &ColumnFacts) -> Option<String> {
    let Some(PublishFile::Treatment(said)) = &report.job.columns.get(&column.name)?.publish else {
        return None;
    };
    let number = |name: &str| said.get(name).map(Value::number).filter(|number| !number.is_nan());
    let base = number("round").or_else(|| number("base").filter(|_| said.contains_key("round")))?;
    let is_random = said.get("random") == Some(&Value::Switch(true));
    let within = if is_random { base } else { base / 2.0 };
    let ends = number("lowest").zip(number("highest")).map_or_else(String::new, |(lowest, highest)| {
        format!("; {lowest} stands for all that are lower, and {highest} for all that are higher")
    });
    Some(format!("rounded to {base}: the original lies within ±{within}{ends}"))
}
