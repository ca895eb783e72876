//! Rows of which one cell is empty.

use super::unions::scattered;
use super::*;

/// What is found of forty people who rate each other, with these cells empty.
fn found(is_empty: impl Fn(usize, usize) -> bool) -> Vec<(Severity, u64)> {
    let names: Vec<String> = (0..40).map(|person| format!("r{person}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let table = table(&names, 40, |row, column| match is_empty(row, column) {
        true => "NA".to_owned(),
        false => (1 + scattered(row, column, 5)).to_string(),
    });
    let found = told(&request(&table, Role::Sensitive));
    found.into_iter().filter(|one| one.0 == Singling::OneEmptyCell).map(|one| (one.2, one.3)).collect()
}

#[test]
fn an_empty_cell_that_names_the_person_of_its_row_is_found() {
    assert_eq!(found(|row, column| row == column), [(Severity::Danger, 40)]);
    // In one column, in no cell, in two cells of a row, and by chance.
    assert_eq!(found(|_, column| column == 3), []);
    assert_eq!(found(|_, _| false), []);
    assert_eq!(found(|row, column| row == column || row == (column + 1) % 40), []);
    assert_eq!(found(|row, column| scattered(row, 100 + column, 40) == 0), []);
}
