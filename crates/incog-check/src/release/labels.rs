//! Which groups of a hierarchy the labels of a release stand for.

use crate::heap::*;
use crate::numbers::sum;
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

/// A column of the release, and by code what its labels stand for.
pub(crate) struct ReadColumn<'a> {
    pub column: &'a CodedColumn,
    pub places: Vec<LabelPlace>,
}

impl ReadColumn<'_> {
    pub fn at(&self, row: usize) -> LabelPlace {
        self.places[self.column.codes[row]]
    }

    /// Whether a record of the original has the label of a row of the release.
    pub fn stands_for(&self, row: usize, attribute: &Attribute<'_>, record: usize) -> bool {
        let place = self.at(row);
        attribute.labels[place.level][attribute.column.codes[record]] == place.label
    }

    /// What the labels of all rows cost.
    pub fn cost(&self, attribute: &Attribute<'_>) -> f64 {
        let by_code: Vec<f64> = self
            .places
            .iter()
            .map(|place: &LabelPlace| {
                let code = attribute.labels[place.level].iter().position(|label| *label == place.label);
                code.map_or(0.0, |code| attribute.costs[place.level][code])
            })
            .collect();
        sum(self.column.codes.iter().map(|&code| by_code[code]))
    }
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

/// Whether two labels stand for the same values.
fn have_same_leaves(tree: &LabelTree, one: LabelPlace, other: LabelPlace) -> bool {
    let mut labels = tree.labels[one.level].iter().zip(&tree.labels[other.level]);
    labels.all(|(first, second)| (*first == one.label) == (*second == other.label))
}

/// Whether releases have the labels of this level as they are in the hierarchy.
fn has_own_names(attribute: &Attribute<'_>, level: usize) -> bool {
    !attribute.given.rule.is_named_by_bounds() || level == 0 || level == attribute.tree.height()
}

/// The labels of a column at a level.
pub(crate) fn labels_of_level(attribute: &Attribute<'_>, column: &CodedColumn, level: usize) -> ColumnLabels {
    let texts = (0..column.values.len()).map(|code| text_in_tree(attribute, column, code));
    let known: Option<Vec<_>> = texts.map(|text| label_at(&attribute.tree, level, text)).collect();
    let known = known.filter(|_| has_own_names(attribute, level));
    known.map_or(ColumnLabels::Unnamed(level), ColumnLabels::Known)
}

/// The labels of a column at the only level that has them all.
pub(crate) fn labels_of_only_level(attribute: &Attribute<'_>, column: &CodedColumn) -> Option<ColumnLabels> {
    let levels = attribute.lowest..=attribute.highest;
    let labels = levels.map(|level| labels_of_level(attribute, column, level));
    let mut known = labels.filter(|labels| matches!(labels, ColumnLabels::Known(_)));
    known.next().filter(|_| known.next().is_none())
}

/// The lowest level that has each label; `None` where a label may stand for several groups.
pub(crate) fn local_labels(attribute: &Attribute<'_>, column: &CodedColumn) -> Option<ColumnLabels> {
    let mut places = vec![];
    for code in 0..column.values.len() {
        let text = text_in_tree(attribute, column, code);
        let levels = (attribute.lowest..=attribute.highest).filter(|&level| has_own_names(attribute, level));
        let mut found = levels.filter_map(|level| label_at(&attribute.tree, level, text));
        let first = found.next()?;
        if found.any(|other| !have_same_leaves(&attribute.tree, first, other)) {
            return None;
        }
        places.push(first);
    }
    Some(ColumnLabels::Known(places))
}
