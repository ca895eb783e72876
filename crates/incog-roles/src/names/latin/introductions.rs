//! Names behind titles and words for relatives.

use super::super::cues::{is_degree, is_disease, is_no_name, is_place_or_thing, is_relative, is_title};
use super::super::tokens::{Case, Gap, Word};
use super::eponyms::is_followed_by_a_disease;
use super::full_names::end_of_full_name;
use super::known_names::{PARTICLES, common, family, given};
use super::vietnamese::is_vietnamese;

/// A name after a word for a relative or after a title.
pub(super) fn is_introduced(words: &[Word<'_>], at: usize) -> bool {
    let word = &words[at];
    is_title(&word.folded) && is_addressed(words, at)
        || is_relative(&word.folded) && is_named_relative(words, at)
}

/// `his wife Anna`, `Ehefrau: Anna Schmidt`, `mother is Anna`.
fn is_named_relative(words: &[Word<'_>], at: usize) -> bool {
    const VERBS: &[&str] =
        &["is", "named", "called", "ist", "heisst", "namens", "est", "es", "und", "and", "frau", "herr"];
    let is_verb = |word: &&Word<'_>| VERBS.contains(&word.folded.as_str());
    let begin = at + 1 + usize::from(words.get(at + 1).filter(is_verb).is_some());
    let Some(name) = words.get(begin).filter(|name| name.gap != Gap::Start) else { return false };
    let end = end_of_full_name(words, begin);
    let is_name = match name.case {
        Case::Lower => end.is_some_and(|end| !common(name) && !common(&words[end - 1])),
        _ => {
            given(name) && (!common(name) || is_somebodys(words, at))
                || end.is_some()
                || is_vietnamese(words, begin)
        }
    };
    is_name && !is_followed_by_a_disease(words, end.unwrap_or(begin + 1))
}

/// Words that say whose relative it is, behind which a name that is another word, too, is a name.
const POSSESSIVES: &[&str] = &[
    "his", "her", "my", "their", "seine", "sein", "seiner", "seinem", "ihre", "ihr", "ihrer", "ihrem",
    "meine", "mein", "sa", "son", "ma", "mon", "leur", "su", "mi", "sua", "suo", "mia", "mio", "seu", "meu",
    "minha", "zijn", "haar", "mijn", "jego", "jej", "moja", "moj",
];

/// `sa femme Claire`: whose relative it is stands before, and the name behind with a capital.
fn is_somebodys(words: &[Word<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| words[before].folded.as_str());
    let has_capital =
        words.get(at + 1).is_some_and(|name| name.case == Case::Capital && name.gap == Gap::Blank);
    before.is_some_and(|before| POSSESSIVES.contains(&before)) && has_capital
}

/// Titles behind which any capital word is a name.
const SURE: &[&str] = &[
    "mr",
    "mrs",
    "ms",
    "mister",
    "herr",
    "herrn",
    "frau",
    "mme",
    "mlle",
    "monsieur",
    "madame",
    "senor",
    "senora",
    "sra",
    "srta",
    "signor",
    "signora",
    "signorina",
    "dhr",
    "mevr",
    "mevrouw",
    "meneer",
    "pani",
];

/// Words for whom a record is about, behind which a usual name is one.
const ROLES: &[&str] =
    &["patient", "patientin", "klient", "klientin", "bewohner", "bewohnerin", "mandant", "mandantin"];

/// What follows the point in a title: `sig.ra`, `dott.ssa`.
fn is_end_of_title(word: &Word<'_>) -> bool {
    word.gap == Gap::Joined && ["ra", "na", "ri", "ssa"].contains(&word.folded.as_str())
}

/// How many words stand within a name at its beginning: `de`, `van der`. An article alone is none,
/// as in `Frau der Nachbarin`.
fn particles(words: &[Word<'_>]) -> usize {
    const FIRST: &[&str] = &["de", "van", "von", "di", "del", "della", "da", "dos", "du", "ten", "ter", "zu"];
    let begins = words.first().is_some_and(|word| FIRST.contains(&word.folded.as_str()));
    let are_particles = words.iter().take_while(|word| PARTICLES.contains(&word.folded.as_str()));
    if begins { are_particles.count() } else { 0 }
}

/// `Frau Schmidt`, `Mr. J. Smith`, `Herr Dr. Weber`.
pub(super) fn is_addressed(words: &[Word<'_>], at: usize) -> bool {
    let title = &words[at];
    let is_passed = |word: &Word<'_>| {
        is_title(&word.folded) || is_degree(&word.folded) || word.is_initial() || is_end_of_title(word)
    };
    let passed = words[at + 1..].iter().take_while(|word| is_passed(word)).count();
    let passed = passed + particles(&words[at + 1 + passed..]);
    let Some(name) = words.get(at + 1 + passed) else { return false };
    let follows = |word: &Word<'_>| matches!(word.gap, Gap::Blank | Gap::Stop | Gap::Joined);
    if !words[at + 1..=at + 1 + passed].iter().all(follows) || is_no_name(&name.folded) {
        return false;
    }
    let end = at + 2 + passed;
    let is_near = |word: &Word<'_>| word.parts().any(|part| is_disease(part) || is_place_or_thing(part));
    if is_near(name) || words.get(end).is_some_and(|word| word.follows() && is_near(word)) {
        return false;
    }
    // Abbreviations, which have other meanings without a full stop.
    if ["sr", "fr"].contains(&title.folded.as_str()) && words[at + 1].gap != Gap::Stop {
        return false;
    }
    // The disease and the images.
    if title.case == Case::Upper && ["ms", "mr"].contains(&title.folded.as_str()) && name.gap != Gap::Stop {
        return false;
    }
    // Words for people whom somebody cares for stand in sentences of all kinds.
    let is_role = ROLES.contains(&title.folded.as_str());
    let is_capital = |word: &Word<'_>| word.case == Case::Capital;
    if is_role && !(is_capital(title) && is_capital(name) && name.gap == Gap::Blank) {
        return false;
    }
    let is_sure = SURE.contains(&title.folded.as_str()) || is_end_of_title(&words[at + 1]);
    let is_known = given(name) || family(name);
    match (title.case, name.case) {
        (Case::Capital, Case::Capital | Case::Upper) if is_known => is_sure || !common(name),
        (Case::Capital, Case::Capital) => is_sure && name.folded.len() >= 3,
        (Case::Lower, Case::Capital) if is_known && is_sure => true,
        (Case::Upper, Case::Upper | Case::Capital) | (Case::Lower, _) => is_known && !common(name),
        _ => false,
    }
}
