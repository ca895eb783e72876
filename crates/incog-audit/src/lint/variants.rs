//! Several texts for one value: they count as different values but look like one to people.

mod date;
mod digits;

use incog_data::ValueType;
use std::collections::{BTreeMap, BTreeSet};
use unicode_normalization::UnicodeNormalization;
use unicode_security::confusable_detection::skeleton;

/// How texts of one value differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Difference {
    Blanks,
    Invisible,
    Composition,
    Case,
    Digits,
    Ending,
    Date,
    Notation,
    LookAlikes,
}

/// What ends a sentence or a part of it and says nothing; `hiv?` may be a guess.
const MARKS: [char; 3] = ['.', ',', ';'];

/// What makes two names of two texts: `I` and `l` are two letters there, and whoever is `A.` may be somebody else than `A`.
const KEPT_IN_NAMES: [Difference; 4] =
    [Difference::Digits, Difference::Ending, Difference::Date, Difference::LookAlikes];

impl Difference {
    fn words(self) -> &'static str {
        match self {
            Self::Blanks => "blanks",
            Self::Invisible => "characters that do not show",
            Self::Composition => "how their characters are composed (Unicode NFC or NFD)",
            Self::Case => "capital letters",
            Self::Digits => "digits of another script",
            Self::Ending => "a point or another mark at the end",
            Self::Date => "how a date is written (2024-01-31, 31.1.2024)",
            Self::Notation => "how a number is written (1, 1.0, 01)",
            Self::LookAlikes => "letters of another alphabet that look the same",
        }
    }
}

/// Texts that stand for fewer values than there are texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Variants {
    /// Distinct texts that another one is a variant of.
    pub texts: usize,
    /// How many values they are when variants count as one.
    pub values: usize,
    /// Where the differences are.
    pub differences: BTreeSet<Difference>,
}

impl Variants {
    /// Groups the texts that a person would take for one value; `None` when all are different.
    pub fn among<'a>(texts: impl Iterator<Item = &'a str>) -> Option<Self> {
        Self::but_for(&[], texts)
    }

    /// The same for names and numbers of people.
    pub fn among_names<'a>(texts: impl Iterator<Item = &'a str>) -> Option<Self> {
        Self::but_for(&KEPT_IN_NAMES, texts)
    }

    /// The same without the differences in `skip`.
    fn but_for<'a>(skip: &[Difference], texts: impl Iterator<Item = &'a str>) -> Option<Self> {
        let mut by_look: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for text in texts {
            by_look.entry(fold(text, skip)).or_default().push(text);
        }
        by_look.retain(|_, texts| texts.len() > 1);
        let differences: BTreeSet<Difference> =
            by_look.values().flat_map(|texts| differences(texts, skip)).collect();
        let texts = by_look.values().map(Vec::len).sum();
        (texts > 0).then_some(Self { texts, values: by_look.len(), differences })
    }

    /// `blanks and capital letters`
    pub fn named(&self) -> String {
        self.differences.iter().map(|difference| difference.words()).collect::<Vec<_>>().join(" and ")
    }
}

/// The one spelling of the name or the number of a person: texts that a person would take for one name have it in common.
///
/// ```
/// use incog_audit::name_spelling;
/// assert_eq!(name_spelling("  Anna  SMITH"), name_spelling("anna smith"));
/// assert_ne!(name_spelling("I1"), name_spelling("l1"));
/// ```
pub fn name_spelling(name: &str) -> String {
    fold(name, &KEPT_IN_NAMES)
}

/// In which ways, but for those in `skip`, some texts of one value differ: the fewest that leave no more texts different, so at least
/// one. The look of letters is left out for this, since it also covers spaces, composition and invisible characters.
fn differences(texts: &[&str], skip: &[Difference]) -> Vec<Difference> {
    use Difference::{Blanks, Case, Composition, Date, Digits, Ending, Invisible, LookAlikes, Notation};
    let left = |skip: &[Difference]| texts.iter().map(|text| fold(text, skip)).collect::<BTreeSet<_>>().len();
    let mut skip = [skip, &[LookAlikes]].concat();
    let spelled = left(&skip);
    let mut found = Vec::new();
    for difference in [Notation, Date, Ending, Digits, Case, Composition, Invisible, Blanks] {
        skip.push(difference);
        if left(&skip) > spelled {
            skip.pop();
            found.push(difference);
        }
    }
    if spelled > 1 {
        found.push(LookAlikes);
    }
    found
}

