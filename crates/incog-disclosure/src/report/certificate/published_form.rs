//! As what a column is published, in words.

use super::super::page::{is_published, published_as};
use super::super::{ColumnFacts, Report};

/// `not published`, `as it was`, `at level 1 of 3`, `* in every record`, or what else became of it.
pub(super) fn in_words(report: &Report, column: &ColumnFacts) -> String {
    let as_told = published_as(report, column);
    match (column.level, column.levels) {
        _ if !is_published(report, column) => "not published".to_owned(),
        (Some(level), Some(levels)) if levels > 1 && u32::from(level) + 1 == levels => {
            format!("* in every record (level {as_told})")
        }
        (Some(0), Some(_)) => format!("unchanged (level {as_told})"),
        (Some(_), Some(_)) => format!("at level {as_told}"),
        _ => as_told,
    }
}
