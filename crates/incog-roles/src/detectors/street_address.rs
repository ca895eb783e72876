//! Street addresses.

use crate::detector::{Detector, Recognizer, Strength, ValueKind};
use crate::fold::fold;
use crate::profile::Profile;
use crate::role::ProposedRole;
use std::collections::BTreeSet;

pub(super) const STREET_ADDRESS: Detector = Detector {
    kind: ValueKind::StreetAddress,
    name: "street address",
    recognizes: "a named street in eight languages and a number of a house",
    reference: "UPU S42; HIPAA Safe Harbor (B)",
    role: ProposedRole::Identifier,
    strength: Strength::Proof,
    least_share: 0.3,
    chance: 0.0,
    recognizer: Recognizer::Value(is_street_address),
};

/// Words for street.
const WORDS: &[&str] = &[
    "street",
    "st",
    "road",
    "rd",
    "avenue",
    "ave",
    "lane",
    "ln",
    "drive",
    "dr",
    "boulevard",
    "blvd",
    "court",
    "ct",
    "square",
    "sq",
    "terrace",
    "close",
    "crescent",
    "highway",
    "hwy",
    "parkway",
    "pkwy",
    "strasse",
    "str",
    "platz",
    "weg",
    "allee",
    "gasse",
    "damm",
    "ufer",
    "rue",
    "chemin",
    "impasse",
    "quai",
    "place",
    "cours",
    "route",
    "calle",
    "c",
    "avenida",
    "avda",
    "plaza",
    "paseo",
    "carretera",
    "via",
    "viale",
    "piazza",
    "corso",
    "vicolo",
    "largo",
    "straat",
    "laan",
    "plein",
    "gracht",
    "kade",
    "rua",
    "av",
    "travessa",
    "praca",
    "estrada",
    "ul",
    "ulica",
    "al",
    "aleja",
    "plac",
    "os",
    "osiedle",
];

/// Ends of words for street.
const ENDINGS: &[&str] = &[
    "strasse", "str", "weg", "platz", "allee", "gasse", "damm", "ring", "ufer", "straat", "laan", "plein",
    "gracht", "kade", "steig", "dijk",
];

/// Words that end like streets and are none.
const NO_STREETS: &str = "dekade kaskade blockade blokkade barrikade spring offspring string monitoring scoring hering \
    parkplatz arbeitsplatz sitzplatz stehplatz stellplatz liegeplatz bettplatz startplatz \
    standplatz umweg infektionsweg bildungsweg zugangsweg transportweg";

/// How many different streets a column has, unless what it has are streets beyond doubt.
const FEWEST_STREETS: usize = 2;

/// Whether a column has streets, not one word with many numbers, which is a list of things.
pub(super) fn has_streets(profile: &Profile<'_>) -> bool {
    let addresses = profile.values.iter().filter(|value| is_street_address(value.text));
    let streets: BTreeSet<String> = addresses.map(|value| without_digits(value.text)).collect();
    let is_sure = |street: &String| {
        let mut words = words(street);
        words.clone().count() > 1 || words.any(|word| ends_with_one(word, SURE_ENDINGS))
    };
    streets.len() >= FEWEST_STREETS || streets.iter().any(is_sure)
}

fn without_digits(text: &str) -> String {
    fold(text).chars().filter(|sign| !sign.is_ascii_digit()).collect()
}

fn words(folded: &str) -> impl Iterator<Item = &str> + Clone {
    folded.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Whether a word is longer than one of these endings by two letters or more.
fn ends_with_one(word: &str, endings: &[&str]) -> bool {
    endings.iter().any(|ending| word.len() > ending.len() + 1 && word.ends_with(ending))
}

/// `12`, `12a`, but not `4th` alone.
fn is_house(word: &str) -> bool {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    (1..=5).contains(&digits) && word.len() - digits <= 1
}

fn is_compound(word: &str) -> bool {
    ends_with_one(word, ENDINGS) && !NO_STREETS.split_whitespace().any(|other| other == word)
}

/// A word that may be the name of a street, with which a word for street makes one.
fn is_a_name(word: &str) -> bool {
    word.len() >= 3 && word.bytes().any(|byte| byte.is_ascii_alphabetic()) && !WORDS.contains(&word)
}

fn is_street_address(text: &str) -> bool {
    let has_a_number = text.bytes().any(|byte| byte.is_ascii_digit());
    if !has_a_number || !(6..=200).contains(&text.len()) || !text.contains(' ') {
        return false;
    }
    let folded = fold(text);
    // A word for street alone is none: `court 4`.
    words(&folded).any(is_house)
        && words(&folded).any(|word| WORDS.contains(&word) || is_compound(word))
        && words(&folded).any(is_a_name)
}

/// Ends of words for street that are nothing else beside a number.
pub(super) const SURE_ENDINGS: &[&str] = &["strasse", "gasse", "allee", "straat", "gracht"];

#[test]
fn addresses() {
    for good in [
        "12 High Street",
        "Hauptstraße 5",
        "Lange Gasse 12a",
        "3, rue de la Paix",
        "Calle Mayor 7, 2º",
        "Via Roma, 12",
        "Keizersgracht 123",
        "Rua Augusta 45",
        "ul. Długa 8/3",
        "1600 Pennsylvania Ave NW",
    ] {
        assert!(is_street_address(good), "{good}");
    }
    for bad in [
        "High Street",
        "12",
        "30 to 49",
        "Bachelors 3",
        "",
        "str",
        "5 mg",
        "A 1",
        "dekade 0",
        "lane 2",
        "court 4",
        "Platz 3",
        "Allee 5",
        "drive 3",
        "Damm 3",
        "square 9",
        "spring 2023",
        "Parkplatz 12",
    ] {
        assert!(!is_street_address(bad), "{bad}");
    }
}

#[test]
fn a_list_of_numbered_things_has_no_streets() {
    fn is_one(values: &[&str]) -> bool {
        let mut builder = incog_data::ColumnBuilder::new("where");
        values.iter().for_each(|value| builder.push(value));
        has_streets(&Profile::new(&builder.finish(&[])))
    }
    assert!(!is_one(&["court 1", "court 2", "court 3"]));
    assert!(!is_one(&["Klettersteig 1", "Klettersteig 2"]));
    assert!(is_one(&["Hauptstra\u{df}e 1", "Hauptstra\u{df}e 2"]));
    assert!(is_one(&["High Street 1", "High Street 2"]));
    assert!(is_one(&["Kirchweg 1", "Amselweg 2"]));
}
