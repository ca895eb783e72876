//! Usual names, one file a language: small letters without marks, split at blanks.
//!
//! They were written from general knowledge for this crate. Words that mean something else in tables (white, may, christian) are left out.

use std::collections::HashSet;
use std::sync::LazyLock;

type Names = LazyLock<HashSet<&'static str>>;

static GIVEN: Names = LazyLock::new(|| {
    words(&[
        include_str!("lists/given_de.txt"),
        include_str!("lists/given_en.txt"),
        include_str!("lists/given_es.txt"),
        include_str!("lists/given_fr.txt"),
        include_str!("lists/given_it.txt"),
        include_str!("lists/given_nl.txt"),
        include_str!("lists/given_pl.txt"),
        include_str!("lists/given_pt.txt"),
    ])
});

static FAMILY: Names = LazyLock::new(|| {
    words(&[
        include_str!("lists/family_de.txt"),
        include_str!("lists/family_en.txt"),
        include_str!("lists/family_es.txt"),
        include_str!("lists/family_fr.txt"),
        include_str!("lists/family_it.txt"),
        include_str!("lists/family_nl.txt"),
        include_str!("lists/family_pl.txt"),
        include_str!("lists/family_pt.txt"),
    ])
});

fn words(lists: &[&'static str]) -> HashSet<&'static str> {
    lists.iter().flat_map(|list| list.split_whitespace()).collect()
}

/// Whether a folded word is a usual given name.
pub(super) fn given_names(word: &str) -> bool {
    GIVEN.contains(word)
}

/// Whether a folded word is a usual family name.
pub(super) fn family_names(word: &str) -> bool {
    FAMILY.contains(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fold::fold;

    #[test]
    fn lists_are_folded_and_long() {
        assert!(GIVEN.len() > 1200 && FAMILY.len() > 1200, "{} {}", GIVEN.len(), FAMILY.len());
        assert!(GIVEN.iter().chain(FAMILY.iter()).all(|name| fold(name) == **name && name.len() >= 2));
    }
}
