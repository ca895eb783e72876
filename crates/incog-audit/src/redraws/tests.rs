//! Draws around one value, and draws that are not.

use super::*;
use incog_data::Table;
use incog_privacy::Role;

/// Numbers from 0 to below 1 that have nothing to do with each other, equal in every run.
fn scattered(row: usize, stream: usize) -> f64 {
    let mut state = (row as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ (stream as u64).wrapping_mul(0xd1b5_4a32_d192_ed03);
    state = (state ^ (state >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    ((state ^ (state >> 29)) % 100_000) as f64 / 100_000.0
}

/// About normal, with a deviation of 1.
fn normal(row: usize, stream: usize) -> f64 {
    (0..12).map(|part| scattered(row, 100 * stream + part)).sum::<f64>() - 6.0
}

/// Pay of 600 people, five to a ward and job, with a deviation of 3,000.
fn pay(row: usize) -> f64 {
    30_000.0 + 3_000.0 * normal(row, 1)
}

fn table(names: [&str; 3], rows: usize, cells: impl Fn(usize) -> [String; 3]) -> Table {
    let rows: Vec<[String; 3]> = (0..rows).map(cells).collect();
    let rows = rows.iter().map(|row| row.iter().map(String::as_str));
    Table::from_rows(names, rows, &[]).expect("a table")
}

/// What is shown of an earlier table, and of what stands behind a new one and is published.
fn draws(blur: Blur, earlier: &Table, now: &Table) -> Draws {
    let linked = LinkedRows::new(&[(&earlier.columns()[0], &now.columns()[0])]);
    let Some(linked) = linked else { return Draws::NotShown };
    let earlier = PublishedColumn { column: &earlier.columns()[1], role: Role::Insensitive, blur };
    Redraw { earlier, original: &now.columns()[1], published: &now.columns()[2] }.draws(&linked)
}

const NAMES: [&str; 3] = ["ward", "first", "second"];

/// Releases of pay with noise: of the values then, in groups of so many people, and of those now.
fn of_pay(noise: f64, size: usize, then: impl Fn(usize) -> f64, stream: usize) -> Draws {
    let noisy =
        |number: f64, row: usize, stream: usize| format!("{:.0}", number + noise * normal(row, stream));
    let earlier =
        table(NAMES, 600, |row| [(row / size).to_string(), noisy(then(row), row, 7), String::new()]);
    let now = table(NAMES, 600, |row| {
        [(row / size).to_string(), format!("{:.0}", pay(row)), noisy(pay(row), row, stream)]
    });
    draws(Blur::from_noise(noise), &earlier, &now)
}

#[test]
fn another_draw_around_the_same_numbers_is_seen() {
    for size in [1, 5, 10] {
        for noise in [100.0, 1_000.0, 2_000.0] {
            assert_eq!(of_pay(noise, size, pay, 8), Draws::Anew, "{size} {noise}");
            assert_eq!(of_pay(noise, size, |row| pay(row) - 500.0, 8), Draws::Anew, "{size} {noise}");
            assert_eq!(of_pay(noise, size, |row| pay(row) / 1.1, 8), Draws::Anew, "{size} {noise}");
            assert_eq!(of_pay(noise, size, pay, 7), Draws::Equal, "{size} {noise}");
        }
    }
}

#[test]
fn other_people_and_other_values_are_no_second_draw() {
    for size in [1, 5, 10] {
        for noise in [100.0, 1_000.0, 2_000.0] {
            let others = |row: usize| 30_000.0 + 3_000.0 * normal(row, 2);
            assert_eq!(of_pay(noise, size, others, 8), Draws::NotShown, "{size} {noise}");
        }
        // The next quarter, with a correlation of 0.77: what has changed is wider than the noise.
        let next = |row: usize| 30_000.0 + 0.8 * (pay(row) - 30_000.0) + 2_000.0 * normal(row, 2);
        assert_eq!(of_pay(1_000.0, size, next, 8), Draws::NotShown);
    }
    // A third of the people have other pay, and the others have the draw that they had.
    let some = |row: usize| pay(row) + if row.is_multiple_of(3) { 5_000.0 * normal(row, 3) } else { 0.0 };
    assert_ne!(of_pay(500.0, 1, some, 7), Draws::Anew);
    // Nobody is linked.
    let earlier = table(NAMES, 600, |row| [format!("a{row}"), format!("{:.0}", pay(row)), String::new()]);
    let now = table(NAMES, 600, |row| [format!("b{row}"), format!("{:.0}", pay(row)), "1".to_owned()]);
    assert_eq!(draws(Blur::from_noise(100.0), &earlier, &now), Draws::NotShown);
}

#[test]
fn categories_that_are_drawn_again_are_seen() {
    let kind = |row: usize, stream: usize| (5.0 * scattered(row, stream)) as usize;
    let drawn = |kept: f64, was: usize, row: usize, stream: usize| match scattered(row, stream) < kept {
        true => was.to_string(),
        false => kind(row, stream + 50).to_string(),
    };
    let of = |kept: f64, before: &dyn Fn(usize) -> usize, stream: usize| {
        let earlier =
            table(NAMES, 800, |row| [row.to_string(), drawn(kept, before(row), row, 7), String::new()]);
        let now = table(NAMES, 800, |row| {
            [row.to_string(), kind(row, 1).to_string(), drawn(kept, kind(row, 1), row, stream)]
        });
        draws(Blur::Replaced(1.0 - kept), &earlier, &now)
    };
    for kept in [0.3, 0.7, 0.9] {
        assert_eq!(of(kept, &|row| kind(row, 1), 8), Draws::Anew, "{kept}");
        assert_eq!(of(kept, &|row| kind(row, 1), 7), Draws::Equal, "{kept}");
        assert_eq!(of(kept, &|row| kind(row, 2), 8), Draws::NotShown, "{kept}");
    }
}
