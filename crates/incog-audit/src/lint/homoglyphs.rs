//! Texts as they look: names and numbers that other characters hide from detectors.

use super::variants::is_invisible;
use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization;

/// The Latin letter that a letter of another alphabet looks like.
fn latin(sign: char) -> char {
    match sign {
        '\u{410}' | '\u{391}' => 'A',
        '\u{412}' | '\u{392}' => 'B',
        '\u{421}' => 'C',
        '\u{415}' | '\u{395}' => 'E',
        '\u{41d}' | '\u{397}' => 'H',
        '\u{406}' | '\u{399}' => 'I',
        '\u{408}' => 'J',
        '\u{41a}' | '\u{39a}' => 'K',
        '\u{41c}' | '\u{39c}' => 'M',
        '\u{39d}' => 'N',
        '\u{41e}' | '\u{39f}' => 'O',
        '\u{420}' | '\u{3a1}' => 'P',
        '\u{405}' => 'S',
        '\u{422}' | '\u{3a4}' => 'T',
        '\u{425}' | '\u{3a7}' => 'X',
        '\u{423}' | '\u{3a5}' => 'Y',
        '\u{396}' => 'Z',
        '\u{430}' | '\u{3b1}' => 'a',
        '\u{441}' => 'c',
        '\u{501}' => 'd',
        '\u{435}' => 'e',
        '\u{261}' => 'g',
        '\u{456}' | '\u{3b9}' => 'i',
        '\u{458}' => 'j',
        '\u{43e}' | '\u{3bf}' => 'o',
        '\u{440}' | '\u{3c1}' => 'p',
        '\u{455}' => 's',
        '\u{3bd}' => 'v',
        '\u{445}' => 'x',
        '\u{443}' => 'y',
        other => other,
    }
}

/// A text with Latin letters for those that look like them in words that also have Latin ones, and
/// without characters that do not show; full-width letters and digits become plain ones.
pub(super) fn plain_look(text: &str) -> Cow<'_, str> {
    let has_entity = text.contains("&nbsp;");
    if text.is_ascii() && !has_entity {
        return Cow::Borrowed(text);
    }
    let text = if has_entity { Cow::Owned(text.replace("&nbsp;", " ")) } else { Cow::Borrowed(text) };
    let shown: String = text.chars().filter(|&sign| !is_invisible(sign)).nfkc().collect();
    let words = shown.split_inclusive(char::is_whitespace);
    Cow::Owned(words.map(word_in_latin).collect())
}

fn word_in_latin(word: &str) -> Cow<'_, str> {
    let has_latin = word.bytes().any(|byte| byte.is_ascii_alphabetic());
    if !has_latin || word.is_ascii() {
        return Cow::Borrowed(word);
    }
    Cow::Owned(word.chars().map(latin).collect())
}

#[cfg(test)]
mod tests {
    use super::plain_look;

    #[test]
    fn what_looks_like_latin_becomes_it() {
        let hidden = [
            "An\u{200b}na Sch\u{200b}midt",
            "\u{ff21}\u{ff4e}\u{ff4e}\u{ff41} Schmidt",
            "\u{410}nn\u{430} S\u{441}hmidt",
            "Anna&nbsp;Schmidt",
        ];
        for text in hidden {
            assert_eq!(plain_look(text), "Anna Schmidt");
        }
        for text in ["Фёдор", "Müller", "Anna", "Γιώργος"] {
            assert_eq!(plain_look(text), text);
        }
    }
}
