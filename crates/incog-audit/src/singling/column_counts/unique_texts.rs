//! Texts that few people share: remarks, which describe one person.

use super::LookedAt;
use crate::lint::Severity;
use crate::numbers::says_something;
use crate::singling::thresholds::FEWEST_WORDS;
use crate::singling::{Known, SingledOut, Singling};
use crate::units::counts_by_code;

/// The texts of at least [`FEWEST_WORDS`] words in a column.
#[derive(Default)]
struct Texts {
    /// Different ones.
    distinct: usize,
    /// Those of one person.
    unique: usize,
    /// Those that few people share.
    rare: usize,
    /// The records that have one of these.
    records: u64,
}

impl LookedAt<'_> {
    /// Columns with texts that few people share, of which nothing else is found; a danger where
    /// most values are such texts.
    pub fn unique_texts(&self, found: &[SingledOut]) -> Vec<SingledOut> {
        let told = self.others(found).filter_map(|known| {
            let texts = self.texts(known)?;
            let severity = if self.is_mostly(&texts, known) { Severity::Danger } else { Severity::Warning };
            Some(SingledOut { severity, ..self.found(Singling::UniqueTexts, &[known], texts.records) })
        });
        told.collect()
    }

    /// The texts of a column, where some are remarks. The name of a rare category is none: one
    /// unique text among others that are mostly shared.
    fn texts(&self, known: &Known<'_>) -> Option<Texts> {
        let column = known.published.column;
        let codes = 0..known.of_code.len() as u32;
        let long: Vec<u32> = codes.filter(|code| is_long(known, *code)).collect();
        if long.is_empty() {
            return None;
        }
        let (counts, people) = (self.crowd.counts, self.crowd.people);
        let sharing = counts_by_code(column.codes.iter(), column.dictionary.len(), counts, people);
        let mut texts = Texts { distinct: long.len(), ..Texts::default() };
        for code in long.into_iter().filter(|code| sharing[*code as usize] < self.least) {
            texts.rare += 1;
            texts.unique += usize::from(sharing[code as usize] == 1);
            texts.records += known.of_code[code as usize];
        }
        let are_remarks = texts.unique > 1 || texts.unique == 1 && 2 * texts.rare > texts.distinct;
        are_remarks.then_some(texts)
    }

    /// Whether most records with a value have one that few people share, and most texts are one
    /// person's.
    fn is_mostly(&self, texts: &Texts, known: &Known<'_>) -> bool {
        let column = known.published.column;
        let said = (0u32..).zip(&known.of_code).filter(|(code, _)| says_something(column, *code));
        let said: u64 = said.map(|(_, records)| records).sum();
        u128::from(texts.records) * 2 > u128::from(said) && 2 * texts.unique > texts.distinct
    }
}

/// Whether records have a value, and it has many words.
fn is_long(known: &Known<'_>, code: u32) -> bool {
    let column = known.published.column;
    known.of_code[code as usize] > 0
        && says_something(column, code)
        && words(column.dictionary.get(code)) >= FEWEST_WORDS
}

/// Words of a text that have a letter. In scripts that put no blanks between words, two letters
/// count as one.
fn words(text: &str) -> usize {
    text.split_whitespace().map(words_of_part).sum()
}

fn words_of_part(part: &str) -> usize {
    let letters = part.chars().filter(|letter| has_no_blanks(*letter)).count();
    (letters / 2).max(usize::from(part.chars().any(char::is_alphabetic)))
}

/// Letters of Thai, Lao, Burmese and Khmer, kana, and Chinese characters.
fn has_no_blanks(letter: char) -> bool {
    matches!(letter,
        '\u{e00}'..='\u{eff}'
            | '\u{1000}'..='\u{109f}'
            | '\u{1780}'..='\u{17ff}'
            | '\u{3040}'..='\u{30ff}'
            | '\u{3400}'..='\u{9fff}'
            | '\u{20000}'..='\u{2fa1f}')
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_have_letters_and_need_no_blanks() {
        assert_eq!(words("fell from the mayor's horse in May"), 7);
        assert_eq!(words("I50 - 12 / 7"), 1);
        assert_eq!(
            (words("他昨天从马上摔下来"), words("インフルエンザ"), words("한 해 전에 다쳤다")),
            (4, 3, 4)
        );
        assert_eq!(words(""), 0);
    }
}
