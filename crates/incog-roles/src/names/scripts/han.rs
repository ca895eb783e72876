//! Chinese and Japanese: no blanks between words, and signs of names are signs of other words, too.

use super::super::NameEvidence;
use super::han_words::{
    CHINESE_RELATIVES, CHINESE_TITLES, ENDS_OF_PLACES, FAMILY, GIVEN, JAPANESE_FAMILY, JAPANESE_GIVEN,
    JAPANESE_RELATIVES, JAPANESE_TITLES,
};

/// What a text says of somebody's name.
pub(super) fn evidence(text: &str) -> Option<NameEvidence> {
    let is_introduced =
        || is_after_a_relative(text) || is_after_a_japanese_relative(text) || is_before_a_title(text);
    if is_introduced() {
        return Some(NameEvidence::Introduced);
    }
    if is_japanese(text) {
        return Some(NameEvidence::Full);
    }
    is_chinese(text).then_some(NameEvidence::Hint)
}

fn is_han(sign: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&sign) || sign == '々'
}

fn all<'a>(lists: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
    lists.iter().flat_map(|list| list.split_whitespace())
}

/// Whether the text is a family name and one or two signs of given names.
fn is_chinese(text: &str) -> bool {
    let signs: Vec<char> = text.chars().filter(|sign| !sign.is_whitespace() && *sign != '·').collect();
    let [family, given @ ..] = signs.as_slice() else { return false };
    (1..=2).contains(&given.len())
        && FAMILY.contains(*family)
        && given.iter().all(|sign| GIVEN.contains(*sign))
}

/// Whether a name follows a word for a relative: `妻子王芳`, `联系人：李明`.
fn is_after_a_relative(text: &str) -> bool {
    let is_name = |rest: &str| {
        let mut signs =
            rest.chars().skip_while(|sign| sign.is_whitespace() || "：:，,（(是叫为".contains(*sign));
        let family = signs.next().is_some_and(|sign| FAMILY.contains(sign));
        family && signs.next().is_some_and(|sign| GIVEN.contains(sign))
    };
    CHINESE_RELATIVES
        .iter()
        .any(|word| text.match_indices(word).any(|(at, _)| is_name(&text[at + word.len()..])))
}

/// Whether a Japanese family name follows a word for a relative: `妻の佐藤花子`.
fn is_after_a_japanese_relative(text: &str) -> bool {
    let is_name = |rest: &str| {
        let rest = rest.trim_start_matches(['の', '：', ':', '、', '（', '(', ' ', '\u{3000}']);
        let is_place = |behind: &str| behind.chars().take(2).any(|sign| ENDS_OF_PLACES.contains(sign));
        let families = all(JAPANESE_FAMILY).filter(|name| name.chars().count() > 1);
        families.filter_map(|name| rest.strip_prefix(name)).any(|behind| !is_place(behind))
    };
    JAPANESE_RELATIVES
        .iter()
        .any(|word| text.match_indices(word).any(|(at, _)| is_name(&text[at + word.len()..])))
}

/// Whether a title follows a family name, perhaps with a given name between: `李先生`, `佐藤さん`.
fn is_before_a_title(text: &str) -> bool {
    let is_name = |before: &str| {
        let mut signs = before.chars().rev();
        let last: Vec<char> = signs.by_ref().take(3).take_while(|sign| is_han(*sign)).collect();
        match last.as_slice() {
            [family] => FAMILY.contains(*family),
            [given, family] => FAMILY.contains(*family) && GIVEN.contains(*given),
            [given, middle, family] => {
                FAMILY.contains(*family) && [given, middle].iter().all(|sign| GIVEN.contains(**sign))
            }
            _ => false,
        }
    };
    let is_family =
        |before: &str| all(JAPANESE_FAMILY).any(|name| name.chars().count() > 1 && before.ends_with(name));
    let before = |titles: &[&str], is: &dyn Fn(&str) -> bool| {
        titles.iter().any(|title| text.match_indices(title).any(|(at, _)| is(&text[..at])))
    };
    before(&CHINESE_TITLES, &is_name) || before(&JAPANESE_TITLES, &is_family)
}

/// Whether the text is a Japanese family name and a usual given name, or any two with a blank
/// between.
fn is_japanese(text: &str) -> bool {
    let text = text.trim();
    let is_name = |family: &str| {
        let Some(rest) = text.strip_prefix(family) else { return false };
        let given = rest.trim_start_matches([' ', '\u{3000}', '・']);
        let is_apart = given.len() < rest.len();
        let are_signs = given.chars().all(|sign| is_han(sign) || ('\u{3040}'..='\u{30ff}').contains(&sign));
        let is_place = given.chars().next_back().is_some_and(|sign| ENDS_OF_PLACES.contains(sign));
        let is_known = all(JAPANESE_GIVEN).any(|name| name == given);
        is_known && (is_apart || family.chars().count() > 1 || given.chars().count() > 1)
            || is_apart
                && (1..=3).contains(&given.chars().count())
                && are_signs
                && !is_place
                && family.chars().count() > 1
    };
    all(JAPANESE_FAMILY).any(is_name)
}
