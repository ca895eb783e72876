//! Letters with marks that are written as two letters where a keyboard lacks them.

use std::collections::BTreeMap;
use unicode_normalization::UnicodeNormalization;

/// A text with two letters for each that has a mark: `mueller` for `müller`; `None` where it has
/// none of them.
pub(super) fn transliterated(text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    let mut changed = false;
    let mut written = String::with_capacity(text.len() + 2);
    for sign in text.nfc() {
        let letters = match sign {
            'ä' => "ae",
            'ö' | 'ø' => "oe",
            'ü' => "ue",
            'å' => "aa",
            'Ä' => "Ae",
            'Ö' | 'Ø' => "Oe",
            'Ü' => "Ue",
            'Å' => "Aa",
            other => {
                written.push(other);
                continue;
            }
        };
        changed = true;
        written.push_str(letters);
    }
    changed.then_some(written)
}

/// Texts of one value: those of each look are apart, if it is written with marks and with two
/// letters.
pub(super) type TextsByLook<'a> = Vec<Vec<&'a str>>;

/// The texts of each look, where those of several are one value: a text with marks joins the others
/// of its own look with those that have two letters in their place.
pub(super) fn with_transliterated<'a>(
    by_look: BTreeMap<String, Vec<&'a str>>,
    look: impl Fn(&str) -> String,
) -> Vec<TextsByLook<'a>> {
    let mut pairs = Vec::new();
    for (own, texts) in &by_look {
        let others = texts.iter().filter_map(|text| transliterated(text)).map(|text| look(&text));
        pairs.extend(others.filter(|other| by_look.contains_key(other)).map(|other| (own.clone(), other)));
    }
    let mut values: BTreeMap<String, TextsByLook<'a>> =
        by_look.into_iter().map(|(look, texts)| (look, vec![texts])).collect();
    let mut joined_to: BTreeMap<String, String> = BTreeMap::new();
    for (own, other) in pairs {
        let (own, other) = (last(&joined_to, own), last(&joined_to, other));
        if own != other
            && let Some(texts) = values.remove(&other)
        {
            values.entry(own.clone()).or_default().extend(texts);
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
    fn marks_become_letters() {
        assert_eq!(transliterated("Müller").as_deref(), Some("Mueller"));
        assert_eq!(transliterated("Mu\u{308}ller").as_deref(), Some("Mueller"));
        assert_eq!(transliterated("Ærø").as_deref(), Some("Æroe"));
        assert_eq!([transliterated("Mueller"), transliterated("José")], [None, None]);
    }

    #[test]
    fn looks_that_a_text_has_in_common_are_one_value() {
        let texts = ["muller", "müller", "mueller", "gout", "möller"];
        let look = |text: &str| text.replace('ü', "u").replace('ö', "o");
        let mut by_look: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        texts.iter().for_each(|text| by_look.entry(look(text)).or_default().push(text));
        let found = with_transliterated(by_look, look);
        assert_eq!(
            found,
            [vec![vec!["gout"]], vec![vec!["möller"]], vec![vec!["muller", "müller"], vec!["mueller"]]]
        );
    }
}
