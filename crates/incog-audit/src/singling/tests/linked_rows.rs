//! Values that join the rows of a person.

use super::*;

/// The class of one of three visits, where each person moves through ten classes by a step of her
/// own.
fn by_steps(person: usize, visit: usize) -> usize {
    (person + visit * (1 + person / 10)) % 10
}

/// As [`by_steps`], where all people move by the same step.
fn by_one_step(person: usize, visit: usize) -> usize {
    (person + visit) % 10
}

/// Of 200 people those of whom, by a plain count, fewer than five have rows in one of their classes
/// with a value that has as many rows as they in each.
fn few_share(class: fn(usize, usize) -> usize, value: fn(usize) -> usize) -> u64 {
    type Own = Vec<(usize, [usize; 3])>;
    fn rows_in(people: &Own, one: usize, value: usize) -> usize {
        let people = people.iter().filter(|(of, _)| *of == value);
        people.flat_map(|(_, classes)| classes).filter(|class| **class == one).count()
    }
    fn is_possible(people: &Own, own: [usize; 3], value: usize) -> bool {
        own.iter().all(|one| rows_in(people, *one, value) >= own.iter().filter(|class| *class == one).count())
    }
    fn left(people: &Own, own: [usize; 3], one: usize) -> usize {
        let of_class = people.iter().filter(|(_, classes)| classes.contains(&one));
        of_class.filter(|(value, _)| is_possible(people, own, *value)).count()
    }
    let people: Own =
        (0..200).map(|person| (value(person), [0, 1, 2].map(|visit| class(person, visit)))).collect();
    let found = people.iter().filter(|(_, own)| own.iter().any(|one| left(&people, *own, *one) < 5));
    found.count() as u64
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
    found_in(&request)
}

fn found_in(request: &SinglingRequest<'_>) -> Vec<(String, Severity, u64, u64)> {
    let found = singled_out(request).into_iter().filter(|found| found.by == Singling::LinkedRows);
    found.map(|found| (found.columns.join("+"), found.severity, found.records, found.of)).collect()
}

#[test]
fn a_balance_that_never_changes_is_a_pseudonym() {
    let found = few_share(by_steps, |person| person);
    assert_eq!((found, few_share(by_one_step, |person| person)), (200, 0));
    fn own(person: usize, _: usize, _: usize) -> String {
        format!("{person}.50")
    }
    let expected = ("balance".to_owned(), Severity::Danger, found, 200);
    assert_eq!(linked(by_steps, &["balance"], own), [expected]);
    // Twenty people have rows in the same classes, or all rows of a person are in one class.
    assert_eq!(linked(by_one_step, &["balance"], own), []);
    assert_eq!(linked(|person, _| person % 10, &["balance"], own), []);
    // It is another one at each visit, or it is missing.
    for cell in
        [|person: usize, visit: usize, _| format!("{}.50", 3 * person + visit), |_, _, _| "NA".to_owned()]
    {
        assert_eq!(linked(by_steps, &["balance"], cell), []);
    }
}

/// What a person has in a visit, in a column.
type Cell = fn(usize, usize, usize) -> String;

#[test]
fn a_value_that_others_share_finds_people_by_all_of_their_classes() {
    let few: [fn(usize) -> usize; 3] = [|person| person / 2, |person| person % 40, |person| person % 2];
    let few = few.map(|value| few_share(by_steps, value));
    assert_eq!(few, [80, 20, 0]);
    let cells: [Cell; 3] = [
        |person, _, _| (person / 2).to_string(),
        |person, _, _| (person % 40).to_string(),
        |person, _, _| (person % 2).to_string(),
    ];
    for (cell, few) in cells.iter().zip(few) {
        let expected = (few > 0).then(|| ("ward".to_owned(), Severity::Danger, few, 200));
        assert_eq!(linked(by_steps, &["ward"], *cell), Vec::from_iter(expected));
    }
    // Where it changes, nobody can look for a value with rows in all classes.
    let moved = linked(by_steps, &["ward"], |person, visit, _| ((person + 7 * visit) % 40).to_string());
    assert_eq!(moved, []);
}

