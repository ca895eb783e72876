//! Numbers that leave few lookalikes.

#![allow(clippy::unwrap_used)]

use super::*;
use incog_data::Table;

/// The rate at which somebody trains follows from the age, the rate at rest and a share (Karvonen).
#[test]
fn a_formula_of_three_numbers_gives_back_what_is_behind_a_label() {
    let mut state = 7u64;
    let mut draw = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let rows: Vec<[String; 6]> = (0..1_400)
        .map(|_| {
            let (age, rest, share) = (20 + draw(60), 50 + draw(40), 50 + draw(36));
            let rate = rest + share * (220 - age - rest) / 100;
            let town = ["a", "b", "c", "d"][draw(4) as usize].to_owned();
            let of_age = format!("{}0 or so", age / 20 * 2);
            let numbers = [rest, share, rate].map(|number| number.to_string());
            let [rest, share, rate] = numbers;
            [age.to_string(), of_age, town, rest, share, rate]
        })
        .collect();
    let rows = rows.iter().map(|row| row.iter().map(String::as_str));
    let names = ["age", "label", "town", "rest", "share", "rate"];
    let table = Table::from_rows(names, rows, &[]).unwrap();
    let [age, labels, town, numbers @ ..] = table.columns() else { unreachable!("six columns") };
    let labelled =
        [LabelledColumn { labels, originals: age }, LabelledColumn { labels: town, originals: town }];
    let found = narrows_labels(&labelled, &numbers.iter().collect::<Vec<_>>(), 5, RecordCounts::default());
    let keys: Vec<String> = found.iter().map(Finding::key).collect();
    assert_eq!(keys, ["rest + share + rate: gives back age"]);
    let two = narrows_labels(&labelled, &[&numbers[0], &numbers[2]], 5, RecordCounts::default());
    assert!(two.is_empty(), "{two:?}");
}

/// Fees that tell the ages of those who have a wide label: a third of the records.
#[test]
fn a_number_that_leaves_few_lookalikes_is_a_danger_where_most_labels_are_narrow() {
    let row = |row: u32| {
        let age = if row.is_multiple_of(3) { 18 + row * 7 % 22 } else { 40 + row * 11 % 45 };
        let label = if age < 40 { "0-39".to_owned() } else { age.to_string() };
        let fee = (20 + 3 * age / 2 + row % 3) / 5 * 5;
        [age.to_string(), label, ["a", "b", "c"][row as usize * 5 % 3].to_owned(), fee.to_string()]
    };
    let rows: Vec<[String; 4]> = (0..900).map(row).collect();
    let rows = rows.iter().map(|row| row.iter().map(String::as_str));
    let table = Table::from_rows(["age", "label", "town", "fee"], rows, &[]).unwrap();
    let [age, labels, town, fee] = table.columns() else { unreachable!("four columns") };
    let labelled =
        [LabelledColumn { labels, originals: age }, LabelledColumn { labels: town, originals: town }];
    let found = |k| narrows_labels(&labelled, &[fee], k, RecordCounts::default());
    assert!(found(1).is_empty(), "{:?}", found(1));
    assert!(found(5).is_empty(), "about ninety are left of three hundred: {:?}", found(5));
    let keys: Vec<String> = found(150).iter().map(Finding::key).collect();
    assert_eq!(keys, ["fee: gives back age"]);
    assert!(
        found(150)[0].message.contains("have fewer than 150 lookalikes, for whoever knows age of a person")
    );
}
