//! The words of a text, and what stands between them.

use crate::fold::fold;

/// What stands before a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gap {
    /// The beginning of the text, or digits.
    Start,
    /// Marks, such as a colon or brackets.
    Break,
    /// Blanks.
    Blank,
    /// A comma.
    Comma,
    /// A full stop and a blank, as after an initial.
    Stop,
    /// A full stop or an underscore without a blank: `anna.schmidt`.
    Joined,
}

/// How a word is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Case {
    /// `Anna`, `McDonald`; also words of scripts without capitals.
    Capital,
    /// `ANNA`.
    Upper,
    /// `anna`.
    Lower,
}

/// A word of a text.
#[derive(Debug, Clone)]
pub(super) struct Word<'t> {
    /// As it is written.
    pub text: &'t str,
    /// In small letters without marks, and without an `'s` at its end.
    pub folded: String,
    /// What stands before it.
    pub gap: Gap,
    /// How it is written.
    pub case: Case,
}

impl Word<'_> {
    /// Whether it is one letter.
    pub fn is_initial(&self) -> bool {
        self.text.chars().filter(|letter| letter.is_alphabetic()).count() == 1 && self.case != Case::Lower
    }

    /// Whether it follows the word before it in one expression.
    pub fn follows(&self) -> bool {
        matches!(self.gap, Gap::Blank | Gap::Joined)
    }

    /// The parts between hyphens: `Jean-Pierre`.
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        self.folded.split('-')
    }
}

/// Longer texts are looked at as far as this many words.
const MOST_WORDS: usize = 2_000;

/// The words of a text.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let spans = spans(text);
    let ends = std::iter::once(0).chain(spans.iter().map(|(_, end)| *end));
    let words = spans.iter().zip(ends).take(MOST_WORDS);
    words.map(|(&(first, last), end)| word(text, text.get(end..first).unwrap_or(""), first, last)).collect()
}

/// Where words begin and end, in bytes.
fn spans(text: &str) -> Vec<(usize, usize)> {
    let (mut spans, mut begin) = (Vec::new(), None);
    let mut signs = text.char_indices().peekable();
    while let Some((at, sign)) = signs.next() {
        let is_before_a_letter = signs.peek().is_some_and(|(_, next)| next.is_alphabetic());
        let holds_together = matches!(sign, '-' | '\'' | '\u{2019}' | '\u{2bc}' | '\u{2010}');
        let belongs =
            sign.is_alphabetic() || is_mark(sign) || begin.is_some() && is_before_a_letter && holds_together;
        match (belongs, begin) {
            (true, None) => begin = Some(at),
            (false, Some(first)) => {
                spans.push((first, at));
                begin = None;
            }
            _ => {}
        }
    }
    spans.extend(begin.map(|first| (first, text.len())));
    spans
}

/// Marks that belong to the letter before them, vowels of Indian scripts among them.
fn is_mark(sign: char) -> bool {
    matches!(sign, '\u{300}'..='\u{36f}' | '\u{64b}'..='\u{65f}' | '\u{900}'..='\u{903}' | '\u{93a}'..='\u{94f}')
}

fn word<'t>(text: &'t str, gap: &str, first: usize, last: usize) -> Word<'t> {
    let is_first = gap.len() == first;
    let text = text.get(first..last).unwrap_or("");
    let folded = fold(text).replace('\u{2010}', "-");
    let folded = folded.strip_suffix("'s").map(str::to_owned).unwrap_or(folded);
    let gap = match gap.trim() {
        _ if is_first || gap.chars().any(char::is_numeric) => Gap::Start,
        "" => Gap::Blank,
        "," => Gap::Comma,
        "." if gap.len() > 1 => Gap::Stop,
        "." | "_" => Gap::Joined,
        _ => Gap::Break,
    };
    Word { text, folded, gap, case: case(text) }
}

fn case(text: &str) -> Case {
    let letters = || text.chars().filter(|letter| letter.is_alphabetic());
    let is_capital = letters().next().is_some_and(|letter| !letter.is_lowercase());
    match (is_capital, letters().any(char::is_lowercase)) {
        (false, _) => Case::Lower,
        (true, false) if letters().count() > 1 && letters().all(char::is_uppercase) => Case::Upper,
        (true, _) => Case::Capital,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_what_stands_before_them_and_how_they_are_written() {
        let text = "call SCHMIDT, Anna-Maria (wife); A. O'Neill's anna.schmidt 5 mg";
        let found: Vec<(String, Gap, Case)> =
            words(text).into_iter().map(|word| (word.folded, word.gap, word.case)).collect();
        let expected = [
            ("call", Gap::Start, Case::Lower),
            ("schmidt", Gap::Blank, Case::Upper),
            ("anna-maria", Gap::Comma, Case::Capital),
            ("wife", Gap::Break, Case::Lower),
            ("a", Gap::Break, Case::Capital),
            ("o'neill", Gap::Stop, Case::Capital),
            ("anna", Gap::Blank, Case::Lower),
            ("schmidt", Gap::Joined, Case::Lower),
            ("mg", Gap::Start, Case::Lower),
        ];
        assert_eq!(found, expected.map(|(word, gap, case)| (word.to_owned(), gap, case)));
        assert!(words("").is_empty() && words("12 - 3").is_empty());
    }
}
