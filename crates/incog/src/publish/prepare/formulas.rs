//! Cells that a spreadsheet would execute.

use crate::job::{Role, Terms};
use incog_data::{Hierarchy, Table, is_formula};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What to look at in published columns of which some text, the column's name and the labels of its
/// hierarchy among them, begins like a formula, where the terms do not escape these.
pub(in crate::publish) fn formulas(
    terms: &Terms,
    table: &Table,
    hierarchies: &BTreeMap<String, Arc<Hierarchy>>,
) -> Vec<String> {
    if terms.release.escape_formulas {
        return Vec::new();
    }
    let published = table.columns().iter().filter(|column| terms.publishes(&column.name));
    let told = published.filter_map(|column| {
        let name = &column.name;
        let values = column.dictionary.iter().filter(|text| is_formula(text)).count();
        let labels = labels_published(terms, name, hierarchies).filter(|label| is_formula(label)).count();
        let counted = [
            (usize::from(is_formula(name)), "as its name".to_owned()),
            (values, format!("{values} in the input")),
            (labels, format!("{labels} among the labels of its hierarchy")),
        ];
        let places: Vec<String> =
            counted.into_iter().filter(|(found, _)| *found > 0).map(|(_, place)| place).collect();
        (!places.is_empty()).then(|| {
            format!(
                "column {name:?} has values that begin like a formula ({}), which a spreadsheet runs when \
                 it opens the release; escape them with release.escape_formulas = true",
                places.join(", ")
            )
        })
    });
    told.collect()
}

/// The labels above its values that may be published of a column: only quasi-identifiers are
/// generalized.
fn labels_published<'h>(
    terms: &Terms,
    name: &str,
    hierarchies: &'h BTreeMap<String, Arc<Hierarchy>>,
) -> impl Iterator<Item = &'h str> {
    let column = terms.columns.get(name).filter(|column| column.role == Role::QuasiIdentifier);
    let hierarchy = column.and_then(|_| hierarchies.get(name));
    hierarchy
        .into_iter()
        .flat_map(|hierarchy| (1..=hierarchy.height()).flat_map(|level| hierarchy.labels(level).iter()))
}
