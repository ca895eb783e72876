//! Cells that a spreadsheet would execute.

use crate::job::Terms;
use incog_data::{Column, Hierarchy, Table, is_formula};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What to look at in published columns of which some text, the column's name and the labels of its hierarchy among them, begins like a
/// formula, where the terms do not escape these.
pub(super) fn formulas<'a>(
    terms: &'a Terms,
    table: &'a Table,
    hierarchies: &'a BTreeMap<String, Arc<Hierarchy>>,
) -> impl Iterator<Item = String> + 'a {
    let is_open = |column: &&Column| !terms.release.escape_formulas && terms.publishes(&column.name);
    table.columns().iter().filter(is_open).filter_map(|column| {
        let name = &column.name;
        let texts = column.dictionary.iter().chain([name.as_str()]);
        let in_input = texts.filter(|text| is_formula(text)).count();
        let labels = hierarchies.get(name).map_or(0, |hierarchy| formulas_among_labels(hierarchy));
        (in_input + labels > 0).then(|| {
            format!(
                "{name:?} has texts that begin like a formula ({in_input} in the input, {labels} among the labels of its hierarchy), which \
                 a spreadsheet executes when it opens a text file; escape them with release.escape_formulas = true"
            )
        })
    })
}

/// Of the labels above the values.
fn formulas_among_labels(hierarchy: &Hierarchy) -> usize {
    let labels = (1..=hierarchy.height()).flat_map(|level| hierarchy.labels(level).iter());
    labels.filter(|label| is_formula(label)).count()
}
