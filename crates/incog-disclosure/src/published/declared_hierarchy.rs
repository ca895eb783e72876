//! What a release shows of hierarchies that a job states.

use crate::job::HierarchySource;
use incog_data::{Column, Hierarchy, HierarchySpec, QuasiIdentifier, ValueTree};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// Whether all cells of a column are the label of the root, which the job allows. Values that have
/// no place in a hierarchy have that label at every level: a lower one would say that all of them
/// are such values.
pub fn looks_like_the_root(qid: &QuasiIdentifier, levels: &[u8], used: &[bool]) -> bool {
    let [level] = levels else { return false };
    let root = qid.hierarchy.root_label();
    let mut codes = (0u32..).zip(used).filter(|(_, used)| **used).peekable();
    usize::from(qid.max_level) == qid.hierarchy.height()
        && codes.peek().is_some()
        && codes.all(|(code, _)| qid.label(*level, code) == root)
}

/// A tree as the specification of a hierarchy; `None` where it is none.
pub fn of_tree(tree: &BTreeMap<String, String>) -> Option<HierarchySpec> {
    let pairs = tree.iter().map(|(value, parent)| (value.as_str(), parent.as_str()));
    Some(HierarchySpec::Tree(ValueTree::from_parents(pairs).ok()?))
}

/// The tree or the order of values that a job states.
pub fn stated_in_job(source: &HierarchySource) -> Option<Cow<'_, HierarchySpec>> {
    match source {
        HierarchySource::File(_) => None,
        HierarchySource::Tree(tree) => of_tree(tree).map(Cow::Owned),
        HierarchySource::Made(spec) => spec.is_stated().then_some(Cow::Borrowed(spec)),
    }
}

/// A hierarchy whose domain is what the job states, and what cells show beyond it; `levels` are
/// those at which the column is published, or `cells` its cells, where each is a label of any
/// level.
pub fn with_shown_domain(
    hierarchy: Arc<Hierarchy>,
    source: &HierarchySource,
    column: &Column,
    levels: &[usize],
    cells: Option<&HashSet<String>>,
) -> Arc<Hierarchy> {
    let counted = stated_in_job(source).and_then(|spec| match cells {
        None => spec.counting_what_is_shown(&hierarchy, column, levels, |_| true),
        Some(cells) => {
            let levels: Vec<usize> = (0..=hierarchy.height()).collect();
            spec.counting_what_is_shown(&hierarchy, column, &levels, |text| cells.contains(text))
        }
    });
    counted.map_or(hierarchy, Arc::new)
}
