//! Values that join the rows of a person.

use super::*;
use std::collections::BTreeSet;

/// The class of one of three visits, where each person moves through ten classes by a step of her
/// own.
fn by_steps(person: usize, visit: usize) -> usize {
    (person + visit * (1 + person / 10)) % 10
}

/// As [`by_steps`], where all people move by the same step.
fn by_one_step(person: usize, visit: usize) -> usize {
    (person + visit) % 10
}

/// Of 200 people those of whom, by a plain count, fewer than five have rows in all of their
/// classes.
fn few_in_all(class: fn(usize, usize) -> usize) -> u64 {
    fn classes(class: fn(usize, usize) -> usize, person: usize) -> BTreeSet<usize> {
        (0..3).map(|visit| class(person, visit)).collect()
    }
    let own: Vec<BTreeSet<usize>> = (0..200).map(|person| classes(class, person)).collect();
    let found = own.iter().filter(|own: &&BTreeSet<usize>| own.len() > 1);
    found.filter(|one| own.iter().filter(|other| one.is_subset(other)).count() < 5).count() as u64
}

/// What joins the rows of 200 people with three visits, whose further columns follow from person
/// and visit; and the people who have few lookalikes then.
fn linked(
    class: fn(usize, usize) -> usize,
    names: &[&str],
    cell: fn(usize, usize, usize) -> String,
) -> Vec<(String, Severity, u64, u64)> {
    let names: Vec<&str> = ["who", "age"].into_iter().chain(names.iter().copied()).collect();
    let table = table(&names, 600, |row, column| match column {
        0 => format!("P{}", row / 3),
        1 => class(row / 3, row % 3).to_string(),
        column => cell(row / 3, row % 3, column - 2),
    });
    let mut request = request(&table, Role::Sensitive);
    request.columns.drain(..2);
    request.people = Some(&table.columns()[0]);
    request.labels = vec![&table.columns()[1]];
    let found = singled_out(&request).into_iter().filter(|found| found.by == Singling::LinkedRows);
    found.map(|found| (found.columns.join("+"), found.severity, found.records, found.of)).collect()
}

#[test]
fn a_balance_that_never_changes_is_a_pseudonym() {
    let found = few_in_all(by_steps);
    assert_eq!((found, few_in_all(by_one_step)), (180, 0));
    fn own(person: usize, _: usize, _: usize) -> String {
        format!("{person}.50")
    }
    let expected = ("balance".to_owned(), Severity::Danger, found, 200);
    assert_eq!(linked(by_steps, &["balance"], own), [expected]);
    // Twenty people have rows in the same classes, or all rows of a person are in one class.
    assert_eq!(linked(by_one_step, &["balance"], own), []);
    assert_eq!(linked(|person, _| person % 10, &["balance"], own), []);
    // Two people share each balance, it is another one at each visit, or it is missing.
    for cell in [
        |person: usize, _, _| format!("{}.50", person / 2),
        |person: usize, visit: usize, _| format!("{}.50", 3 * person + visit),
        |_, _, _| "NA".to_owned(),
    ] {
        assert_eq!(linked(by_steps, &["balance"], cell), []);
    }
}

#[test]
fn most_rows_with_a_value_decide_whose_it_is() {
    // Of three rows with a balance, two are one person's, and the third is the next person's.
    let found = linked(by_steps, &["balance"], |person, visit, _| {
        format!("{}.50", if visit < 2 { person } else { person + 1 })
    });
    assert!(matches!(found.as_slice(), [(_, Severity::Danger, found, 200)] if *found > 10), "{found:?}");
}

#[test]
fn two_columns_join_rows_where_neither_does() {
    let found = linked(by_steps, &["height", "weight"], |person, _, column| {
        (if column == 0 { person % 15 } else { person / 15 }).to_string()
    });
    assert_eq!(found, [("height+weight".to_owned(), Severity::Danger, few_in_all(by_steps), 200)]);
}

#[test]
fn columns_that_stay_the_same_join_rows_where_no_pair_does() {
    // Three digits of a number in a base of six; each pair is shared by five people or six.
    let digit = |person: usize, _: usize, column: usize| (person / [1, 6, 36][column] % 6).to_string();
    let several = linked(by_steps, &["first", "second", "third"], digit);
    assert_eq!(several, [("first+second+third".to_owned(), Severity::Danger, few_in_all(by_steps), 200)]);
    let changing = linked(by_steps, &["first", "second", "third"], |person, visit, column| {
        ((person / [1, 6, 36][column] + visit) % 6).to_string()
    });
    assert_eq!(changing, []);
}
