//! Columns that are draws around one, and columns that are not.

use super::{draws_of_one_fact, is_copy};
use crate::singling::{Blur, PublishedColumn};
use incog_data::Table;
use incog_privacy::Role;

/// Numbers below 1,000 that have nothing to do with each other, equal in every run.
fn scattered(row: usize, stream: usize) -> f64 {
    let mut state = (row as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ (stream as u64).wrapping_mul(0xd1b5_4a32_d192_ed03);
    state = (state ^ (state >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    ((state ^ (state >> 29)) % 1_000) as f64
}

/// About normal, with a deviation of 1.
fn normal(row: usize, stream: usize) -> f64 {
    (0..12).map(|part| scattered(row, 100 * stream + part) / 1_000.0).sum::<f64>() - 6.0
}

fn copies(rows: usize, blurs: [Blur; 2], cells: impl Fn(usize) -> [String; 2]) -> bool {
    let rows: Vec<[String; 2]> = (0..rows).map(cells).collect();
    let rows = rows.iter().map(|row| row.iter().map(String::as_str));
    let table = Table::from_rows(["one", "other"], rows, &["NA"]).expect("a table");
    let [one, other] = [0, 1].map(|place| PublishedColumn {
        column: &table.columns()[place],
        role: Role::Insensitive,
        blur: blurs[place],
    });
    let found = is_copy(one, other);
    assert_eq!(found, is_copy(other, one), "it does not matter which comes first");
    found
}

/// Pay with a deviation of 10,000, published with noise of so much; and another number.
fn pay_and(noise: f64, other: impl Fn(f64, usize) -> f64) -> bool {
    copies(1_000, [Blur::from_noise(noise); 2], |row| {
        let pay = (40_000.0 + 10_000.0 * normal(row, 1)).round();
        [pay.to_string(), format!("{:.0}", other(pay, row))]
    })
}

fn number(row: usize) -> usize {
    1_000 + row * 7_919 % 5_003
}

#[test]
fn values_in_another_unit_are_copies_and_equal_kinds_are_none() {
    let (noise, days) = ([Blur::Numbers(200.0); 2], |key| Blur::Days { most: 30.0, key });
    assert!(copies(50, noise, |row| [number(row).to_string(), number(row).to_string()]));
    assert!(copies(50, noise, |row| [number(row).to_string(), format!("{:.1}", number(row) as f64 / 12.0)]));
    assert!(copies(50, [days(0), days(1)], |row| [
        format!("2024-01-{:02}", 1 + row % 20),
        format!("2024-03-{:02}", 1 + row % 20)
    ]));
    // A fifth of the rows is another value, and some are missing.
    assert!(copies(50, noise, |row| [
        number(row).to_string(),
        number(row + usize::from(row % 5 == 0)).to_string()
    ]));
    assert!(!copies(50, noise, |row| [number(row).to_string(), number(row * row).to_string()]));
    assert!(!copies(50, noise, |row| [number(row).to_string(), "NA".to_owned()]));
    assert!(!copies(19, noise, |row| [number(row).to_string(), number(row).to_string()]));
    // Nearly everybody has the usual value in both.
    let usual = |row: usize, number: usize| if row % 11 == number { "9" } else { "1" }.to_owned();
    assert!(!copies(99, [Blur::Numbers(1.0); 2], |row| [usual(row, 3), usual(row, 5)]));
}

#[test]
fn what_is_nearly_a_line_over_the_other_is_a_copy() {
    let noise = 6_400.0;
    assert!(pay_and(noise, |pay, _| pay + 7_000.0));
    assert!(pay_and(noise, |pay, _| 3.0 * pay - 20_000.0));
    assert!(pay_and(noise, |pay, _| 100_000.0 - pay));
    // Raises of 1 to 5 % that differ by person, and a bonus of a third of the noise.
    assert!(pay_and(noise, |pay, row| pay * (1.01 + scattered(row, 2) / 25_000.0)));
    assert!(pay_and(noise, |pay, row| pay + 2_000.0 * normal(row, 2)));
    // Noise that is wider than the column hides little of a copy.
    assert!(pay_and(30_000.0, |pay, _| pay + 7_000.0));
}

#[test]
fn columns_that_merely_go_together_are_no_copies() {
    // A correlation of 0.9: the residual of 4,400 is larger than the noise, or than the limit by
    // the column's own spread.
    for noise in [100.0, 2_000.0, 10_000.0, 30_000.0] {
        assert!(!pay_and(noise, |pay, row| 0.9 * pay + 4_360.0 * normal(row, 2)), "{noise}");
        assert!(!pay_and(noise, |_, row| 40_000.0 + 10_000.0 * normal(row, 2)), "{noise}");
    }
    // A bonus that is larger than small noise.
    assert!(!pay_and(1_000.0, |pay, row| pay + 2_000.0 * normal(row, 2)));
}

fn kind(row: usize, stream: usize) -> usize {
    scattered(row, stream) as usize % 5
}

#[test]
fn recoded_categories_are_copies() {
    let drawn = [Blur::Replaced(0.3); 2];
    assert!(copies(500, drawn, |row| [format!("a{}", kind(row, 1)), format!("b{}", (kind(row, 1) * 2) % 5)]));
    // One in thirty is coded in another way.
    assert!(copies(500, drawn, |row| [
        format!("a{}", kind(row, 1)),
        format!("b{}", kind(row, 1) + usize::from(row % 30 == 0))
    ]));
    // Chapters of codes are a second draw around the chapter.
    assert!(copies(500, drawn, |row| [format!("a{}", kind(row, 1)), format!("b{}", kind(row, 1) / 2)]));
    assert!(!copies(500, drawn, |row| [format!("a{}", kind(row, 1)), format!("b{}", kind(row, 2))]));
    // One in four has nothing to do with the other.
    assert!(!copies(500, drawn, |row| [
        format!("a{}", kind(row, 1)),
        format!("b{}", kind(row, 1 + usize::from(row % 4 == 0)))
    ]));
    // What is unique tells everything and says nothing.
    assert!(!copies(500, drawn, |row| [format!("a{row}"), format!("b{}", kind(row, 2))]));
}

/// What is found of one fact in 1,000 records, with these yes/no answers about it.
fn of_one_fact(answers: usize, answer: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let rows = (0..1_000)
        .map(|row| (0..answers).map(|place| usize::from(answer(row, place)).to_string()).collect::<Vec<_>>());
    let rows: Vec<Vec<String>> = rows.collect();
    let rows = rows.iter().map(|row| row.iter().map(String::as_str));
    let names: Vec<String> = (0..answers).map(|place| format!("answer {place}")).collect();
    let table = Table::from_rows(names.iter().map(String::as_str), rows, &[]).expect("a table");
    let columns: Vec<PublishedColumn<'_>> = table
        .columns()
        .iter()
        .map(|column| PublishedColumn { column, role: Role::Insensitive, blur: Blur::Replaced(0.3) })
        .collect();
    draws_of_one_fact(&columns).iter().map(Vec::len).collect()
}

#[test]
fn indicators_and_thresholds_are_draws_of_one_fact() {
    // All five kinds, three of them, and one coded wrongly.
    assert_eq!(of_one_fact(5, |row, place| kind(row, 1) == place), [5]);
    assert_eq!(of_one_fact(3, |row, place| kind(row, 1) == place), [3]);
    assert_eq!(of_one_fact(5, |row, place| kind(row, 1) == place || row == 7 && place == 0), [5]);
    assert_eq!(of_one_fact(9, |row, place| scattered(row, 1) < 150.0 + 75.0 * place as f64), [9]);
    // Two facts, and answers that have nothing to do with each other.
    assert_eq!(of_one_fact(6, |row, place| kind(row, place / 3) == place % 3), [3, 3]);
    assert!(of_one_fact(9, |row, place| scattered(row, place) < 300.0).is_empty());
    // Answers that go together: one person in three gives one answer to all questions.
    let together =
        |row: usize, place: usize| scattered(row, if row.is_multiple_of(3) { 50 } else { place }) < 300.0;
    assert!(of_one_fact(9, together).is_empty());
}

/// Two that exclude each other are one fact where hardly anybody is neither: then one is nearly a
/// second draw of the other. With a fifth neither, or in pregnancy and sex, it is far from that.
#[test]
fn two_answers_are_one_fact_where_the_one_nearly_repeats_the_other() {
    let exclude = |share: f64| {
        move |row: usize, place: usize| {
            let number = scattered(row, 1) / 1_000.0;
            if place == 0 { number < share } else { number >= 1.0 - share }
        }
    };
    assert_eq!(of_one_fact(2, exclude(0.46)), [2]);
    assert!(of_one_fact(2, exclude(0.38)).is_empty());
    let pregnant =
        |row: usize, place: usize| scattered(row, 1) < 500.0 && (place == 0 || scattered(row, 2) < 60.0);
    assert!(of_one_fact(2, pregnant).is_empty());
}

#[test]
fn a_threshold_of_a_noisy_number_is_a_copy() {
    let blurs = [Blur::from_noise(100.0), Blur::Replaced(0.3)];
    for threshold in [200.0, 500.0, 800.0] {
        assert!(copies(1_000, blurs, |row| [
            scattered(row, 1).to_string(),
            (scattered(row, 1) > threshold).to_string()
        ]));
    }
    assert!(!copies(1_000, blurs, |row| [
        scattered(row, 1).to_string(),
        (scattered(row, 1) + scattered(row, 2) > 1_000.0).to_string()
    ]));
}
