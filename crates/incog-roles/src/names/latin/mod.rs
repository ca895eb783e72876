//! Names of people in Latin letters.

mod eponyms;
mod full_names;
mod introductions;
mod known_names;
mod vietnamese;

use super::NameEvidence;
use super::cues::is_title;
use super::tokens::Word;
use full_names::{end_of_full_name, is_abbreviated, is_full_name, is_half_known, is_reversed};
use introductions::{is_addressed, is_introduced};
use vietnamese::is_vietnamese;

/// What a text in Latin letters says of somebody's name.
pub(super) fn evidence(words: &[Word<'_>]) -> Option<NameEvidence> {
    let any = |is: fn(&[Word<'_>], usize) -> bool| (0..words.len()).any(|at| is(words, at));
    if any(is_introduced) {
        return Some(NameEvidence::Introduced);
    }
    if any(is_full_name) || is_reversed(words) {
        return Some(NameEvidence::Full);
    }
    (is_abbreviated(words) || is_half_known(words)).then_some(NameEvidence::Hint)
}

/// Whether a text is a name and nothing else.
pub(super) fn is_name(words: &[Word<'_>]) -> bool {
    if words.is_empty() {
        return false;
    }
    let is_full = end_of_full_name(words, 0) == Some(words.len()) && is_full_name(words, 0);
    let is_titled = words.len() <= 4 && is_title(&words[0].folded) && is_addressed(words, 0);
    is_full || is_reversed(words) || is_titled || words.len() <= 4 && is_vietnamese(words, 0)
}
