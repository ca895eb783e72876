//! Yes and no, in words, letters and numbers.

use super::difference::Difference;
use super::number::{as_number, is_number};

const YES: [&str; 12] =
    ["yes", "true", "ja", "wahr", "oui", "vrai", "si", "s\u{ed}", "verdadero", "sim", "vero", "tak"];
const NO: [&str; 11] =
    ["no", "false", "nein", "falsch", "non", "faux", "falso", "n\u{e3}o", "nao", "nee", "nie"];

/// Words of programs, which are shortened to one letter.
const LOGICAL: [&str; 2] = ["true", "false"];

/// `yes` for `true` and `ja`, `no` for `false` and `nein`.
pub(super) fn of_word(text: &str) -> Option<String> {
    let small = text.to_lowercase();
    let is_yes = YES.contains(&small.as_str());
    let word = if is_yes { Some("yes") } else { NO.contains(&small.as_str()).then_some("no") };
    word.filter(|word| *word != text).map(str::to_owned)
}

/// `yes` for `y`.
pub(super) fn of_letter(text: &str) -> Option<String> {
    word_of(text, &[("y", "yes"), ("n", "no"), ("j", "ja")])
}

/// `true` for `t`.
pub(super) fn of_logical_letter(text: &str) -> Option<String> {
    word_of(text, &[("t", "true"), ("f", "false")])
}

fn word_of(text: &str, words: &[(&str, &str)]) -> Option<String> {
    words.iter().find(|(letter, _)| *letter == text.to_lowercase()).map(|(_, word)| (*word).to_owned())
}

/// `yes` for `1`.
pub(super) fn of_number(text: &str) -> Option<String> {
    word_of(&as_number(text)?, &[("1", "yes"), ("0", "no")])
}

/// The differences that say nothing of these texts: a number stands for yes or no beside such words
/// and where there are no other numbers, a letter for true or false beside one of the words.
pub(super) fn not_among(texts: &[&str]) -> Vec<Difference> {
    let texts: Vec<String> = texts.iter().map(|text| text.trim().to_lowercase()).collect();
    let mut numbers = texts.iter().filter(|text| is_number(text));
    let are_truths = numbers.all(|number| of_number(number).is_some());
    let numbers = !(has_one(&texts, &YES) || has_one(&texts, &NO)) || !are_truths;
    let numbers = numbers.then_some(Difference::TruthNumber);
    let letters = (!has_one(&texts, &LOGICAL)).then_some(Difference::TruthLetter);
    numbers.into_iter().chain(letters).collect()
}

fn has_one(texts: &[String], words: &[&str]) -> bool {
    texts.iter().any(|text| words.contains(&text.as_str()))
}
