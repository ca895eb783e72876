//! Headers that are none.

use super::tables;
use super::truth::TRUTHS;
use incog_roles::looks_like_data;

#[test]
fn files_without_a_header_are_told_from_all_others() {
    let Some(folder) = tables::folder() else {
        eprintln!("SKIPPED: ../shared/data is not there, so no header was checked");
        return;
    };
    for truth in TRUTHS {
        let (header, table) = tables::read(&folder.join(truth.file), truth.delimiter, None);
        let found = looks_like_data(&header, &table);
        let has_none = truth.file.ends_with("german.data") || truth.file.ends_with("adult.data.gz");
        assert_eq!(found.is_some(), has_none, "{}: {found:?}", truth.file);
    }
}

#[test]
fn small_headers() {
    let table = |names: &[&str], rows: &[&[&str]]| {
        incog_data::Table::from_rows(names.iter().copied(), rows.iter().map(|row| row.iter().copied()), &[])
            .unwrap()
    };
    let people = table(&["Anna Schmidt", "anna@example.org"], &[&["Jan Nowak", "jan@example.org"]]);
    assert!(looks_like_data(&["Anna Schmidt", "anna@example.org"], &people).is_some());
    let rows: &[&[&str]] = &[&["Jan Nowak"], &["Marie Dupont"], &["Paolo Rossi"], &["Ann Wheelwright"]];
    assert!(looks_like_data(&["Ella Brown"], &table(&["Ella Brown"], rows)).is_some());
    assert!(looks_like_data(&["Full Name"], &table(&["Full Name"], rows)).is_none());
    let years = table(&["country", "2019", "2020", "2021"], &[&["Chad", "3", "4", "5"]]);
    assert!(looks_like_data(&["country", "2019", "2020", "2021"], &years).is_none());
    let joined = table(&["age", "sex"], &[&["3", "f"], &["age", "sex"], &["4", "m"]]);
    assert!(looks_like_data(&["age", "sex"], &joined).is_none());
    // Words alone, as in the first line of a survey without a header.
    let words: &[&[&str]] =
        &[&["f", "no", "gout"], &["m", "yes", "flu"], &["m", "no", "flu"], &["f", "yes", "gout"]];
    assert!(looks_like_data(&["m", "yes", "gout"], &table(&["m", "yes", "gout"], words)).is_some());
    let none: [&str; 0] = [];
    assert!(looks_like_data(&none, &table(&[], &[])).is_none());
}

/// Names that a program gives to columns without names say nothing, so nothing makes these columns
/// harmless.
#[test]
fn names_that_nobody_gave_say_nothing() {
    let names =
        ["column_1", "Unnamed: 2", "V3", "x4", "field5", "Spalte 6", "col7", "var8", "variable_9", "_c10"];
    let row = |n: usize| (0..names.len()).map(move |column| ["A11", "A12", "A14"][(n * 7 + column) % 11 % 3]);
    let table = incog_data::Table::from_rows(names, (0..200).map(row), &[]).unwrap();
    for (name, proposal) in names.iter().zip(incog_roles::propose(&table)) {
        assert_ne!(proposal.role, incog_roles::ProposedRole::Insensitive, "{name}: {}", proposal.why());
    }
}
