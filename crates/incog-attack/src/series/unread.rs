//! Labels that nobody can look somebody up by.

use super::error::SeriesError;
use crate::bound::Bound;
use crate::labels::{Meaning, Places};
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
        let places = bound.hierarchy.as_ref().map(|hierarchy| Places::of(hierarchy, &bound.values));
        let others = places.as_ref().map_or(&[][..], Places::others);
        let unread: Vec<u64> = codes
            .zip(counts)
            .filter(|((meaning, text), count)| *count > 0 && !is_read(bound, others, meaning, text))
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

/// Whether a label was read, and nobody whom it may stand for was left out; `others` are the values without a place in the hierarchy.
fn is_read(bound: &Bound<'_>, others: &[u32], meaning: &Meaning, text: &str) -> bool {
    let text = text.trim();
    let is_known = |hierarchy: &Arc<Hierarchy>| {
        (0..=hierarchy.height()).any(|level| hierarchy.labels(level).iter().any(|label| label == text))
    };
    if bound.hierarchy.as_ref().is_some_and(is_known) {
        return has_its_own(bound, others, meaning, text);
    }
    if text.contains('*') && text != "*" {
        return is_whole_mask(bound, meaning, text, |_| true);
    }
    *meaning != Meaning::Unread || is_list(text) || bound.values.is_date && is_part_of_calendar(text)
}

/// Whether a label of the hierarchy, which was made of the values of another table, has nobody else of this one: of values without a
/// place there it is known by how the label is written.
fn has_its_own(bound: &Bound<'_>, others: &[u32], meaning: &Meaning, text: &str) -> bool {
    if others.is_empty() || bound.values.find(text).is_some() {
        return true;
    }
    if text.contains('*') && text != "*" {
        return is_whole_mask(bound, meaning, text, |code| others.binary_search(&code).is_ok());
    }
    Meaning::as_written(text, &bound.values) != Meaning::Unread || is_list(text)
}

/// Whether a mask has everybody of some values who may stand behind it: masked values are as long as the longest that was published, so
/// shorter ones have it, too.
fn is_whole_mask(
    bound: &Bound<'_>,
    meaning: &Meaning,
    text: &str,
    is_asked_for: impl Fn(u32) -> bool,
) -> bool {
    let (end, begin) = (text.trim_start_matches('*'), text.trim_end_matches('*'));
    let may_be = |value: &str| {
        value.chars().count() <= text.chars().count() && (value.starts_with(begin) || value.ends_with(end))
    };
    let is_mask = !begin.contains('*') || !end.contains('*');
    is_mask
        && bound
            .values
            .texts()
            .all(|(code, value)| !is_asked_for(code) || meaning.has(code) || !may_be(value))
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
