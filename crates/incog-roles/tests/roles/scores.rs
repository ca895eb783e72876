//! What is found on the tables of ../shared/data and on made ones.

use super::score::{Lists, Score, score};
use super::truth::TRUTHS;
use super::{made, tables};

#[test]
fn identifiers_and_quasi_identifiers_of_public_tables_are_found() {
    let Some(folder) = tables::folder() else {
        eprintln!("SKIPPED: ../shared/data is not there, so no recall was checked");
        return;
    };
    let mut all = Score::default();
    for truth in TRUTHS {
        let (_, table) = tables::read(&folder.join(truth.file), truth.delimiter, truth.names);
        let lists = Lists {
            identifiers: truth.identifiers,
            quasi_identifiers: truth.quasi_identifiers,
            further: truth.further,
            sensitive: truth.sensitive,
        };
        let mut missed = Vec::new();
        let score = score(&table, lists, &mut missed);
        eprintln!("{}: {score:?}\n    {}", truth.file, missed.join("\n    "));
        all += score;
    }
    assert_eq!(all.identifiers_found, all.identifiers, "{all:?}");
    assert_eq!(all.given_away, 0, "{all:?}");
    assert!(all.recall() >= 0.9, "{all:?}");
}

#[test]
fn patients_with_eight_rows_are_found_in_eight_languages() {
    for (seed, language) in (1..).zip(made::LANGUAGES) {
        let table = made::table(language, &language.columns, seed);
        let mut missed = Vec::new();
        let score = score(&table, made::lists(&made::by_role(&language.columns)), &mut missed);
        assert!(missed.is_empty(), "{}: {missed:?}", language.name);
        assert_eq!(score.quasi_identifiers_undecided, 0, "{}", language.name);
    }
}

/// Names of columns that say nothing.
const NUMBERED: [&str; 15] =
    ["v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15"];

#[test]
fn without_names_nothing_of_patients_is_given_away() {
    for (seed, language) in (100..).zip(made::LANGUAGES) {
        let table = made::table(language, &NUMBERED, seed);
        let mut missed = Vec::new();
        let score = score(&table, made::lists(&made::by_role(&NUMBERED)), &mut missed);
        // Five towns with more than fifty rows each are as harmless as any other large group.
        let rest: Vec<_> = missed
            .iter()
            .filter(|name| !["v5 ", "v12 ", "v13 "].iter().any(|v| name.starts_with(v)))
            .collect();
        eprintln!("{}: {score:?} {rest:?}", language.name);
        let found = |at: &str| !missed.iter().any(|name| name.starts_with(at));
        assert!(["v4 ", "v7 ", "v8 "].iter().all(|at| found(at)), "{}: {missed:?}", language.name);
    }
}

#[test]
fn the_hospital_of_the_examples_is_understood() {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/hospital/patients.csv");
    let (_, table) = tables::read(&file, b',', None);
    let lists = Lists {
        identifiers: &["patient"],
        quasi_identifiers: &[
            "area",
            "county",
            "facility",
            "age_group",
            "zip",
            "gender",
            "race",
            "ethnicity",
            "admission_type",
            "length_of_stay",
            "payer",
        ],
        further: &[],
        sensitive: &["diagnosis", "severity"],
    };
    let mut missed = Vec::new();
    let score = score(&table, lists, &mut missed);
    assert!(missed.is_empty() && score.undecided == 0, "{missed:?}");
}
