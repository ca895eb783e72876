//! Columns that are published beside released labels and narrow them.

use super::singling::published;
use crate::job::Terms;
use incog_audit::{Blur, Finding, LabelledColumn, PublishedColumn, narrows_labels};
use incog_data::{Column, Table};

/// The published columns that, with the labels of a release, leave less of another label;
/// `originals` are the quasi-identifiers of its records before they were generalized.
pub(super) fn narrowed_labels(terms: &Terms, released: &Table, originals: &[Column]) -> Vec<Finding> {
    let labelled = originals.iter().filter_map(|originals| {
        Some(LabelledColumn { labels: released.column(&originals.name)?, originals })
    });
    let labelled: Vec<LabelledColumn<'_>> = labelled.collect();
    let published = published(terms, released, |name| !terms.is_made_of_others(name)).into_iter();
    // Small noise hides little of a sum. Shifted dates and drawn categories are no numbers.
    let is_number =
        |published: &PublishedColumn<'_>| !matches!(published.blur, Blur::Replaced(_) | Blur::Days { .. });
    let numbers: Vec<&Column> = published.filter(is_number).map(|published| published.column).collect();
    narrows_labels(&labelled, &numbers)
}
