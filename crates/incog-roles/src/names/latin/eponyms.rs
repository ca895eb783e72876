//! Places, things and diseases that are called after people.

use super::super::cues::{is_disease, is_place_or_thing};
use super::super::tokens::{Case, Word};

/// Whether something else is called so: a street, a hospital, a disease.
pub(super) fn is_called_after(words: &[Word<'_>], begin: usize, end: usize) -> bool {
    const SHORT: usize = 5;
    let is_such = |word: &Word<'_>| {
        let is_short = words.len() <= SHORT || word.case != Case::Lower;
        word.parts().any(|part| is_disease(part) || is_short && is_place_or_thing(part))
    };
    let around = [begin.checked_sub(1), begin.checked_sub(2), Some(end)];
    let is_near = around.iter().flatten().filter_map(|at| words.get(*at)).any(is_such);
    let others = || words[..begin].iter().chain(words.get(end..).unwrap_or_default());
    is_near || words.len() <= SHORT && others().any(is_such)
}

/// Whether one of the next two words is of the name of a disease.
pub(super) fn is_followed_by_a_disease(words: &[Word<'_>], end: usize) -> bool {
    words.get(end..).unwrap_or_default().iter().take(2).any(|word| word.parts().any(is_disease))
}
