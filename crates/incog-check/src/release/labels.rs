//! Which groups of a hierarchy the labels of a release stand for.

use crate::heap::*;
use crate::proof::attribute::Attribute;
use crate::reading::table::CodedColumn;
use crate::trees::hierarchy::LabelTree;

/// A label of a hierarchy: its level, and its number there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LabelPlace {
    pub level: usize,
    pub label: usize,
}

/// The labels of one column of the release.
pub(crate) enum ColumnLabels {
    /// By code of the release.
    Known(Vec<LabelPlace>),
    /// The column has this level; which label is which group is not known.
    Unnamed(usize),
}

/// A value of the release as the hierarchy has it: missing ones may have another marker.
fn text_in_tree<'t>(attribute: &'t Attribute<'_>, column: &'t CodedColumn, code: usize) -> &'t str {
    let original = attribute.column;
    match (column.missing == Some(code), original.missing) {
        (true, Some(missing)) => &original.values[missing],
        _ => &column.values[code],
    }
}

fn label_at(tree: &LabelTree, level: usize, text: &str) -> Option<LabelPlace> {
    let label = tree.texts[level].iter().position(|label| label == text)?;
    Some(LabelPlace { level, label })
}

/// Whether releases have the labels of this level as they are in the hierarchy.
fn has_own_names(attribute: &Attribute<'_>, level: usize) -> bool {
    !attribute.given.rule.is_named_by_bounds() || level == 0 || level == attribute.tree.height()
}

/// The labels of a column at a level.
pub(crate) fn labels_of_level(attribute: &Attribute<'_>, column: &CodedColumn, level: usize) -> ColumnLabels {
    let place = |code| label_at(&attribute.tree, level, text_in_tree(attribute, column, code));
    let known: Option<Vec<_>> = (0..column.values.len()).map(place).collect();
    let known = known.filter(|_| has_own_names(attribute, level));
    known.map_or(ColumnLabels::Unnamed(level), ColumnLabels::Known)
}

/// The lowest level that has each label; `None` where a label may stand for several groups.
pub(crate) fn local_labels(attribute: &Attribute<'_>, column: &CodedColumn) -> Option<ColumnLabels> {
    let leaves = |place: LabelPlace| -> Vec<bool> {
        attribute.tree.labels[place.level].iter().map(|label| *label == place.label).collect()
    };
    let one = |code: usize| {
        let text = text_in_tree(attribute, column, code);
        let levels = (attribute.lowest..=attribute.highest).filter(|&level| has_own_names(attribute, level));
        let mut found = levels.filter_map(|level| label_at(&attribute.tree, level, text));
        let first = found.next()?;
        found.all(|other| leaves(other) == leaves(first)).then_some(first)
    };
    (0..column.values.len()).map(one).collect::<Option<_>>().map(ColumnLabels::Known)
}
