//! Several texts for one value: they count as different values but are one to people.

mod code;
mod date;
mod number;
mod words;

use incog_roles::{ascii_digit, is_word_for_missing};
use number::{as_number, is_number};
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
    Missing,
    Date,
    Notation,
    Separators,
    Code,
    Abbreviation,
    Quotes,
    Joiners,
    Order,
    Accents,
    Fillers,
    LookAlikes,
}

/// What ends a sentence or a part of it and says nothing; `hiv?` may be a guess.
const MARKS: [char; 3] = ['.', ',', ';'];

/// What makes two names of two texts: `I` and `l` are two letters there, and whoever is `A.` may be somebody else than `A`.
///
/// Pseudonyms follow from the spelling of a name, so that all that was added later is kept, too.
const KEPT_IN_NAMES: [Difference; 13] = [
    Difference::Digits,
    Difference::Ending,
    Difference::Missing,
    Difference::Date,
    Difference::Separators,
    Difference::Code,
    Difference::Abbreviation,
    Difference::Quotes,
    Difference::Joiners,
    Difference::Order,
    Difference::Accents,
    Difference::Fillers,
    Difference::LookAlikes,
];

impl Difference {
    fn words(self) -> &'static str {
        match self {
            Self::Blanks => "blanks",
            Self::Invisible => "characters that do not show",
            Self::Composition => "how their characters are composed (Unicode NFC or NFD)",
            Self::Case => "capital letters",
            Self::Digits => "digits of another script",
            Self::Ending => "a point or another mark at the end",
            Self::Missing => "which word stands for a missing value (unknown, N/A, ?, an empty cell)",
            Self::Date => "how a date is written (2024-01-31, 31.1.2024)",
            Self::Notation => "how a number is written (1, 1.0, 01)",
            Self::Separators => "how decimals and thousands are set apart (1.5, 1,5; 1000, 1,000)",
            Self::Code => "the point in a code (I50.1, I501)",
            Self::Abbreviation => "a letter for yes or no",
            Self::Quotes => "quotation marks",
            Self::Joiners => "blanks, hyphens and underscores between words",
            Self::Order => "the order of words around a comma",
            Self::Accents => "accents",
            Self::Fillers => "signs that show nothing",
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
    use Difference::*;
    // What is looked at last is found where several explain the same.
    const ALL: [Difference; 17] = [
        Notation,
        Separators,
        Missing,
        Date,
        Code,
        Abbreviation,
        Order,
        Joiners,
        Quotes,
        Accents,
        Ending,
        Digits,
        Case,
        Composition,
        Fillers,
        Invisible,
        Blanks,
    ];
    let left = |skip: &[Difference]| texts.iter().map(|text| fold(text, skip)).collect::<BTreeSet<_>>().len();
    let mut skip = [skip, &[LookAlikes]].concat();
    let spelled = left(&skip);
    let mut found = Vec::new();
    for difference in ALL {
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

/// What all words for a missing value are.
const MISSING: &str = "\0";

/// What a text looks like: without needless spaces, invisible characters and marks at its end, composed in one way, in lower case, with
/// digits of one script, dates, numbers and codes in one notation, words joined in one way and letters as they look; the steps in
/// `skip` are left out.
fn fold(text: &str, skip: &[Difference]) -> String {
    let takes = |difference| !skip.contains(&difference);
    let text = characters(text, takes);
    if takes(Difference::Missing) && is_word_for_missing(&text) {
        return MISSING.to_owned();
    }
    let text = if takes(Difference::Ending) { without_ending(text, takes(Difference::Blanks)) } else { text };
    if takes(Difference::Missing) && is_word_for_missing(&text) {
        return MISSING.to_owned();
    }
    if takes(Difference::Date)
        && let Some(date) = date::in_one_notation(&text)
    {
        return date;
    }
    let number = if takes(Difference::Separators) { number::with_a_point(&text) } else { None };
    let text = number.unwrap_or(text);
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

/// The same characters for the same text.
fn characters(text: &str, takes: impl Fn(Difference) -> bool) -> String {
    let mut text = text.to_owned();
    if takes(Difference::Fillers) {
        text.retain(|sign| !is_filler(sign));
    }
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

/// What is no number: codes and words.
fn words(mut text: String, takes: impl Fn(Difference) -> bool) -> String {
    let steps: [(Difference, fn(&str) -> Option<String>); 6] = [
        (Difference::Quotes, words::without_quotes),
        (Difference::Code, code::without_a_point),
        (Difference::Abbreviation, words::written_out),
        (Difference::Accents, words::without_accents),
        (Difference::Order, words::in_order),
        (Difference::Joiners, words::joined_in_one_way),
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
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
    ) || character.is_control() && !character.is_whitespace()
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
            (["1 Mar 2024", "2024-03-01"], Difference::Date),
            (["1.5", "1,5"], Difference::Separators),
            (["1000", "1,000"], Difference::Separators),
            (["1000.5", "1.000,5"], Difference::Separators),
            (["I50.1", "I501"], Difference::Code),
            (["I50", "I50.-"], Difference::Code),
            (["hay_fever", "hay fever"], Difference::Joiners),
            (["hay-fever", "hay fever"], Difference::Joiners),
            (["hay fever", "hayfever"], Difference::Joiners),
            (["non\u{2010}hodgkin", "non-hodgkin"], Difference::Joiners),
            (["COVID-19", "COVID 19"], Difference::Joiners),
            (["5 mg", "5mg"], Difference::Joiners),
            (["T-cell", "T cell"], Difference::Joiners),
            (["unknown", "N/A"], Difference::Missing),
            (["", "n.a."], Difference::Missing),
            ([".", "-"], Difference::Missing),
            (["?", "NULL"], Difference::Missing),
            (["keine Angabe", "inconnu"], Difference::Missing),
            (["\"flu\"", "flu"], Difference::Quotes),
            (["alzheimer's", "alzheimer\u{2019}s"], Difference::Quotes),
            (["yes", "y"], Difference::Abbreviation),
            (["M\u{e9}ni\u{e8}re", "Meniere"], Difference::Accents),
            (["stra\u{df}e", "strasse"], Difference::Accents),
            (["smoker, heavy", "heavy smoker"], Difference::Order),
            (["flu", "flu\u{3164}"], Difference::Fillers),
            (["flu", "f\u{e0041}lu"], Difference::Fillers),
            // Cyrillic o.
            (["gout", "g\u{43e}ut"], Difference::LookAlikes),
        ] {
            assert_eq!(found(&texts), Some(vec![difference]), "{texts:?}");
        }
        assert_eq!(found(&["hay fever", "Hay-Fever"]), Some(vec![Difference::Case, Difference::Joiners]));
        assert_eq!(found(&["I50.1", "i501"]), Some(vec![Difference::Case, Difference::Code]));
        assert_eq!(found(&["1,5", "1.50"]), Some(vec![Difference::Notation, Difference::Separators]));
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
            // A room, a stage, a code of four signs.
            ["C1.1", "C11"],
            ["C11.1", "C1.11"],
            ["A-1", "A1"],
            ["T -1", "T 1"],
            ["change -5", "change 5"],
            ["2024-01", "2024 01"],
            ["1-2 drinks", "12 drinks"],
            ["none", "unknown"],
            ["none", ""],
            ["not applicable", "unknown"],
            ["other", "unknown"],
            ["no", "none"],
            ["1,5", "15"],
            ["1,234", "1.234"],
            ["flu, gout, cold", "cold, gout, flu"],
            ["burn", "burns"],
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
        for name in [
            "a.",
            "\u{661}2",
            "31.1.2024",
            "1/31/2024",
            "unknown",
            "1,5",
            "i50.1",
            "y",
            "o'neill",
            "anna-lena",
            "s, a",
            "jos\u{e9}",
        ] {
            assert_eq!(name_spelling(name), name);
        }
        assert_eq!(name_spelling(" 007 "), "7");
    }
}
