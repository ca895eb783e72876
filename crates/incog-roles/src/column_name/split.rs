//! The tokens of a name.

use crate::fold::fold;

/// Words that hold others together.
const PARTICLES: &[&str] = &[
    "of", "the", "de", "di", "da", "do", "du", "des", "del", "della", "dello", "la", "le", "el", "van",
    "der", "het", "von", "dem", "dell", "d", "l", "dos", "das", "y", "e", "i", "dnia", "in", "at", "for",
    "to",
];

/// The words of a name in small letters without marks: split at what is no letter, where small
/// letters turn capital, and before the last of several capitals that small letters follow
/// (`IPAddress`).
pub(crate) fn tokens(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().take(LONGEST).collect();
    let mut words = vec![String::new()];
    for (at, &letter) in letters.iter().enumerate() {
        let is_mark = ('\u{300}'..='\u{36f}').contains(&letter);
        let before = at.checked_sub(1).map(|before| letters[before]);
        let begins = letter.is_uppercase()
            && before.is_some_and(|before| {
                // Before a digit, a small letter belongs to the capitals: IPv4.
                let is_version = letters.get(at + 2).is_some_and(char::is_ascii_digit);
                let small_follows =
                    letters.get(at + 1).is_some_and(|next| next.is_lowercase()) && !is_version;
                before.is_lowercase() || before.is_uppercase() && small_follows
            });
        if begins || !letter.is_alphabetic() && !is_mark {
            words.push(String::new());
        }
        if let (true, Some(word)) = (letter.is_alphabetic() || is_mark, words.last_mut()) {
            word.push(letter);
        }
    }
    let folded: Vec<String> = words.iter().map(|word| fold(word)).filter(|word| !word.is_empty()).collect();
    let meaningful: Vec<String> =
        folded.iter().filter(|word| !PARTICLES.contains(&word.as_str())).cloned().collect();
    if meaningful.is_empty() { folded } else { meaningful }
}

/// Names are read as far as this many letters.
const LONGEST: usize = 200;

#[test]
fn splits() {
    assert_eq!(tokens("BILL_AMT1"), ["bill", "amt"]);
    assert_eq!(tokens("MaritalStatus"), ["marital", "status"]);
    assert_eq!(tokens("IPAddress"), ["ip", "address"]);
    assert_eq!(tokens("patientID"), ["patient", "id"]);
    assert_eq!(
        (tokens("IPv4"), tokens("NHSNo")),
        (vec!["ipv".to_owned()], vec!["nhs".to_owned(), "no".to_owned()])
    );
    assert_eq!(tokens("Date de naissance"), ["date", "naissance"]);
    assert_eq!(tokens("nume\u{301}ro 1"), ["numero"]);
    assert!(tokens("  _1 ").is_empty());
}
