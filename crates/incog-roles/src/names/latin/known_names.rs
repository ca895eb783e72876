//! How single words are known.

use super::super::lists::{is_common, is_family, is_given};
use super::super::tokens::{Case, Word};

/// Words within a name.
pub(super) const PARTICLES: &[&str] = &[
    "von", "van", "de", "der", "den", "del", "della", "di", "da", "do", "dos", "das", "du", "la", "le", "el",
    "al", "bin", "ibn", "ben", "y", "e", "ten", "ter", "zu", "af", "av", "st",
];

pub(super) fn given(word: &Word<'_>) -> bool {
    word.parts().all(is_given)
}

pub(super) fn family(word: &Word<'_>) -> bool {
    let begins = |start: &&str| word.folded.strip_prefix(*start).is_some_and(|rest| rest.len() > 3);
    // `MacLeod`, but neither `macula` nor `MACULA`.
    let is_of_a_clan = || {
        let signs: Vec<char> = word.text.chars().take(4).collect();
        matches!(signs.as_slice(), ['M', 'a', 'c', fourth] if fourth.is_uppercase())
    };
    let begins_so = ["o'", "mc", "d'"].iter().any(begins) && word.case != Case::Lower;
    begins_so || is_of_a_clan() || word.parts().count() <= 2 && word.parts().any(is_family)
}

pub(super) fn common(word: &Word<'_>) -> bool {
    word.parts().all(is_common)
}

/// How family names end.
const ENDINGS: &[&str] = &[
    "sson", "ssen", "owski", "owska", "ewski", "ewska", "inski", "inska", "ynski", "ynska", "ecki", "ecka",
    "icki", "icka", "wicz", "czyk", "enko", "chuk", "shvili", "opoulos", "opoulou", "akis", "idis", "iadis",
    "oglu", "ovic", "evic", "ovich", "evich", "ovna", "evna", "ova", "eva", "ov", "ev", "dottir", "mann",
    "maier", "meier", "meyer", "bauer", "huber", "hofer", "berger", "inger", "elli", "etti", "ucci", "acci",
    "ini", "ez",
];

/// Whether a word is a family name behind a given name that is no other word.
pub(super) fn ends_like_a_family_name(word: &Word<'_>) -> bool {
    const FEWEST_BEFORE: usize = 3;
    let ends =
        |ending: &&str| word.folded.strip_suffix(*ending).is_some_and(|rest| rest.len() >= FEWEST_BEFORE);
    word.case != Case::Lower && ENDINGS.iter().any(ends)
}

/// Whether two words are written as parts of one name.
pub(super) fn are_alike(one: &Word<'_>, other: &Word<'_>) -> bool {
    (one.case == Case::Lower) == (other.case == Case::Lower)
}
