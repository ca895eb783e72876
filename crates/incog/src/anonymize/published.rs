//! The quasi-identifiers as a release shows them.

use super::input::Input;
use crate::job::HierarchySource;
use incog_data::{
    Column, Hierarchy, HierarchySpec, Levels, PublishedHierarchy, QuasiIdentifier, Table, ValueTree,
};
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// A quasi-identifier whose labels, levels and domain follow from published values, or are stated.
pub(crate) struct PublishedAttribute {
    /// Its name.
    pub name: String,
    /// The hierarchy of the published values; all of it when it is stated.
    pub hierarchy: Arc<Hierarchy>,
    /// The level it is published at.
    pub level: u8,
    /// Whether the hierarchy follows from no record: a file, a tree, an order of values.
    pub stated: bool,
    /// Importance in the utility.
    pub weight: f64,
}

/// The quasi-identifiers of the rows that are published, at the `levels` of the search.
pub(super) fn published(input: &Input, levels: &Levels, rows: &[u32]) -> Vec<PublishedAttribute> {
    let table = &input.file.table;
    let real = input.real_rows();
    let whole = rows.iter().filter(|&&row| (row as usize) < real).count() == real;
    let found = input.quasi_identifiers.iter().zip(levels.iter()).filter_map(|(qid, &level)| {
        let column = table.column(&qid.name)?;
        let source = input.job.columns.get(&qid.name)?.hierarchy.as_ref()?;
        let given = !input.made_by_default.contains(&qid.name);
        let shown =
            Shown { used: used_codes(column, rows), parents: parents(source, table, Some(rows)), whole };
        Some(attribute(qid, source, given, level, column, &shown))
    });
    found.collect()
}

/// What of a column is published.
pub(crate) struct Shown {
    /// Which of its codes.
    pub used: Vec<bool>,
    /// The values of the columns above it that published rows have, where its hierarchy is made of other columns.
    pub parents: Option<HashSet<String>>,
    /// Whether no record is suppressed: then there is nobody of whom a hierarchy could tell.
    pub whole: bool,
}

/// The values that published rows have in the columns a hierarchy is made of; of all rows when it is not known
/// which are.
pub(crate) fn parents(
    source: &HierarchySource,
    table: &Table,
    rows: Option<&[u32]>,
) -> Option<HashSet<String>> {
    let HierarchySource::Made(HierarchySpec::Columns(above)) = source else { return None };
    let columns = above.columns.iter().filter_map(|name| table.column(name));
    let values = columns.flat_map(|column| {
        let used = rows.map_or_else(|| vec![true; column.dictionary.len()], |rows| used_codes(column, rows));
        let values = column.dictionary.iter().zip(used).filter(|(_, used)| *used);
        values.map(|(value, _)| value.to_owned()).collect::<Vec<_>>()
    });
    Some(values.collect())
}

/// One quasi-identifier of which `shown` is published. `given` says whether the job asks for its hierarchy.
pub(crate) fn attribute(
    qid: &QuasiIdentifier,
    source: &HierarchySource,
    given: bool,
    level: u8,
    column: &Column,
    shown: &Shown,
) -> PublishedAttribute {
    let is_published = |code: u32| shown.used[code as usize];
    let (stated, published) = match source {
        _ if shown.whole => (source.is_stated(), None),
        HierarchySource::File(_) => {
            let level = PublishedHierarchy::stated_level(&qid.hierarchy, column, level.into(), is_published);
            return shown_as(qid, qid.hierarchy.clone(), level, true);
        }
        // What is missing counts only where it is published.
        HierarchySource::Tree(tree) => (true, publish_tree(tree, qid, level, column, shown)),
        HierarchySource::Made(spec) => (spec.is_stated(), publish(spec, given, qid, level, column, shown)),
    };
    match published {
        Some(PublishedHierarchy { hierarchy, level }) => shown_as(qid, Arc::new(hierarchy), level, stated),
        // Nothing is published that it could tell of, or nothing is suppressed.
        None => shown_as(qid, qid.hierarchy.clone(), if shown.whole { level } else { 0 }, stated),
    }
}

fn shown_as(qid: &QuasiIdentifier, hierarchy: Arc<Hierarchy>, level: u8, stated: bool) -> PublishedAttribute {
    PublishedAttribute { name: qid.name.clone(), hierarchy, level, stated, weight: qid.weight }
}

fn publish_tree(
    tree: &BTreeMap<String, String>,
    qid: &QuasiIdentifier,
    level: u8,
    column: &Column,
    shown: &Shown,
) -> Option<PublishedHierarchy> {
    let pairs = tree.iter().map(|(value, parent)| (value.as_str(), parent.as_str()));
    let spec = HierarchySpec::Tree(ValueTree::from_parents(pairs).ok()?);
    spec.publish(&qid.hierarchy, column, level.into(), |code| shown.used[code as usize])
}

fn publish(
    spec: &HierarchySpec,
    given: bool,
    qid: &QuasiIdentifier,
    level: u8,
    column: &Column,
    shown: &Shown,
) -> Option<PublishedHierarchy> {
    let (made, level) = (&qid.hierarchy, usize::from(level));
    let is_published = |code: u32| shown.used[code as usize];
    if !given {
        return spec.publish_level(made, column, level, is_published);
    }
    // What stands above a value may be known from suppressed rows alone.
    let is_told = |code: u32| {
        let (value, label) = (column.dictionary.get(code), qid.label(level as u8, code));
        shown.parents.as_ref().is_none_or(|parents| parents.contains(label)) || label == value
    };
    let codes = 0..column.dictionary.len() as u32;
    if level < made.height() && !codes.filter(|&code| is_published(code)).all(is_told) {
        return spec.publish_ends(made, column, level, is_published);
    }
    spec.publish(made, column, level, is_published)
}

/// Which codes of a column the rows have.
pub(crate) fn used_codes(column: &Column, rows: &[u32]) -> Vec<bool> {
    let mut used = vec![false; column.dictionary.len()];
    rows.iter().for_each(|&row| used[column.codes[row as usize] as usize] = true);
    used
}
