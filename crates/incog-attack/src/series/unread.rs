//! Labels that nobody can look somebody up by.

use super::error::SeriesError;
use crate::bound::Bound;
use crate::labels::Meaning;
use incog_data::Hierarchy;
use std::sync::Arc;

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
            .filter(|((meaning, text), count)| *count > 0 && !is_read(bound, meaning, text))
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

/// Whether a label was read, and nobody whom it may stand for was left out.
fn is_read(bound: &Bound<'_>, meaning: &Meaning, text: &str) -> bool {
    let text = text.trim();
    let is_known = |hierarchy: &Arc<Hierarchy>| {
        (0..=hierarchy.height()).any(|level| hierarchy.labels(level).iter().any(|label| label == text))
    };
    if text.contains('*') && text != "*" && !bound.hierarchy.as_ref().is_some_and(is_known) {
        return is_whole_mask(bound, meaning, text);
    }
    *meaning != Meaning::Unread || is_list(text) || bound.values.is_date && is_part_of_calendar(text)
}

/// Whether a mask has everybody who may stand behind it: masked values are as long as the longest that was published, so shorter ones have
/// it, too.
fn is_whole_mask(bound: &Bound<'_>, meaning: &Meaning, text: &str) -> bool {
    let (end, begin) = (text.trim_start_matches('*'), text.trim_end_matches('*'));
    let may_be = |value: &str| {
        value.chars().count() <= text.chars().count() && (value.starts_with(begin) || value.ends_with(end))
    };
    let is_mask = !begin.contains('*') || !end.contains('*');
    is_mask && bound.values.texts().all(|(code, value)| meaning.has(code) || !may_be(value))
}

/// A list in braces has the words that it names.
fn is_list(text: &str) -> bool {
    text.starts_with('{') && text.ends_with('}')
}

/// Whether a text is a year, a month or a day, which stands for nobody where nobody has one in it.
fn is_part_of_calendar(text: &str) -> bool {
    let is_number = |(part, digits): (&str, usize)| {
        part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let parts: Vec<&str> = text.split('-').collect();
    parts.len() <= 3 && parts.into_iter().zip([4, 2, 2]).all(is_number)
}
