//! What a text looks like to a person.

use super::difference::Difference;
use super::number::{self, as_number, is_number};
use super::{code, date, missing, quantity, truth, words as spelled};
use incog_roles::ascii_digit;
use unicode_normalization::UnicodeNormalization;
use unicode_security::confusable_detection::skeleton;

/// Marks at the end of a text that make no other value of it. `hiv?` is a guess, but a reader who
/// finds nothing else in a class knows the value all the same.
const MARKS: [char; 4] = ['.', ',', ';', '?'];

/// What all words for a missing value are.
const MISSING: &str = "\0";

/// What a text looks like: without needless spaces, invisible characters and marks at its end,
/// composed in one way, in lower case, with digits of one script, dates, numbers and codes in one
/// notation, words joined in one way and letters as they look; the steps in `skip` are left out.
pub(super) fn fold(text: &str, skip: &[Difference]) -> String {
    let takes = |difference| !skip.contains(&difference);
    let text = characters(text, takes);
    let is_missing = |text: &str| {
        takes(Difference::Missing) && missing::is_word(text)
            || takes(Difference::MissingCode) && missing::is_code(text)
    };
    if is_missing(&text) {
        return MISSING.to_owned();
    }
    let text = if takes(Difference::Ending) { without_ending(text, takes(Difference::Blanks)) } else { text };
    if is_missing(&text) {
        return MISSING.to_owned();
    }
    if takes(Difference::Date)
        && let Some(date) = date::in_one_notation(&text)
    {
        return date;
    }
    let text = amount(text, takes);
    match as_number(&text) {
        // Numbers are distinguished by their digits, some of which look like letters.
        Some(number) => {
            if takes(Difference::Notation) {
                number
            } else {
                text
            }
        }
        None => words(text, takes),
    }
}

/// A number in one notation, and a word for a number that stands for one.
fn amount(mut text: String, takes: impl Fn(Difference) -> bool) -> String {
    let steps: [(Difference, Step); 3] = [
        (Difference::TruthNumber, truth::of_number),
        (Difference::Percent, quantity::as_fraction),
        (Difference::Separators, number::with_a_point),
    ];
    for (difference, step) in steps {
        if takes(difference)
            && let Some(changed) = step(&text)
        {
            text = changed;
        }
    }
    text
}

/// A text with one character for all that look alike or are not seen.
fn characters(text: &str, takes: impl Fn(Difference) -> bool) -> String {
    let mut text = text.to_owned();
    // Most texts are plain, and none of these is in them.
    let is_plain = text.is_ascii();
    if !is_plain && takes(Difference::Fillers) {
        text.retain(|sign| !is_filler(sign));
    }
    if takes(Difference::Blanks) && text.contains(char::is_whitespace) {
        text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    if takes(Difference::Invisible) && text.contains(is_invisible) {
        text.retain(|character| !is_invisible(character));
    }
    if is_plain {
        if takes(Difference::Case) {
            text.make_ascii_lowercase();
        }
        return text;
    }
    if takes(Difference::Composition) {
        text = text.nfc().collect();
    }
    if takes(Difference::Case) {
        text = text.to_lowercase();
    }
    if takes(Difference::Digits) {
        text = text.chars().map(ascii_digit).collect();
    }
    text
}

/// Without the marks at its end.
fn without_ending(mut text: String, takes_blanks: bool) -> String {
    if text.ends_with(MARKS) && !is_number(&text) {
        let without = text.trim_end_matches(MARKS);
        let without = if takes_blanks { without.trim_end() } else { without };
        let kept = if without.is_empty() { text.len() } else { without.len() };
        text.truncate(kept);
    }
    text
}

/// Writes a text in another way, where it can.
type Step = fn(&str) -> Option<String>;

/// What is no number: codes and words.
fn words(mut text: String, takes: impl Fn(Difference) -> bool) -> String {
    let steps: [(Difference, Step); 13] = [
        (Difference::Quotes, spelled::without_quotes),
        (Difference::Code, code::without_a_point),
        (Difference::Initials, spelled::without_points),
        (Difference::Range, quantity::as_range),
        (Difference::Abbreviation, truth::of_letter),
        (Difference::TruthLetter, truth::of_logical_letter),
        (Difference::Truth, truth::of_word),
        (Difference::Accents, spelled::without_accents),
        (Difference::Order, spelled::in_order),
        (Difference::Numerals, spelled::in_arabic_numbers),
        (Difference::Shortened, spelled::with_findings_written_out),
        (Difference::Spelling, spelled::in_american),
        (Difference::Joiners, spelled::joined_in_one_way),
    ];
    for (difference, step) in steps {
        if takes(difference)
            && let Some(changed) = step(&text)
        {
            text = changed;
        }
    }
    if takes(Difference::LookAlikes) { skeleton(&text).collect() } else { text }
}

/// Letters that show nothing, and marks of plain text that only say of what it is.
fn is_filler(character: char) -> bool {
    matches!(
        character,
        '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}' | '\u{e0000}'..='\u{e01ef}'
    )
}

/// Characters without width, and those that only say how others are shown.
pub(in super::super) fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
    ) || character.is_control() && !character.is_whitespace()
}
