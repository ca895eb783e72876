//! Words that stand where there is no value.

use crate::fold::fold;
use std::collections::HashSet;
use std::sync::LazyLock;

type Words = LazyLock<HashSet<&'static str>>;

/// Nobody knows the value, or it is not told why there is none. `ND` without points is not among
/// them: in laboratories it is a finding, not detected.
static UNKNOWN: Words = LazyLock::new(|| include_str!("missing/unknown.txt").lines().chain([""]).collect());

/// There is none, which may be known: no illness, no medicine. Nor does a name stand there.
static NONE: Words = LazyLock::new(|| include_str!("missing/none.txt").lines().collect());

/// Longer texts are none of these words.
const LONGEST: usize = 32;

fn is_one_of(lists: &[&Words], text: &str) -> bool {
    let text = text.trim();
    text.len() <= LONGEST && {
        let folded = fold(text);
        lists.iter().any(|list| list.contains(folded.as_str()))
    }
}

/// Whether a text is one of the words that are written where there is no value: they say nothing of
/// what the others are, and name nobody.
///
/// ```
/// assert!(incog_roles::stands_for_nothing("N/A") && incog_roles::stands_for_nothing("keine"));
/// assert!(!incog_roles::stands_for_nothing("Nina"));
/// ```
pub fn stands_for_nothing(text: &str) -> bool {
    is_one_of(&[&UNKNOWN, &NONE], text)
}

/// Whether a text is one of the words for a value that is missing. `none` is not: that there is
/// none may be known.
///
/// ```
/// assert!(["unknown", "N/A", "n.a.", ".", "keine Angabe"].into_iter().all(incog_roles::is_word_for_missing));
/// assert!(!incog_roles::is_word_for_missing("none") && !incog_roles::is_word_for_missing("other"));
/// ```
pub fn is_word_for_missing(text: &str) -> bool {
    is_one_of(&[&UNKNOWN], text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_folded_and_stand_once() {
        let lists = [include_str!("missing/unknown.txt"), include_str!("missing/none.txt")];
        let all: Vec<&str> = lists.iter().flat_map(|list| list.lines()).collect();
        assert!(all.iter().all(|word| fold(word) == **word && word.len() <= LONGEST));
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
        assert!(is_word_for_missing(" ") && is_word_for_missing("N.D.") && !is_word_for_missing("ND"));
    }
}
