//! The ways in which texts of one value differ.

/// How texts of one value differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) enum Difference {
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
    Percent,
    Range,
    Truth,
    TruthNumber,
    TruthLetter,
    Code,
    Initials,
    Shortened,
    Abbreviation,
    Quotes,
    Joiners,
    Order,
    Commas,
    Accents,
    Transliteration,
    Numerals,
    Spelling,
    Fillers,
    LookAlikes,
}

/// What makes two names of two texts: `I` and `l` are two letters there, and whoever is `A.` may be
/// somebody else than `A`.
///
/// Pseudonyms follow from the spelling of a name, so that all that was added later is kept, too.
pub(super) const KEPT_IN_NAMES: [Difference; 25] = [
    Difference::Digits,
    Difference::Ending,
    Difference::Missing,
    Difference::MissingCode,
    Difference::Date,
    Difference::Separators,
    Difference::Percent,
    Difference::Range,
    Difference::Truth,
    Difference::TruthNumber,
    Difference::TruthLetter,
    Difference::Code,
    Difference::Initials,
    Difference::Shortened,
    Difference::Abbreviation,
    Difference::Quotes,
    Difference::Joiners,
    Difference::Order,
    Difference::Commas,
    Difference::Accents,
    Difference::Transliteration,
    Difference::Numerals,
    Difference::Spelling,
    Difference::Fillers,
    Difference::LookAlikes,
];

impl Difference {
    /// What differs, in words.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Blanks => "blanks",
            Self::Invisible => "invisible characters",
            Self::Composition => "how their characters are composed (Unicode NFC or NFD)",
            Self::Case => "capital letters",
            Self::Digits => "digits of another script",
            Self::Ending => "a point, a question mark or another mark at the end",
            Self::Missing => "which word stands for a missing value (unknown, N/A, none, ?, an empty cell)",
            Self::MissingCode => "a number that stands for a missing value (-9, -99, 999)",
            Self::Date => "how a date is written (2024-01-31, 31.1.2024)",
            Self::Notation => "how a number is written (1, 1.0, 01)",
            Self::Separators => "the decimal and thousands separators (1.5, 1,5; 1000, 1,000)",
            Self::Percent => "how a share is written (10 %, 0.1)",
            Self::Range => "how a range is written (5-10, 5 to 10)",
            Self::Truth => "which word stands for yes or no (yes, true, ja)",
            Self::TruthNumber => "a number for yes or no (1, 0)",
            Self::TruthLetter => "a letter for true or false",
            Self::Code => "points, blanks and marks in a code (I50.1, I501, I50.1+)",
            Self::Initials => "points between single letters (C.O.P.D., COPD)",
            Self::Shortened => "positive and negative, written out or not (HIV-pos., HIV+)",
            Self::Abbreviation => "a letter for yes or no",
            Self::Quotes => "quotation marks",
            Self::Joiners => "blanks, hyphens and underscores between words and marks",
            Self::Commas => "a comma between words",
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
