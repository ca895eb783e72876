//! Usual names in Latin letters: small letters without marks, split at blanks.
//!
//! They were written from general knowledge for this crate. The lists of eight languages, a file
//! each, leave out words that mean something else in tables (white, may, christian). The lists of
//! the world have such words, too, and [`is_common`] knows them.

use std::collections::HashSet;
use std::sync::LazyLock;

type Names = LazyLock<HashSet<&'static str>>;

static GIVEN: Names = LazyLock::new(|| {
    words(&[
        include_str!("european/given_de.txt"),
        include_str!("european/given_en.txt"),
        include_str!("european/given_es.txt"),
        include_str!("european/given_fr.txt"),
        include_str!("european/given_it.txt"),
        include_str!("european/given_nl.txt"),
        include_str!("european/given_pl.txt"),
        include_str!("european/given_pt.txt"),
    ])
});

static FAMILY: Names = LazyLock::new(|| {
    words(&[
        include_str!("european/family_de.txt"),
        include_str!("european/family_en.txt"),
        include_str!("european/family_es.txt"),
        include_str!("european/family_fr.txt"),
        include_str!("european/family_it.txt"),
        include_str!("european/family_nl.txt"),
        include_str!("european/family_pl.txt"),
        include_str!("european/family_pt.txt"),
    ])
});

static GIVEN_IN_THE_WORLD: Names = LazyLock::new(|| words(&[include_str!("world/given.txt")]));

static FAMILY_IN_THE_WORLD: Names = LazyLock::new(|| words(&[include_str!("world/family.txt")]));

static COMMON: Names = LazyLock::new(|| words(&[include_str!("world/common.txt")]));

fn words(lists: &[&'static str]) -> HashSet<&'static str> {
    lists.iter().flat_map(|list| list.split_whitespace()).collect()
}

/// Whether a folded word is a usual given name in one of eight languages.
pub(crate) fn given_names(word: &str) -> bool {
    GIVEN.contains(word)
}

/// Whether a folded word is a usual family name in one of eight languages.
pub(crate) fn family_names(word: &str) -> bool {
    FAMILY.contains(word)
}

/// Whether a folded word is a usual given name anywhere.
pub(super) fn is_given(word: &str) -> bool {
    given_names(word) || GIVEN_IN_THE_WORLD.contains(word)
}

/// Whether a folded word is a usual family name anywhere.
pub(super) fn is_family(word: &str) -> bool {
    family_names(word) || FAMILY_IN_THE_WORLD.contains(word)
}

/// Whether a name is also a word of a language, a town or a unit: two of these beside each other
/// name nobody.
pub(super) fn is_common(word: &str) -> bool {
    COMMON.contains(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fold::fold;

    #[test]
    fn lists_are_folded_and_long() {
        assert!(GIVEN.len() > 1200 && FAMILY.len() > 1200, "{} {}", GIVEN.len(), FAMILY.len());
        let world = [&GIVEN_IN_THE_WORLD, &FAMILY_IN_THE_WORLD, &COMMON];
        let all = GIVEN.iter().chain(FAMILY.iter()).chain(world.iter().flat_map(|list| list.iter()));
        assert!(all.clone().all(|name| fold(name) == **name && name.len() >= 2));
        assert!(all.clone().all(|name| name.bytes().all(|sign| sign.is_ascii_lowercase() || sign == b'-')));
    }
}
