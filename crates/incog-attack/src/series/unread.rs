//! Labels that nobody can look somebody up by.

use super::error::SeriesError;
use crate::bound::Bound;
use crate::labels::Meaning;

/// Refuses a release of which labels cannot be read: whom they stand for would be left out without a word.
pub(super) fn refuse<'b, 'a: 'b>(
    release: &str,
    known: impl Iterator<Item = &'b Bound<'a>>,
) -> Result<(), SeriesError> {
    for bound in known {
        let codes = bound.release.meanings.iter().zip(bound.release.column.dictionary.iter());
        let counts = bound.release.column.counts();
        let unread: Vec<u64> = codes
            .zip(counts)
            .filter(|((meaning, text), count)| {
                **meaning == Meaning::Unread && *count > 0 && !stands_for_nobody(bound, text)
            })
            .map(|(_, count)| count)
            .collect();
        if !unread.is_empty() {
            return Err(SeriesError::Unread {
                release: release.to_owned(),
                column: bound.name.to_owned(),
                labels: unread.len(),
                records: unread.iter().sum(),
            });
        }
    }
    Ok(())
}

/// Whether a label that stands for no value of the people was read all the same: a mask, a list or a span of days that fits none of
/// them.
fn stands_for_nobody(bound: &Bound<'_>, text: &str) -> bool {
    let text = text.trim();
    let is_list = text.starts_with('{') && text.ends_with('}');
    let is_day = bound.values.is_date
        && text.get(..4).is_some_and(|year| year.bytes().all(|byte| byte.is_ascii_digit()));
    text.contains('*') || is_list || is_day
}
