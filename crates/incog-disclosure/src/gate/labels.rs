//! Columns that are published beside released labels and narrow them.

use super::singling::{demanded_k, published};
use crate::job::{Role, Terms};
use incog_audit::{
    Blur, Finding, LabelledColumn, empty_cells_behind_labels, narrows_labels, usual_values_behind_labels,
    values_behind_labels,
};
use incog_data::{Column, CountedTable};

/// The published columns that, with the labels of a release, leave less of another label;
/// `originals` are the quasi-identifiers of its records before they were generalized.
pub(super) fn narrowed_labels(
    terms: &Terms,
    released: CountedTable<'_>,
    originals: &[Column],
) -> Vec<Finding> {
    let k = demanded_k(terms, released);
    let (counts, released) = (released.counts(), released.table());
    let labelled = originals.iter().filter_map(|originals| {
        Some(LabelledColumn { labels: released.column(&originals.name)?, originals })
    });
    let labelled: Vec<LabelledColumn<'_>> = labelled.collect();
    let published = published(terms, released, |name| !terms.is_made_of_others(name));
    // Of other columns the table itself was asked.
    let sensitive = published.iter().filter(|published| published.role == Role::Sensitive);
    let sensitive: Vec<&Column> = sensitive.map(|published| published.column).collect();
    let numbers: Vec<&Column> = published
        .iter()
        .filter(|published| is_number(published.blur))
        .map(|published| published.column)
        .collect();
    let mut found = narrows_labels(&labelled, &numbers, k, counts);
    let exact = values_behind_labels(&labelled, &sensitive, counts);
    let usual = usual_values_behind_labels(&labelled, &sensitive).into_iter();
    found.extend(usual.filter(|one| exact.iter().all(|other| other.key() != one.key())));
    found.extend(exact);
    let all: Vec<&Column> = published.iter().map(|published| published.column).collect();
    found.extend(empty_cells_behind_labels(&labelled, &all));
    found
}

/// Small noise hides little of a sum. Shifted dates and drawn categories are no numbers.
fn is_number(blur: Blur) -> bool {
    !matches!(blur, Blur::Replaced(_) | Blur::Days { .. })
}
