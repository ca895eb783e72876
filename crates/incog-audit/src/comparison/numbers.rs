//! The numbers of a column, before and after.

use super::Moments;
use crate::{Attribute, ReleasedLabel};
use incog_data::{Column, Hierarchy, RecordCounts};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A column of numbers in a table and in its release.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NumbersOf {
    /// The column.
    pub column: String,
    /// All records of the table.
    pub before: Moments,
    /// The release, each label of a quasi-identifier counted as the middle between the lowest and
    /// the highest number it stands for; one that stands for all values of the column is no number.
    pub after: Moments,
}

impl NumbersOf {
    /// `None` for a column without any number.
    pub(super) fn new(column: &str, before: Counted, after: Counted) -> Option<Self> {
        let (before, after) = (Moments::from_counted(before), Moments::from_counted(after));
        (before.values > 0).then(|| Self { column: column.to_owned(), before, after })
    }
}

/// Numbers, each with how many records have it.
type Counted = Vec<(f64, u64)>;

/// A value that is a number; a range of numbers is read as its middle.
pub(super) fn number(value: &str) -> Option<f64> {
    let finite = |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
    let ends = || value.split_once("..");
    finite(value).or_else(|| ends().and_then(|(from, to)| Some(f64::midpoint(finite(from)?, finite(to)?))))
}

/// Values as they are; missing ones and others that are no numbers are left out.
pub(super) fn of_values(column: &Column, counts: RecordCounts<'_>) -> Counted {
    let records = counts.by_value(column);
    let codes = (0u32..).zip(records).filter(|(code, _)| !column.is_missing(*code));
    codes.filter_map(|(code, count)| Some((number(column.dictionary.get(code))?, count))).collect()
}

/// The middles of labels.
pub(super) fn of_labels(cells: &Attribute<'_>) -> Counted {
    let mut of_level = BTreeMap::new();
    let mut middle = |label: ReleasedLabel| {
        let middles = of_level.entry(label.level).or_insert_with(|| middles(cells.hierarchy, label.level));
        middles[label.label as usize]
    };
    let counted = cells.label_of.iter().zip(cells.records_by_code());
    counted.filter_map(|(label, count)| Some((middle((*label)?)?, *count))).collect()
}

/// For each label of a level, the middle between the lowest and the highest number below it; `None`
/// where some value below is no number, and where all values are.
fn middles(hierarchy: &Hierarchy, level: usize) -> Vec<Option<f64>> {
    let mut ends = vec![Some((f64::INFINITY, f64::NEG_INFINITY)); hierarchy.labels(level).len()];
    for leaf in 0..hierarchy.values() as u32 {
        let label = hierarchy.label_code(level, leaf) as usize;
        let number = number(hierarchy.label(0, leaf));
        ends[label] =
            ends[label].zip(number).map(|((low, high), number)| (low.min(number), high.max(number)));
    }
    let is_all = |label: usize| {
        hierarchy.values() > 1 && hierarchy.leaves(level, label as u32) as usize == hierarchy.values()
    };
    let middle = |(label, ends): (usize, Option<(f64, f64)>)| {
        ends.filter(|_| !is_all(label)).map(|(low, high)| f64::midpoint(low, high))
    };
    ends.into_iter().enumerate().map(middle).collect()
}