/// What a text looks like: without needless spaces, invisible characters and marks at its end, composed in one way, in lower case, with
/// digits of one script, dates and numbers in one notation and letters as they look; the steps in `skip` are left out.
fn fold(text: &str, skip: &[Difference]) -> String {
    let takes = |difference| !skip.contains(&difference);
    let mut text = text.to_owned();
    if takes(Difference::Blanks) {
        text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    if takes(Difference::Invisible) {
        text.retain(|character| !is_invisible(character));
    }
    if takes(Difference::Composition) {
        text = text.nfc().collect();
    }
    if takes(Difference::Case) {
        text = text.to_lowercase();
    }
    if takes(Difference::Digits) {
        text = text.chars().map(digits::in_ascii).collect();
    }
    if takes(Difference::Ending) && text.ends_with(MARKS) && !is_number(&text) {
        let without = text.trim_end_matches(MARKS);
        let without = if takes(Difference::Blanks) { without.trim_end() } else { without };
        let kept = if without.is_empty() { text.len() } else { without.len() };
        text.truncate(kept);
    }
    if takes(Difference::Date)
        && let Some(date) = date::in_one_notation(&text)
    {
        return date;
    }
    match as_number(&text) {
        // Numbers are distinguished by their digits, some of which look like letters.
        Some(number) => text = if takes(Difference::Notation) { number } else { text },
        None if takes(Difference::LookAlikes) => text = skeleton(&text).collect(),
        None => {}
    }
    text
}

/// Characters without width, and those that only say how others are shown.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
    ) || character.is_control() && !character.is_whitespace()
}

fn is_number(text: &str) -> bool {
    ValueType::of([text]).is_number()
}

/// One notation for each number; whole ones keep all their digits.
fn as_number(text: &str) -> Option<String> {
    if !is_number(text) {
        return None;
    }
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.contains('e') {
        return text.parse::<f64>().ok().map(|number| number.to_string());
    }
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    let point = if fraction.is_empty() { "" } else { "." };
    let whole = if whole.is_empty() { "0" } else { whole };
    let sign = if whole == "0" && fraction.is_empty() { "" } else { sign };
    Some(format!("{sign}{whole}{point}{fraction}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use proptest::prelude::{prop_assert, proptest};

    fn found(texts: &[&str]) -> Option<Vec<Difference>> {
        Variants::among(texts.iter().copied()).map(|variants| variants.differences.into_iter().collect())
    }

    #[test]
    fn each_difference_is_found_and_named() {
        for (texts, difference) in [
            (["flu", " flu"], Difference::Blanks),
            (["hay fever", "hay\u{a0}fever"], Difference::Blanks),
            (["hay fever", "hay  fever"], Difference::Blanks),
            (["flu", "fl\u{200b}u"], Difference::Invisible),
            (["flu", "\u{feff}flu"], Difference::Invisible),
            (["M\u{e9}ni\u{e8}re", "Me\u{301}nie\u{300}re"], Difference::Composition),
            (["Flu", "flu"], Difference::Case),
            (["1", "1.0"], Difference::Notation),
            (["1", "01"], Difference::Notation),
            (["1000", "1e3"], Difference::Notation),
            (["\u{661}\u{662}", "12"], Difference::Digits),
            (["stage \u{ff12}", "stage 2"], Difference::Digits),
            (["hiv.", "hiv"], Difference::Ending),
            (["2024-01-31", "31.1.2024"], Difference::Date),
            (["2024/02/29", "2024-02-29"], Difference::Date),
            (["1/31/2024", "31/01/2024"], Difference::Date),
            // Cyrillic o.
            (["gout", "g\u{43e}ut"], Difference::LookAlikes),
        ] {
            assert_eq!(found(&texts), Some(vec![difference]), "{texts:?}");
        }
        let several = Variants::among(["Flu", "flu ", "f\u{200b}lu", "gout", "1", "01"].into_iter()).unwrap();
        assert_eq!((several.texts, several.values), (5, 2));
        assert_eq!(several.differences.len(), 4);
    }

    #[test]
    fn different_values_are_no_variants() {
        for texts in [
            ["flu", "gout"],
            ["1", "10"],
            ["1.5", "15"],
            ["-1", "1"],
            ["0.1", "0.01"],
            ["9007199254740993", "9007199254740992"],
            ["10", "1O0"],
            ["2024-01-01", "2024-01-10"],
            // A month and a day, or a day and a month.
            ["3/4/2024", "2024-03-04"],
            [";", "."],
            ["hiv", "hiv?"],
            ["01-02-2024", "2024-02-01"],
            ["\u{661}\u{662}", "21"],
        ] {
            assert_eq!(found(&texts), None, "{texts:?}");
        }
    }

    proptest! {
        /// Some of these signs hide each other's differences.
        #[test]
        fn whatever_differs_has_a_name(texts in proptest::collection::btree_set("[aA1l0. ,;\u{a0}\t\u{200b}\u{661}\u{43e}o\u{e9}-]{0,4}", 2..6)) {
            for skip in [&[][..], &KEPT_IN_NAMES] {
                let found = Variants::but_for(skip, texts.iter().map(String::as_str));
                prop_assert!(found.is_none_or(|found| !found.differences.is_empty()), "{:?}", texts);
            }
        }
    }

    /// Pseudonyms follow from the spelling of a name, so that of none may change.
    #[test]
    fn names_have_the_spelling_they_had() {
        for name in ["a.", "\u{661}2", "31.1.2024", "1/31/2024"] {
            assert_eq!(name_spelling(name), name);
        }
        assert_eq!(name_spelling(" 007 "), "7");
    }
}
