//! Sensitive values of a person that stand in several columns.

use super::singling::published;
use crate::job::{Role, Terms};
use incog_data::{Column, Table};
use std::collections::HashSet;

/// Columns of fewer values are answers, such as yes and no, which many questions share.
const FEWEST_VALUES: usize = 13;

/// The warning that columns have the same sensitive values, such as a first and a second diagnosis:
/// models look at each column by itself.
pub(super) fn warning(terms: &Terms, table: &Table) -> Option<String> {
    let published = published(terms, table, |name| terms.role(name) == Role::Sensitive);
    let values: Vec<(&Column, HashSet<&str>)> =
        published.iter().map(|one| (one.column, words(one.column))).collect();
    let with_others = values.iter().filter(|(column, words)| {
        values.iter().any(|(other, others)| other.name != column.name && are_alike(words, others))
    });
    let names: Vec<String> = with_others.map(|(column, _)| format!("{:?}", column.name)).collect();
    (!names.is_empty()).then(|| {
        format!(
            "{}: the same values stand in these columns, and the models look at each column by itself, so all \
             people of a class may have one value, in one column or another; publish one of these columns, \
             or coarser values",
            names.join(", ")
        )
    })
}

/// The values of a column that are not missing and no numbers.
fn words(column: &Column) -> HashSet<&str> {
    column.present().map(|(_, text)| text).filter(|text| text.trim().parse::<f64>().is_err()).collect()
}

/// Whether half of the values of one column, or more, are values of the other.
fn are_alike(one: &HashSet<&str>, other: &HashSet<&str>) -> bool {
    let fewer = one.len().min(other.len());
    fewer >= FEWEST_VALUES && one.intersection(other).count() * 2 >= fewer
}
