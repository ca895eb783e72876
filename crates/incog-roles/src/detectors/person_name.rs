//! Names of people.

use crate::detector::{Detector, Recognizer, Strength, ValueKind};
use crate::fold::fold;
use crate::names::{family_names, given_names, is_name};
use crate::profile::{Profile, Share};
use crate::role::ProposedRole;

pub(super) const PERSON_NAME: Detector = Detector {
    kind: ValueKind::PersonName,
    name: "name of a person",
    recognizes: "two to four words with a usual given or family name of eight languages: Anna Schmidt, SCHMIDT, Anna, A. Schmidt; usual full names \
                 of other languages and scripts",
    reference: "lists of this crate; HIPAA Safe Harbor (A)",
    role: ProposedRole::Identifier,
    strength: Strength::Proof,
    least_share: 0.4,
    chance: 0.1,
    recognizer: Recognizer::Value(|text| is_full_name(text) || is_name(text)),
};

pub(super) const NAME_PART: Detector = Detector {
    kind: ValueKind::NamePart,
    name: "given or family name",
    recognizes: "at least ten single words, half of them usual given names, or usual family names",
    reference: "lists of this crate; HIPAA Safe Harbor (A)",
    role: ProposedRole::Identifier,
    strength: Strength::Sign,
    least_share: 0.4,
    chance: 0.1,
    recognizer: Recognizer::Column(share_of_single_names),
};

fn share_of_single_names(profile: &Profile<'_>) -> Share {
    let among = |names: fn(&str) -> bool| {
        profile.share(|text| (2..=24).contains(&text.len()) && !text.contains(' ') && names(&plain(text)))
    };
    let given = among(given_names);
    let share = if given.of_values >= 0.4 { given } else { among(family_names) };
    if share.fitting >= 10 { share } else { Share::NONE }
}

/// Words before a name.
const TITLES: &[&str] = &[
    "mr", "mrs", "ms", "miss", "dr", "prof", "sir", "herr", "frau", "m", "mme", "mlle", "sr", "sra", "sig",
    "dott", "dhr", "mevr", "pan", "pani", "dona", "don", "dipl", "ing", "med",
];

/// Words within a name.
const PARTICLES: &[&str] = &[
    "von", "van", "de", "der", "den", "del", "della", "di", "da", "do", "dos", "das", "du", "la", "le", "el",
    "y", "e", "ten", "ter", "zu", "st", "jr", "sr", "ii", "iii",
];

/// Words that places, firms and groups of people have beside what may be a name.
const NO_PERSON: &[&str] = &[
    "hospital",
    "center",
    "centre",
    "clinic",
    "school",
    "university",
    "college",
    "county",
    "city",
    "island",
    "valley",
    "street",
    "road",
    "lake",
    "park",
    "church",
    "services",
    "service",
    "company",
    "inc",
    "ltd",
    "gmbh",
    "group",
    "bank",
    "health",
    "medical",
    "care",
    "and",
    "or",
    "to",
    "of",
    "the",
    "with",
    "in",
    "for",
    "other",
    "not",
    "no",
    "new",
    "north",
    "south",
    "east",
    "west",
    "white",
    "black",
    "saint",
    "medicine",
    "insurance",
];

/// A given or a family name, and nothing beside it that no person is called.
fn is_full_name(text: &str) -> bool {
    if !(4..=60).contains(&text.len())
        || text.bytes().any(|byte| byte.is_ascii_digit())
        || !text.contains(' ')
    {
        return false;
    }
    // An initial and a family name have a stop or a comma between.
    let folded = fold(text);
    let (mut words, mut initials, mut known) = (0, 0, 0);
    for word in folded.split([' ', ',', '.']).filter(|word| !word.is_empty()) {
        let is_word = word.chars().all(|sign| sign.is_alphabetic() || sign == '-' || sign == '\'');
        if !is_word || NO_PERSON.contains(&word) {
            return false;
        }
        if word.chars().count() == 1 {
            initials += 1;
        } else if !TITLES.contains(&word) && !PARTICLES.contains(&word) {
            words += 1;
            known += usize::from(is_known(word));
        }
    }
    let capitals = text.chars().filter(|letter| letter.is_uppercase()).count();
    let is_written_as_names_are = capitals >= 2 || folded == text && known >= 2;
    known >= 1
        && (words >= 2 || words == 1 && initials >= 1)
        && words + initials <= 5
        && is_written_as_names_are
}

/// Whether a part of the word, at a hyphen, is in a list, or the word begins as family names do.
fn is_known(word: &str) -> bool {
    let begins =
        ["o'", "mc", "d'", "mac"].iter().any(|start| word.len() > start.len() + 3 && word.starts_with(start));
    begins || word.split('-').any(|part| given_names(part) || family_names(part))
}

/// Without stops and marks.
fn plain(text: &str) -> String {
    let mut folded = fold(text);
    folded.retain(|sign| sign != '.' && sign != ',');
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_names() {
        for good in [
            "Anna Schmidt",
            "SCHMIDT, Anna",
            "A. Schmidt",
            "Dr. Jörg Müller",
            "José María García López",
            "Aoife O'Sullivan",
            "Łukasz Wiśniewski",
            "Jean-Pierre Dupont",
            "van den Berg, Kees",
            "anna schmidt",
            "Giulia Rossi",
            "João Silva",
        ] {
            assert!(is_full_name(good), "{good}");
        }
        for bad in [
            "New York",
            "St. Francis Hospital",
            "White British",
            "30 to 49",
            "",
            "Anna",
            "Self employed",
            "Heart failure",
            "Not in family",
            "Home or Self Care",
            "Adm-clerical",
            "Never married",
            "Private Health Insurance",
            "東京 都",
        ] {
            assert!(!is_full_name(bad), "{bad}");
        }
    }
}
