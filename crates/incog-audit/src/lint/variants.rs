//! Several texts for one value: they count as different values but are one to people.

mod candidates;
mod code;
mod date;
pub(super) mod missing;
mod number;
mod transliteration;
mod words;

use candidates::candidates;
use incog_roles::ascii_digit;
use number::{as_number, is_number};
use std::collections::{BTreeMap, BTreeSet};
use transliteration::{transliterated, with_transliterated};
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
    MissingCode,
    Date,
    Notation,
    Separators,
    Code,
    Abbreviation,
    Quotes,
    Joiners,
    Order,
    Accents,
    Transliteration,
    Numerals,
    Spelling,
    Fillers,
    LookAlikes,
}

/// What ends a sentence or a part of it and says nothing; `hiv?` may be a guess.
const MARKS: [char; 3] = ['.', ',', ';'];

/// What makes two names of two texts: `I` and `l` are two letters there, and whoever is `A.` may be
/// somebody else than `A`.
///
/// Pseudonyms follow from the spelling of a name, so that all that was added later is kept, too.
const KEPT_IN_NAMES: [Difference; 17] = [
    Difference::Digits,
    Difference::Ending,
    Difference::Missing,
    Difference::MissingCode,
    Difference::Date,
    Difference::Separators,
    Difference::Code,
    Difference::Abbreviation,
    Difference::Quotes,
    Difference::Joiners,
    Difference::Order,
    Difference::Accents,
    Difference::Transliteration,
    Difference::Numerals,
    Difference::Spelling,
    Difference::Fillers,
    Difference::LookAlikes,
];

impl Difference {
    fn words(self) -> &'static str {
        match self {
            Self::Blanks => "blanks",
            Self::Invisible => "invisible characters",
            Self::Composition => "how their characters are composed (Unicode NFC or NFD)",
            Self::Case => "capital letters",
            Self::Digits => "digits of another script",
            Self::Ending => "a point or another mark at the end",
            Self::Missing => "which word stands for a missing value (unknown, N/A, none, ?, an empty cell)",
            Self::MissingCode => "a number that stands for a missing value (-9, -99, 999)",
            Self::Date => "how a date is written (2024-01-31, 31.1.2024)",
            Self::Notation => "how a number is written (1, 1.0, 01)",
            Self::Separators => "the decimal and thousands separators (1.5, 1,5; 1000, 1,000)",
            Self::Code => "the point in a code (I50.1, I501)",
            Self::Abbreviation => "a letter for yes or no",
            Self::Quotes => "quotation marks",
            Self::Joiners => "blanks, hyphens and underscores between words and marks",
            Self::Order => "the order of words around a comma",
            Self::Accents => "accents",
            Self::Transliteration => "two letters instead of one with an accent (Müller, Mueller)",
            Self::Numerals => "Roman numbers (stage IV, stage 4)",
            Self::Spelling => "British and American spelling (anaemia, anemia)",
            Self::Fillers => "invisible signs",
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
    ///
    /// A number stands for a missing value only in a column that has no other numbers.
    pub fn among<'a>(texts: impl Iterator<Item = &'a str>) -> Option<Self> {
        let texts: Vec<&str> = texts.collect();
        let skip: &[Difference] =
            if missing::has_other_numbers(&texts) { &[Difference::MissingCode] } else { &[] };
        Self::but_for(skip, &texts)
    }

    /// Groups names and numbers of people.
    pub fn among_names<'a>(texts: impl Iterator<Item = &'a str>) -> Option<Self> {
        Self::but_for(&KEPT_IN_NAMES, &texts.collect::<Vec<_>>())
    }

    /// Groups texts by all differences but those in `skip`.
    fn but_for(skip: &[Difference], texts: &[&str]) -> Option<Self> {
        let has_marks = !skip.contains(&Difference::Transliteration);
        let with_two_letters = |text: &str| transliterated(text).filter(|_| has_marks);
        let looks = |text: &str| {
            let second = with_two_letters(text).map(|text| fold(&text, skip));
            [fold(text, skip)].into_iter().chain(second).collect()
        };
        let mut by_look: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for text in candidates(texts, looks) {
            by_look.entry(fold(text, skip)).or_default().push(text);
        }
        let mut values = match has_marks {
            true => with_transliterated(by_look, |text| fold(text, skip)),
            false => by_look.into_values().map(|texts| vec![texts]).collect(),
        };
        values.retain(|looks| looks.iter().map(Vec::len).sum::<usize>() > 1);
        let differences = values.iter().flat_map(|looks| {
            let within = looks.iter().filter(|texts| texts.len() > 1);
            let between = (looks.len() > 1).then_some(Difference::Transliteration);
            within.flat_map(|texts| differences(texts, skip)).chain(between)
        });
        let differences = differences.collect();
        let texts = values.iter().flatten().map(Vec::len).sum();
        (texts > 0).then_some(Self { texts, values: values.len(), differences })
    }

    /// `blanks and capital letters`
    pub fn named(&self) -> String {
        self.differences.iter().map(|difference| difference.words()).collect::<Vec<_>>().join(" and ")
    }
}

/// The one spelling of the name or the number of a person: texts that a person would take for one
/// name have it in common.
///
/// ```
/// use incog_audit::name_spelling;
/// assert_eq!(name_spelling("  Anna  SMITH"), name_spelling("anna smith"));
/// assert_ne!(name_spelling("I1"), name_spelling("l1"));
/// ```
pub fn name_spelling(name: &str) -> String {
    fold(name, &KEPT_IN_NAMES)
}

/// In which ways, but for those in `skip`, some texts of one value differ: the fewest that leave no
/// more texts different, so at least one. The look of letters is left out for this, since it also
/// covers spaces, composition and invisible characters.
fn differences(texts: &[&str], skip: &[Difference]) -> Vec<Difference> {
    use Difference::*;
    // What is looked at last is found where several explain the same.
    const ALL: [Difference; 20] = [
        Notation,
        Separators,
        Missing,
        MissingCode,
        Date,
        Code,
        Abbreviation,
        Order,
        Numerals,
        Spelling,
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

/// What a text looks like: without needless spaces, invisible characters and marks at its end,
/// composed in one way, in lower case, with digits of one script, dates, numbers and codes in one
/// notation, words joined in one way and letters as they look; the steps in `skip` are left out.
fn fold(text: &str, skip: &[Difference]) -> String {
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
    let steps: [(Difference, Step); 8] = [
        (Difference::Quotes, words::without_quotes),
        (Difference::Code, code::without_a_point),
        (Difference::Abbreviation, words::written_out),
        (Difference::Accents, words::without_accents),
        (Difference::Order, words::in_order),
        (Difference::Numerals, words::in_arabic_numbers),
        (Difference::Spelling, words::in_american),
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
pub(super) fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
    ) || character.is_control() && !character.is_whitespace()
}

#[cfg(test)]
mod tests;
