//! Texts that can be read in a second way, which others may be written in.

use super::difference::Difference;
use super::transliteration::transliterated;
use std::collections::{BTreeMap, BTreeSet};

/// The other ways to write a text, but for the differences in `skip`.
pub(super) fn second_looks(text: &str, skip: &[Difference]) -> Vec<(Difference, String)> {
    let looks =
        [(Difference::Transliteration, transliterated(text)), (Difference::Commas, without_commas(text))];
    let looks = looks.into_iter().filter(|(difference, _)| !skip.contains(difference));
    looks.filter_map(|(difference, text)| Some((difference, text?))).collect()
}

/// A text with blanks in the place of the commas between its words: `diabetes, typ 2`. Numbers keep
/// theirs.
fn without_commas(text: &str) -> Option<String> {
    const COMMAS: [char; 2] = [',', ';'];
    if !text.contains(COMMAS) {
        return None;
    }
    let is_between_words = |(at, _): &(usize, &str)| {
        let (before, behind) = (text[..*at].trim_end(), text[at + 1..].trim_start());
        let has_words = before.contains(char::is_alphabetic) && behind.contains(char::is_alphabetic);
        has_words && !(is_digit(before.chars().last()) && is_digit(behind.chars().next()))
    };
    let mut plain = text.to_owned();
    for (at, comma) in text.match_indices(COMMAS).filter(is_between_words) {
        plain.replace_range(at..at + comma.len(), " ");
    }
    (plain != text).then_some(plain)
}

fn is_digit(sign: Option<char>) -> bool {
    sign.is_some_and(char::is_numeric)
}

/// Texts of one value.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct JoinedLooks<'a> {
    /// The texts of each look.
    pub by_look: Vec<Vec<&'a str>>,
    /// How the looks differ.
    pub between: BTreeSet<Difference>,
}

impl JoinedLooks<'_> {
    /// How many texts there are.
    pub fn texts(&self) -> usize {
        self.by_look.iter().map(Vec::len).sum()
    }
}

/// The texts of each look, where those of several are one value: a text joins the others of its own
/// look with those of its second looks.
pub(super) fn joined_by_second_looks<'a>(
    by_look: BTreeMap<String, Vec<&'a str>>,
    second: impl Fn(&str) -> Vec<(Difference, String)>,
) -> Vec<JoinedLooks<'a>> {
    let mut pairs = Vec::new();
    for (own, texts) in &by_look {
        let others = texts.iter().flat_map(|text| second(text));
        let others = others.filter(|(_, other)| by_look.contains_key(other));
        pairs.extend(others.map(|(difference, other)| (own.clone(), other, difference)));
    }
    let values = by_look.into_iter();
    let mut values: BTreeMap<String, JoinedLooks<'a>> = values
        .map(|(look, texts)| (look, JoinedLooks { by_look: vec![texts], ..JoinedLooks::default() }))
        .collect();
    let mut joined_to: BTreeMap<String, String> = BTreeMap::new();
    for (own, other, difference) in pairs {
        let (own, other) = (last(&joined_to, own), last(&joined_to, other));
        if own != other
            && let Some(texts) = values.remove(&other)
        {
            let value = values.entry(own.clone()).or_default();
            value.by_look.extend(texts.by_look);
            value.between.extend(texts.between.into_iter().chain([difference]));
            joined_to.insert(other, own);
        }
    }
    values.into_values().collect()
}

/// The look under which the texts of a look stand after all that were joined.
fn last(joined_to: &BTreeMap<String, String>, mut look: String) -> String {
    while let Some(next) = joined_to.get(&look) {
        look.clone_from(next);
    }
    look
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_that_a_text_has_in_common_are_one_value() {
        let texts = ["muller", "m\u{fc}ller", "mueller", "gout", "m\u{f6}ller"];
        let mut by_look: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        texts.iter().for_each(|text| by_look.entry(text.replace('\u{fc}', "u")).or_default().push(text));
        let found = joined_by_second_looks(by_look, |text| second_looks(text, &[]));
        let found: Vec<_> = found.into_iter().map(|value| value.by_look).collect();
        assert_eq!(
            found,
            [
                vec![vec!["gout"]],
                vec![vec!["muller", "m\u{fc}ller"], vec!["mueller"]],
                vec![vec!["m\u{f6}ller"]]
            ]
        );
    }

    #[test]
    fn commas_between_words_say_nothing_and_those_of_numbers_stay() {
        assert_eq!(without_commas("diabetes, typ 2").as_deref(), Some("diabetes  typ 2"));
        assert_eq!(without_commas("stage 2,left").as_deref(), Some("stage 2 left"));
        for text in ["1,5", "grades 1,2 and 3", "flu,", "1,5 mg", "flu"] {
            assert_eq!(without_commas(text), None, "{text}");
        }
    }
}
