//! Given and family names beside each other.

use super::super::cues::{is_disease, is_place_or_thing};
use super::super::tokens::{Case, Gap, Word};
use super::eponyms::is_called_after;
use super::known_names::{PARTICLES, are_alike, common, ends_like_a_family_name, family, given};
use super::vietnamese::is_vietnamese;

/// Where a given name and a family name end that begin at a word, perhaps with others between.
pub(super) fn end_of_full_name(words: &[Word<'_>], at: usize) -> Option<usize> {
    const MOST_BETWEEN: usize = 3;
    let first = words.get(at).filter(|first| given(first))?;
    for last in at + 1..=at + 1 + MOST_BETWEEN {
        let word = words.get(last)?;
        let follows = word.follows() || word.gap == Gap::Stop && words[last - 1].is_initial();
        if !follows {
            return None;
        }
        let is_family = family(word) && !(common(first) && common(word));
        if are_alike(first, word) && (is_family || !common(first) && ends_like_a_family_name(word)) {
            return Some(last + 1);
        }
        let is_between = word.is_initial()
            || PARTICLES.contains(&word.folded.as_str())
            || are_alike(first, word) && given(word);
        if !is_between {
            return None;
        }
    }
    None
}

/// A given and a family name, as they are written in a text.
pub(super) fn is_full_name(words: &[Word<'_>], at: usize) -> bool {
    if is_vietnamese(words, at) {
        return true;
    }
    let Some(end) = end_of_full_name(words, at) else { return false };
    let (first, last) = (&words[at], &words[end - 1]);
    let is_all = at == 0 && end == words.len();
    let is_plain = common(first) || common(last);
    let is_written_as_names_are = match (first.case, last.case) {
        (Case::Lower, _) => !is_plain && (is_all || last.gap == Gap::Joined),
        (Case::Upper, Case::Upper) => is_all || !is_plain,
        _ => true,
    };
    is_written_as_names_are && !is_called_after(words, at, end)
}

/// `Schmidt, Anna` and `SCHMIDT Anna`, if nothing else stands there.
pub(super) fn is_reversed(words: &[Word<'_>]) -> bool {
    let (Some(first), Some(second)) = (words.first(), words.get(1)) else { return false };
    let are_names = family(first) && given(second) && are_alike(first, second);
    let rest_is_a_name = words[2..].iter().all(|word| given(word) || word.is_initial());
    let is_plain = common(first) || common(second);
    let is_order = match second.gap {
        Gap::Comma => !(common(first) && common(second)),
        Gap::Blank => !is_plain && !given(first) && !family(second) && first.case != Case::Lower,
        _ => false,
    };
    are_names && words.len() <= 4 && rest_is_a_name && is_order
}

/// `A. Schmidt` and `Schmidt, A.`, if nothing else stands there.
pub(super) fn is_abbreviated(words: &[Word<'_>]) -> bool {
    let mut names = words.iter().filter(|word| !word.is_initial());
    let (Some(name), None) = (names.next(), names.next()) else { return false };
    (2..=3).contains(&words.len())
        && name.case != Case::Lower
        && family(name)
        && !common(name)
        && !given(name)
}

/// A usual given name and something behind it, or something before a usual family name, if nothing
/// else stands there.
pub(super) fn is_half_known(words: &[Word<'_>]) -> bool {
    let is_name = |word: &Word<'_>| word.case != Case::Lower && word.folded.len() >= 3;
    let [first, between @ .., last] = words else { return false };
    let are_between = between.len() <= 2
        && between
            .iter()
            .all(|word| word.is_initial() || PARTICLES.contains(&word.folded.as_str()) || given(word));
    let follow = words[1..].iter().all(|word| word.follows() || word.gap == Gap::Stop);
    let is_known = given(first) && !common(first) || family(last) && !common(last) && !given(last);
    is_name(first)
        && is_name(last)
        && are_between
        && follow
        && is_known
        && !is_called_after(words, 0, words.len())
        && ![first, last].iter().any(|word| is_place_or_thing(&word.folded) || is_disease(&word.folded))
}
