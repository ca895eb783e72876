//! Words and numbers that stand for a missing value.

use super::number::{as_number, is_number, with_a_point};
use incog_roles::is_word_for_missing;

/// Numbers that stand for a missing value in many tables.
const CODES: [&str; 6] = ["-9", "-99", "-999", "-9999", "999", "9999"];

/// What programs write for a value that is missing. That there is none may be known, so that the
/// words of other languages are left out.
const NONE: &str = "none";

/// Whether a text is a word for a missing value.
pub(super) fn is_word(text: &str) -> bool {
    is_word_for_missing(text) || text.trim().eq_ignore_ascii_case(NONE)
}

/// Whether a text is a number that stands for a missing value in many tables.
pub(in super::super) fn is_code(text: &str) -> bool {
    text.len() < 16 && as_number(text.trim()).is_some_and(|number| CODES.contains(&number.as_str()))
}

/// Whether such a number may be one of the column's own: some other value is a number.
pub(super) fn has_other_numbers(texts: &[&str]) -> bool {
    texts.iter().any(|text: &&str| !is_code(text) && (is_number(text) || with_a_point(text).is_some()))
}

/// How many texts may stand for a missing value in a column that has numbers: codes that lie beyond
/// all other numbers, and words. Zero where no code does.
pub(in super::super) fn possible(texts: &[&str]) -> usize {
    let (codes, others): (Vec<&str>, Vec<&str>) = texts.iter().partition(|text| is_code(text));
    let number = |text: &&str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let own: Vec<f64> = others.iter().filter_map(number).collect();
    let (low, high) = own.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| {
        (low.min(*number), high.max(*number))
    });
    let beyond = codes.iter().filter_map(number).filter(|code| *code < low || *code > high).count();
    let words = others.iter().filter(|text| is_word(text)).count();
    if beyond == 0 || own.is_empty() { 0 } else { beyond + words }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_numbers_beyond_the_others() {
        assert!(["-9", "999", "-99.0", " -9 "].iter().all(|text| is_code(text)));
        assert!(!["9", "99", "-90", "none", ""].iter().any(|text| is_code(text)));
        assert_eq!(possible(&["1", "2", "-9", ""]), 2);
        assert_eq!(possible(&["1", "2", "-9"]), 1);
        assert_eq!(possible(&["1", "2000", "999", "unknown"]), 0);
        assert_eq!(possible(&["-80", "12", "-9", "999", ""]), 2);
        assert_eq!(possible(&["flu", "-9", ""]), 0, "without other numbers it is a word");
        assert!(has_other_numbers(&["-9", "1,5"]) && !has_other_numbers(&["-9", "flu"]));
    }
}
