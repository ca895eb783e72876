//! The quasi-identifiers as a release shows them.

use super::input::Input;
use crate::job::HierarchySource;
use incog_data::{Column, Hierarchy, Levels, PublishedHierarchy, QuasiIdentifier};
use std::sync::Arc;

/// A quasi-identifier whose labels, levels and domain follow from published values, or are stated.
pub(crate) struct PublishedAttribute {
    /// Its name.
    pub name: String,
    /// The hierarchy of the published values; all of it when it is stated.
    pub hierarchy: Arc<Hierarchy>,
    /// For each level of the hierarchy of the search its level in this one.
    pub level_of: Vec<u8>,
    /// The level it is published at.
    pub level: u8,
    /// Whether the hierarchy follows from no record: a file, a tree, an order of values.
    pub stated: bool,
    /// Importance in the utility.
    pub weight: f64,
}

/// The quasi-identifiers of the rows that are published, at the `levels` of the search.
pub(super) fn published(input: &Input, levels: &Levels, rows: &[u32]) -> Vec<PublishedAttribute> {
    let columns = input.file.table.columns();
    let found = input.quasi_identifiers.iter().zip(levels.iter()).filter_map(|(qid, &level)| {
        let column = columns.iter().find(|column| column.name == qid.name)?;
        let source = input.job.columns.get(&qid.name)?.hierarchy.as_ref()?;
        Some(attribute(qid, source, level, column, &used_codes(column, rows)))
    });
    found.collect()
}

/// One quasi-identifier of which the values `used` are published.
pub(crate) fn attribute(
    qid: &QuasiIdentifier,
    source: &HierarchySource,
    level: u8,
    column: &Column,
    used: &[bool],
) -> PublishedAttribute {
    let made = match source {
        HierarchySource::Made(spec) if !spec.is_stated() => Some(spec),
        _ => None,
    };
    let shown = made.and_then(|spec| spec.publish(&qid.hierarchy, column, |code| used[code as usize]));
    let (hierarchy, level_of) = match shown {
        Some(PublishedHierarchy { hierarchy, level_of }) => (Arc::new(hierarchy), level_of),
        // Stated, or nothing is published that it could tell of.
        None => (qid.hierarchy.clone(), (0..=qid.hierarchy.height() as u8).collect()),
    };
    PublishedAttribute {
        name: qid.name.clone(),
        hierarchy,
        level: level_of[level as usize],
        level_of,
        stated: made.is_none(),
        weight: qid.weight,
    }
}

/// Which codes of a column the rows have.
pub(crate) fn used_codes(column: &Column, rows: &[u32]) -> Vec<bool> {
    let mut used = vec![false; column.dictionary.len()];
    rows.iter().for_each(|&row| used[column.codes[row as usize] as usize] = true);
    used
}
