//! Finding words in the lists.

use super::NamedBy;
use super::words::LISTS;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The words of all languages, by how they are looked up.
#[derive(Default)]
struct Index {
    whole: HashMap<&'static str, NamedBy>,
    alone: HashMap<&'static str, NamedBy>,
    beginnings: HashMap<&'static str, NamedBy>,
    endings: HashMap<&'static str, NamedBy>,
}

/// Words of the lists that stand first win.
static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let mut index = Index::default();
    for (meaning, words) in LISTS.iter().flat_map(|list| list.iter()) {
        for word in words.split_whitespace() {
            let (plain, list) = match word.as_bytes() {
                [b'*', ..] => (&word[1..], &mut index.endings),
                [b'=', ..] => (&word[1..], &mut index.alone),
                [.., b'*'] => (&word[..word.len() - 1], &mut index.beginnings),
                _ => (word, &mut index.whole),
            };
            list.entry(plain).or_insert(NamedBy { word: plain, meaning: *meaning });
        }
    }
    index
});

/// The word in the lists that is a name by itself, as `first` is and `first visit` is not.
pub(super) fn find_alone(name: &str) -> Option<NamedBy> {
    INDEX.alone.get(name).copied()
}

/// The word in the lists, also without the ending of a plural.
pub(super) fn find(word: &str) -> Option<NamedBy> {
    let whole = |word: &str| INDEX.whole.get(word).copied();
    let singular = || word.strip_suffix('s').filter(|word| word.len() >= 3).and_then(whole);
    let singular_in_es = || word.strip_suffix("es").filter(|word| word.len() >= 4).and_then(whole);
    whole(word).or_else(singular).or_else(singular_in_es)
}

/// What a token says: as a whole, as words that run together, by its longest known ending or
/// beginning.
pub(super) fn find_in_token(token: &str) -> Vec<NamedBy> {
    if let Some(hit) = find(token) {
        return vec![hit];
    }
    let cuts = || (1..token.len().saturating_sub(1)).filter_map(|at| token.split_at_checked(at));
    if let Some(words) = run_together(token, MOST_WORDS) {
        return words;
    }
    let ending = cuts().find_map(|(_, end)| INDEX.endings.get(end));
    // The longest beginning is found last.
    let beginning = || cuts().filter_map(|(start, _)| INDEX.beginnings.get(start)).next_back();
    ending.or_else(beginning).copied().into_iter().collect()
}

/// So many words run together are taken apart.
const MOST_WORDS: usize = 3;

/// The words of a token that is made of known ones alone: `patientid`. Short words follow each
/// other by chance, so that one has at least four letters, or it is a short one and its number:
/// `legid`.
fn run_together(token: &str, most: usize) -> Option<Vec<NamedBy>> {
    let cuts = (2..token.len().saturating_sub(1)).filter_map(|at| token.split_at_checked(at));
    let long_enough = |(first, second): &(&str, &str)| {
        first.len().max(second.len()) >= 4 || first.len() == 3 && ["id", "nr"].contains(second)
    };
    cuts.filter(long_enough).find_map(|(first, second)| {
        let mut words = vec![*INDEX.whole.get(first)?];
        match INDEX.whole.get(second) {
            Some(last) => words.push(*last),
            None if most > 2 => words.extend(run_together(second, most - 1)?),
            None => return None,
        }
        Some(words)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fold::fold;

    #[test]
    fn words_are_folded_and_no_word_has_two_meanings() {
        let mut meanings = HashMap::new();
        for (meaning, words) in LISTS.iter().flat_map(|list| list.iter()) {
            for word in words.split_whitespace() {
                assert_eq!(fold(word), word);
                let first = *meanings.entry(word).or_insert(meaning);
                assert_eq!(first, meaning, "{word} has two meanings");
            }
        }
    }
}
