//! Labels that nobody can look somebody up by.

use super::error::SeriesError;
use crate::label_places::Places;
use crate::labels::{Meaning, finite};
use crate::matched_column::MatchedColumn;
use std::collections::BTreeSet;

/// Refuses a release of which labels cannot be read: whom they stand for would be left out without
/// a word.
pub(super) fn refuse<'b, 'a: 'b>(
    release: &str,
    known: impl Iterator<Item = &'b MatchedColumn<'a>>,
) -> Result<(), SeriesError> {
    for bound in known {
        let codes = bound.release.meanings.iter().zip(bound.release.column.dictionary.iter());
        let counts = bound.release.column.counts();
        let places = bound.places();
        let of_earlier: BTreeSet<u32> = bound.control.iter().collect();
        let unread: Vec<u64> = codes
            .zip(counts)
            .filter(|((meaning, text), count)| {
                *count > 0 && !is_read(bound, &places, &of_earlier, meaning, text)
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

/// Whether a label was read, and nobody whom it may stand for was left out; `of_earlier` are the
/// values of the table that the release was made of.
fn is_read(
    bound: &MatchedColumn<'_>,
    places: &Places<'_>,
    of_earlier: &BTreeSet<u32>,
    meaning: &Meaning,
    text: &str,
) -> bool {
    let text = text.trim();
    if places.have(text) {
        if of_earlier.is_empty() || !places.is_group(text) {
            return true;
        }
        let (_, mut unsaid) = places.locate(text).unwrap_or_default();
        unsaid.retain(|value| of_earlier.contains(value));
        return unsaid.is_empty() || has_its_own(bound, &unsaid, text);
    }
    if text.contains('*') && text != "*" {
        return is_whole_mask(bound, meaning, text, |_| true);
    }
    is_readable(bound, text, meaning)
}

/// Whether it shows in how a label is written for which of some values it stands, of which no
/// hierarchy says so. What reads as one value, or as a missing one, may stand for others, too.
fn has_its_own(bound: &MatchedColumn<'_>, unsaid: &[u32], text: &str) -> bool {
    let written = Meaning::as_written(text, &bound.values);
    if text.contains('*') && text != "*" {
        return is_whole_mask(bound, &written, text, |code| unsaid.binary_search(&code).is_ok());
    }
    let is_one = bound.values.find(text).is_some() || !bound.values.is_date && finite(text).is_some();
    !is_one && (written != Meaning::Anything || text == "*") && is_readable(bound, text, &written)
}

fn is_readable(bound: &MatchedColumn<'_>, text: &str, meaning: &Meaning) -> bool {
    *meaning != Meaning::Unread || is_list(text) || bound.values.is_date && is_part_of_calendar(text)
}

/// Whether a mask has everybody of some values who may stand behind it: masked values are as long
/// as the longest that was published, so shorter ones have it, too.
fn is_whole_mask(
    bound: &MatchedColumn<'_>,
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