#[test]
fn a_disease_that_never_changes_follows_from_all_classes_of_a_person() {
    // Two hundred people with three visits each, in four cities. Each city has three of six
    // diseases, and enough people with each.
    fn city(person: usize, visit: usize) -> usize {
        (person + visit * (person % 2)) % 4
    }
    fn disease(person: usize) -> usize {
        person % 4 + person / 4 % 3
    }
    fn possible(person: usize) -> usize {
        (0..6).filter(|one| cities_of(person).iter().all(|city| has(*city, *one))).count()
    }
    fn has(city: usize, one: usize) -> bool {
        (0..200).any(|other| disease(other) == one && cities_of(other).contains(&city))
    }
    fn cities_of(person: usize) -> [usize; 3] {
        [0, 1, 2].map(|visit| city(person, visit))
    }
    let table = table(&["who", "city", "disease"], 600, |row, column| match column {
        0 => format!("P{}", row / 3),
        1 => city(row / 3, row % 3).to_string(),
        _ => disease(row / 3).to_string(),
    });
    let mut request = request(&table, Role::Sensitive);
    request.columns.drain(..2);
    request.people = Some(&table.columns()[0]);
    request.labels = vec![&table.columns()[1]];
    for asked in [2, 3, 4] {
        request.values = BTreeMap::from([("disease".to_owned(), asked)]);
        let few = (0..200).filter(|person| (possible(*person) as u64) < asked).count() as u64;
        let expected = (few > 10).then(|| ("disease".to_owned(), Severity::Danger, few, 200));
        assert_eq!(found_in(&request), Vec::from_iter(expected), "{asked}");
    }
}

#[test]
fn a_few_corrected_cells_hide_nobody() {
    // One row in 25 has another ward than its person's other rows.
    let found = linked(by_steps, &["ward"], |person, visit, _| match 3 * person + visit {
        row if row % 25 == 0 => (row % 37).to_string(),
        _ => (person % 40).to_string(),
    });
    assert!(matches!(found.as_slice(), [(_, Severity::Danger, found, 200)] if *found > 10), "{found:?}");
}

#[test]
fn a_value_in_two_of_five_rows_is_enough() {
    // The other three are different ones: of all rows but the first, one in four has her value.
    fn cell(person: usize, visit: usize) -> usize {
        if visit < 2 { person % 40 } else { (7 * person + 11 * visit) % 40 }
    }
    let table = table(&["who", "age", "ward"], 1_000, |row, column| match column {
        0 => format!("P{}", row / 5),
        1 => ((row / 5 + row % 5 * (1 + row / 50)) % 100).to_string(),
        _ => cell(row / 5, row % 5).to_string(),
    });
    let mut request = request(&table, Role::Sensitive);
    request.columns.drain(..2);
    request.people = Some(&table.columns()[0]);
    request.labels = vec![&table.columns()[1]];
    let found = found_in(&request);
    assert!(matches!(found.as_slice(), [(_, Severity::Danger, found, 200)] if *found > 10), "{found:?}");
}

#[test]
fn columns_that_stay_the_same_are_tried_beside_others_with_more_values() {
    // Eight columns that change have more values than the two that find people together.
    let names: Vec<String> = (0..8).map(|column| format!("varies{column}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).chain(["height", "weight"]).collect();
    let found = linked(by_steps, &names, |person, visit, column| match column {
        8 => (person % 2).to_string(),
        9 => (person / 2 % 20).to_string(),
        _ => ((person + 7 * visit) % (40 + column)).to_string(),
    });
    let few = few_share(by_steps, |person| 2 * (person / 2 % 20) + person % 2);
    assert_eq!(found, [("weight+height".to_owned(), Severity::Danger, few, 200)]);
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
    assert_eq!(
        found,
        [("height+weight".to_owned(), Severity::Danger, few_share(by_steps, |person| person), 200)]
    );
}

#[test]
fn columns_that_stay_the_same_join_rows_where_no_pair_does() {
    // Three digits of a number in a base of six; each pair is shared by five people or six.
    let digit = |person: usize, _: usize, column: usize| (person / [1, 6, 36][column] % 6).to_string();
    let several = linked(by_steps, &["first", "second", "third"], digit);
    assert_eq!(
        several,
        [("first+second+third".to_owned(), Severity::Danger, few_share(by_steps, |person| person), 200)]
    );
    let changing = linked(by_steps, &["first", "second", "third"], |person, visit, column| {
        ((person / [1, 6, 36][column] + visit) % 6).to_string()
    });
    assert_eq!(changing, []);
}
