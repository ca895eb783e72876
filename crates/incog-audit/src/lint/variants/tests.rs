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
        (["Diabetes Typ 2", "Diabetes, Typ 2"], Difference::Commas),
        (["lung, left, upper", "lung left upper"], Difference::Commas),
        (["J45.0 G", "J45.0G"], Difference::Code),
        (["M54.5+", "M54.5"], Difference::Code),
        (["10 %", "0.1"], Difference::Percent),
        (["10%", "10 percent"], Difference::Percent),
        (["true", "yes"], Difference::Truth),
        (["1", "yes"], Difference::TruthNumber),
        (["0", "no"], Difference::TruthNumber),
        (["t", "true"], Difference::TruthLetter),
        (["positive", "pos"], Difference::Shortened),
        (["HIV pos", "HIV positive"], Difference::Shortened),
        (["HIV+", "HIV positive"], Difference::Shortened),
        (["COPD", "C.O.P.D."], Difference::Initials),
        (["Grippe?", "Grippe"], Difference::Ending),
        (["5-10", "5 to 10"], Difference::Range),
        (["inconnu", "n.d."], Difference::Missing),
        (["dato mancante", "brak informacji"], Difference::Missing),
        (["no sabe", "n\u{e3}o dispon\u{ed}vel"], Difference::Missing),
        (["weet niet", "N/D"], Difference::Missing),
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
    let joined = Some(vec![Difference::Ending, Difference::Shortened, Difference::Joiners]);
    assert_eq!(found(&["HIV positive", "HIV-pos."]), joined);
    assert_eq!(found(&["true", "1", "yes", "2"]), Some(vec![Difference::Truth]), "1 may be a number");
    assert_eq!(found(&["F", "M", "no"]), None, "F stands for something else");
    let three = Variants::among(["true", "1", "yes", "0"].into_iter()).unwrap();
    assert_eq!((three.texts, three.values), (3, 1));
    let several = Variants::among(["Flu", "flu ", "f\u{200b}lu", "gout", "1", "01"].into_iter()).unwrap();
    assert_eq!((several.texts, several.values), (5, 2));
    assert_eq!(several.differences.len(), 4);
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
