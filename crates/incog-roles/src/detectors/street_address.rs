//! Street addresses.

use crate::detector::{Detector, Recognizer, Strength, ValueKind};
use crate::fold::fold;
use crate::role::ProposedRole;

pub(super) const STREET_ADDRESS: Detector = Detector {
    kind: ValueKind::StreetAddress,
    name: "street address",
    recognizes: "a word for street in eight languages and a number of a house",
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

fn is_street_address(text: &str) -> bool {
    let has_a_number = text.bytes().any(|byte| byte.is_ascii_digit());
    if !has_a_number || !(6..=200).contains(&text.len()) || !text.contains(' ') {
        return false;
    }
    let folded = fold(text);
    let words = || folded.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    // `12`, `12a`, `12-14`, but not `4th` alone.
    let is_house = |word: &str| {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        (1..=5).contains(&digits) && word.len() - digits <= 1
    };
    let is_street = |word: &str| {
        WORDS.contains(&word)
            || ENDINGS.iter().any(|ending| word.len() > ending.len() + 1 && word.ends_with(ending))
    };
    let is_a_name = |word: &str| word.len() >= 3 && word.bytes().any(|byte| byte.is_ascii_alphabetic());
    words().any(is_house) && words().any(is_street) && words().any(is_a_name)
}

/// Words for street that are nothing else beside a number.
const SURE_WORDS: &[&str] =
    &["street", "road", "avenue", "lane", "drive", "boulevard", "terrace", "crescent"];

/// Ends of such words.
const SURE_ENDINGS: &[&str] = &["strasse", "gasse", "allee", "straat", "gracht"];

/// Whether a street with the number of a house stands among words: `Lindenstraße 12`,
/// `Lindenstr. 12`, `12 Maple Drive`.
pub(super) fn is_street_with_number(words: &[&str]) -> bool {
    let is_house = |word: &str| {
        let word = word.trim_matches([',', '.', ';', ')']);
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        (1..=4).contains(&digits) && word.len() - digits <= 1
    };
    let ends = |word: &str| {
        let folded = fold(word.trim_matches([',', ';', '(']));
        let is_long = |ending: &&&str| folded.len() > ending.len() + 2;
        SURE_ENDINGS.iter().filter(is_long).any(|ending| folded.ends_with(ending))
            || folded.len() > 6 && folded.ends_with("str.")
    };
    let is_name = |word: &str| word.chars().next().is_some_and(char::is_uppercase) && word.len() >= 3;
    let is_word = |word: &str| {
        is_name(word) && SURE_WORDS.contains(&fold(word.trim_matches([',', '.', ';', ')'])).as_str())
    };
    words.windows(2).any(|pair| ends(pair[0]) && is_house(pair[1]))
        || words.windows(3).any(|three| is_house(three[0]) && is_name(three[1]) && is_word(three[2]))
}

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
    for bad in ["High Street", "12", "30 to 49", "Bachelors 3", "", "str", "5 mg", "A 1"] {
        assert!(!is_street_address(bad), "{bad}");
    }
}
