//! Streets with the number of a house, among the words of a text.

use super::street_address::SURE_ENDINGS;
use crate::fold::fold;

/// Words behind a name that are nothing but streets beside a number.
const BEHIND_NAMES: &[&str] =
    &["street", "road", "avenue", "lane", "drive", "boulevard", "terrace", "crescent"];

/// Words before a name that are nothing but streets beside a number.
const BEFORE_NAMES: &[&str] = &[
    "rue",
    "avenue",
    "boulevard",
    "chemin",
    "impasse",
    "quai",
    "calle",
    "avenida",
    "avda",
    "paseo",
    "viale",
    "piazza",
    "vicolo",
    "rua",
    "travessa",
    "praca",
    "ul.",
    "ulica",
    "aleja",
    "plac",
    "osiedle",
];

/// Such words that are others, too: they count where nothing else stands in the text.
const ALONE_BEFORE_NAMES: &[&str] = &[
    "via",
    "corso",
    "largo",
    "place",
    "plaza",
    "allee",
    "route",
    "cours",
    "carretera",
    "estrada",
    "al.",
    "os.",
];

/// Words within the name of a street.
const PARTICLES: &[&str] = &[
    "de", "la", "le", "les", "du", "des", "del", "della", "delle", "dei", "di", "da", "do", "dos", "das",
    "los", "las", "el", "l", "d",
];

/// So many words a name has at most.
const MOST_WORDS: usize = 5;

/// Whether a street with the number of a house stands among words: `Lindenstraße 12`,
/// `Lindenstr. 12`, `12 Maple Drive`, `12 rue Victor Hugo`, `via Roma 14`.
pub(super) fn is_street_with_number(words: &[&str]) -> bool {
    words.windows(2).any(|pair| is_compound(pair[0]) && is_house(pair[1]))
        || words.windows(3).any(|three| is_house(three[0]) && is_name(three[1]) && is_behind_name(three[2]))
        || (0..words.len()).any(|at| is_named_behind(words, at))
}

fn is_house(word: &str) -> bool {
    let word = word.trim_matches([',', '.', ';', ')']);
    let number = word.split('/').next().unwrap_or(word);
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    (1..=4).contains(&digits) && number.len() - digits <= 1
}

fn is_name(word: &str) -> bool {
    word.chars().next().is_some_and(char::is_uppercase) && word.len() >= 3
}

/// `Lindenstraße`, `Lindenstr.`
fn is_compound(word: &str) -> bool {
    let folded = fold(word.trim_matches([',', ';', '(']));
    let is_long = |ending: &&&str| folded.len() > ending.len() + 2;
    SURE_ENDINGS.iter().filter(is_long).any(|ending| folded.ends_with(ending))
        || folded.len() > 6 && folded.ends_with("str.")
}

fn is_behind_name(word: &str) -> bool {
    is_name(word) && BEHIND_NAMES.contains(&fold(word.trim_matches([',', '.', ';', ')'])).as_str())
}

/// A word for street at a place, the name behind it, and a number before or behind both.
fn is_named_behind(words: &[&str], at: usize) -> bool {
    let street = fold(words[at].trim_start_matches(['(', ',']));
    let name = words[at + 1..].iter().take_while(|word| is_part_of_name(word)).take(MOST_WORDS);
    let length = name.clone().count();
    if !name.clone().any(|word| is_capital_word(word)) {
        return false;
    }
    let end = at + 1 + length;
    let is_before = at.checked_sub(1).is_some_and(|before| is_house(words[before]));
    let is_behind = words.get(end).is_some_and(|word| is_house(word));
    let is_all = at == usize::from(is_before) && words.len() == end + usize::from(is_behind);
    (is_before || is_behind)
        && (BEFORE_NAMES.contains(&street.as_str())
            || is_all && ALONE_BEFORE_NAMES.contains(&street.as_str()))
}

fn is_part_of_name(word: &str) -> bool {
    is_capital_word(word) || PARTICLES.contains(&fold(word).as_str())
}

/// `Roma`, `d'Italia`, but no abbreviation such as `PICC`.
fn is_capital_word(word: &str) -> bool {
    let word = word.trim_matches([',', '.', ';', ')']);
    let word = word.split_once(['\'', '\u{2019}']).map_or(word, |(_, name)| name);
    let letters = || word.chars().filter(|sign| sign.is_alphabetic());
    word.len() >= 3
        && letters().next().is_some_and(char::is_uppercase)
        && letters().skip(1).all(char::is_lowercase)
        && word.chars().all(|sign| sign.is_alphabetic() || sign == '-')
}

#[test]
fn streets_before_and_behind_names() {
    for found in [
        "12 rue Victor Hugo",
        "12, rue de la Paix",
        "habite 3 avenue Jean Moulin depuis mai",
        "via Roma 14",
        "Via Garibaldi, 3",
        "Calle Mayor 3",
        "vive en calle de Alcal\u{e1} 45",
        "ul. D\u{142}uga 5",
        "mieszka ul. D\u{142}uga 5/7",
        "Rua Augusta 45",
        "lives at 12 Maple Drive",
        "Lindenstra\u{df}e 12",
    ] {
        assert!(is_street_with_number(&found.split_whitespace().collect::<Vec<_>>()), "{found}");
    }
    for harmless in [
        "via PICC 2",
        "given via Port 3 times",
        "5 ul Heparin 3",
        "court 4",
        "Platz 3",
        "Place 2",
        "largo 3",
        "rue 5",
        "la calle 3",
        "Stage 3 drive",
    ] {
        assert!(!is_street_with_number(&harmless.split_whitespace().collect::<Vec<_>>()), "{harmless}");
    }
}
