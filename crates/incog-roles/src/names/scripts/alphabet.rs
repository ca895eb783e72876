//! Names in scripts whose words stand apart.

use super::super::NameEvidence;
use super::super::tokens::{Case, Gap, Word};
use std::collections::HashSet;
use std::sync::LazyLock;

type Words = LazyLock<HashSet<&'static str>>;

/// Word lists for the names of one script; all words are folded.
pub(super) struct Alphabet {
    /// Usual given names.
    pub given: Words,
    /// Usual family names.
    pub family: Words,
    /// Names that are words, too: two of them beside each other name nobody.
    pub common: Words,
    /// How family names end, where that tells them from most words.
    pub endings: &'static [&'static str],
    /// Words for relatives, and titles.
    pub introducing: Words,
    /// Whether names begin with capitals.
    pub has_capitals: bool,
}

/// The words of a list.
pub(super) fn words(list: &'static str) -> HashSet<&'static str> {
    list.split_whitespace().collect()
}

/// How a word of the text is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    Given,
    Family,
    /// By its ending alone.
    Ending,
    Initial,
    No,
}

impl Alphabet {
    fn known(&self, word: &Word<'_>) -> Known {
        let folded = word.folded.as_str();
        let is_written_as_names_are = !self.has_capitals || word.case != Case::Lower;
        let ends = |ending: &&str| folded.strip_suffix(*ending).is_some_and(|rest| rest.chars().count() >= 2);
        match () {
            () if !is_written_as_names_are => Known::No,
            () if self.has_capitals && folded.chars().count() == 1 => Known::Initial,
            () if self.given.contains(folded) => Known::Given,
            () if self.family.contains(folded) => Known::Family,
            () if self.endings.iter().any(ends) => Known::Ending,
            () => Known::No,
        }
    }

    /// Whether a name follows the word, which may have a preposition of one letter in front where
    /// words have no capitals.
    fn introduces(&self, word: &str) -> bool {
        let rest = word.char_indices().nth(1).map(|(at, _)| &word[at..]);
        self.introducing.contains(word)
            || !self.has_capitals && rest.is_some_and(|rest| self.introducing.contains(rest))
    }

    /// Whether two words beside each other are a name.
    fn are_a_name(&self, one: &Word<'_>, other: &Word<'_>) -> bool {
        let are_common =
            self.common.contains(one.folded.as_str()) && self.common.contains(other.folded.as_str());
        let follows = matches!(other.gap, Gap::Blank | Gap::Joined | Gap::Comma);
        let known = (self.known(one), self.known(other));
        let is_pair = match known {
            (Known::Given, Known::Family | Known::Ending) | (Known::Family | Known::Ending, Known::Given) => {
                true
            }
            (Known::Given, Known::Given) => other.gap == Gap::Blank,
            (Known::Family, Known::Family) => !self.has_capitals && other.gap == Gap::Blank,
            _ => false,
        };
        follows && is_pair && !are_common
    }
}

/// What words of a script say of somebody's name.
pub(super) fn evidence(words: &[Word<'_>], names: &Alphabet) -> Option<NameEvidence> {
    let pairs = || words.windows(2);
    let is_introduced = |pair: &[Word<'_>]| {
        let is_name = matches!(names.known(&pair[1]), Known::Given | Known::Family | Known::Ending)
            && !names.common.contains(pair[1].folded.as_str());
        is_name && pair[1].gap != Gap::Start && names.introduces(&pair[0].folded)
    };
    if pairs().any(is_introduced) {
        return Some(NameEvidence::Introduced);
    }
    let is_all_names = || {
        (2..=4).contains(&words.len())
            && words.iter().all(|word| matches!(names.known(word), Known::Given | Known::Family))
    };
    if pairs().any(|pair| names.are_a_name(&pair[0], &pair[1]))
        || is_all_names()
        || has_initials(words, names)
    {
        return Some(NameEvidence::Full);
    }
    is_half_known(words, names).then_some(NameEvidence::Hint)
}

/// Two or three words, all written as names are and the first or the last of them a usual name, if
/// nothing else stands there.
fn is_half_known(words: &[Word<'_>], names: &Alphabet) -> bool {
    let is_written_so = |word: &Word<'_>| !names.has_capitals || word.case != Case::Lower;
    let is_known = |word: &Word<'_>| {
        names.known(word) != Known::No
            && names.known(word) != Known::Initial
            && !names.common.contains(word.folded.as_str())
    };
    let ends = [words.first(), words.last()];
    (2..=3).contains(&words.len())
        && words.iter().all(is_written_so)
        && words[1..].iter().all(|word| word.gap == Gap::Blank)
        && ends.into_iter().flatten().any(is_known)
}

/// A family name and two initials, if nothing else stands there.
fn has_initials(words: &[Word<'_>], names: &Alphabet) -> bool {
    let known: Vec<Known> = words.iter().map(|word| names.known(word)).collect();
    let is_family = |known: Known| matches!(known, Known::Family | Known::Ending);
    match known[..] {
        [first, Known::Initial, Known::Initial] => is_family(first),
        [Known::Initial, Known::Initial, last] => is_family(last),
        _ => false,
    }
}
