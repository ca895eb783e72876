//! Names of people in other scripts than Latin: a file for each alphabet, written from general
//! knowledge for this crate.

mod alphabet;
mod arabic;
mod cyrillic;
mod greek;
mod han;
mod han_words;
mod hangul;
mod hebrew;
mod indian;

use super::NameEvidence;
use super::tokens::Word;

/// What a text says of somebody's name in another script than Latin.
pub(super) fn evidence(text: &str, words: &[Word<'_>]) -> Option<NameEvidence> {
    let has = |first: char, last: char| text.chars().any(|sign| (first..=last).contains(&sign));
    let by_words = |is_there: bool, names: &alphabet::Alphabet| {
        if is_there { alphabet::evidence(words, names) } else { None }
    };
    let by_signs = |is_there: bool, evidence: fn(&str) -> Option<NameEvidence>| {
        if is_there { evidence(text) } else { None }
    };
    let found = [
        by_words(has('\u{400}', '\u{52f}'), &cyrillic::NAMES),
        by_words(has('\u{370}', '\u{3ff}'), &greek::NAMES),
        by_words(has('\u{600}', '\u{6ff}'), &arabic::NAMES),
        by_words(has('\u{5d0}', '\u{5ea}'), &hebrew::NAMES),
        by_words(has('\u{900}', '\u{97f}'), &indian::NAMES),
        by_signs(has('\u{4e00}', '\u{9fff}'), han::evidence),
        by_signs(has('\u{ac00}', '\u{d7a3}'), hangul::evidence),
    ];
    found.into_iter().max().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fold::fold;

    #[test]
    fn lists_are_folded() {
        for names in [&cyrillic::NAMES, &greek::NAMES, &arabic::NAMES, &hebrew::NAMES, &indian::NAMES] {
            let lists = [&names.given, &names.family, &names.common, &names.introducing];
            let words = lists.into_iter().flat_map(|list| list.iter()).chain(names.endings);
            let wrong: Vec<_> = words.filter(|word| fold(word) != **word).collect();
            assert!(wrong.is_empty(), "{wrong:?}");
        }
    }
}
