//! What is one value in two spellings, and what is two.
#![allow(clippy::unwrap_used)]

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
        (["none", "unknown"], Difference::Missing),
        (["", "None"], Difference::Missing),
        (["-9", "-99"], Difference::MissingCode),
        (["999", "-9.0"], Difference::MissingCode),
        (["Mueller", "M\u{fc}ller"], Difference::Transliteration),
        (["Mueller", "Mu\u{308}ller"], Difference::Transliteration),
        (["J\u{f8}rgensen", "Joergensen"], Difference::Transliteration),
        (["Aarhus", "\u{c5}rhus"], Difference::Transliteration),
        (["Sch\u{e4}fer", "Schaefer"], Difference::Transliteration),
        (["yes", "y"], Difference::Abbreviation),
        (["M\u{e9}ni\u{e8}re", "Meniere"], Difference::Accents),
        (["stra\u{df}e", "strasse"], Difference::Accents),
        (["smoker, heavy", "heavy smoker"], Difference::Order),
        (["stage IV", "stage 4"], Difference::Numerals),
        (["anaemia", "anemia"], Difference::Spelling),
        (["lung tumour", "lung tumor"], Difference::Spelling),
        (["< 5", "<5"], Difference::Joiners),
        (["10 %", "10%"], Difference::Joiners),
        (["flu,cold", "flu , cold"], Difference::Joiners),
        (["I50.1 heart failure", "I501 heart failure"], Difference::Code),
        (["flu", "flu\u{3164}"], Difference::Fillers),
        (["flu", "f\u{e0041}lu"], Difference::Fillers),
        // Cyrillic o.
        (["gout", "g\u{43e}ut"], Difference::LookAlikes),
    ] {
        assert_eq!(found(&texts), Some(vec![difference]), "{texts:?}");
    }
    assert_eq!(found(&["hay fever", "Hay-Fever"]), Some(vec![Difference::Case, Difference::Joiners]));
    let both = Some(vec![Difference::Missing, Difference::MissingCode]);
    assert_eq!(found(&["flu", "gout", "-9", "unknown"]), both);
    assert_eq!(found(&["1", "2", "-9", "unknown"]), None, "-9 may be a number of the column");
    let all = Variants::among(["Muller", "M\u{fc}ller", "Mueller", "Moeller"].into_iter()).unwrap();
    assert_eq!((all.texts, all.values), (3, 1));
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
        ["keine", "unknown"],
        ["M\u{fc}ller", "M\u{f6}ller"],
        ["Mueller", "M\u{f6}ller"],
        ["9", "99"],
        ["not applicable", "unknown"],
        ["other", "unknown"],
        ["no", "none"],
        ["1,5", "15"],
        ["1,234", "1.234"],
        ["flu, gout, cold", "cold, gout, flu"],
        ["burn", "burns"],
        ["pet", "poet"],
        ["group I", "group II"],
        ["< -5", "< 5"],
    ] {
        assert_eq!(found(&texts), None, "{texts:?}");
    }
}

proptest! {
    /// Some of these signs hide each other's differences.
    #[test]
    fn whatever_differs_has_a_name(texts in proptest::collection::btree_set("[aA1l0. ,;\u{a0}\t\u{200b}\u{661}\u{43e}oe\u{e9}\u{f6}-]{0,4}", 2..6)) {
        for skip in [&[][..], &KEPT_IN_NAMES] {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let found = Variants::but_for(skip, &texts);
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
