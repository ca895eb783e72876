//! Columns that give others back, and columns that do not.

use super::*;
use crate::singling::Blur;
use incog_data::Table;

mod bands;

/// Numbers that have nothing to do with each other, the same in every run.
fn scattered(row: usize, stream: usize, below: usize) -> usize {
    let mut state = (row as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ (stream as u64).wrapping_mul(0xd1b5_4a32_d192_ed03);
    state = (state ^ (state >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    ((state ^ (state >> 29)) % below as u64) as usize
}

/// What gives the first column back.
fn keys(names: &[&str], rows: usize, row: impl Fn(usize) -> Vec<String>) -> Vec<String> {
    let cells: Vec<Vec<String>> = (0..rows).map(row).collect();
    let cells = cells.iter().map(|row| row.iter().map(String::as_str));
    let table = Table::from_rows(names.iter().copied(), cells, &["NA"]).expect("a table");
    let (target, sources) = table.columns().split_first().expect("columns");
    let published = |column| PublishedColumn { column, role: Role::Insensitive, blur: Blur::None };
    let request = DerivedRequest {
        targets: vec![DerivedTarget::generalized(target)],
        sources: sources.iter().map(published).collect(),
        rows,
        is_in_order: false,
    };
    dangers(&request)
}

fn dangers(request: &DerivedRequest<'_>) -> Vec<String> {
    let found = gives_back(request).into_iter().filter(|one| one.severity == Severity::Danger);
    found.map(|one| one.key()).collect()
}

/// Codes 1 and 2 are no measures one unit apart.
#[test]
fn independent_codes_do_not_give_each_other_back() {
    let code = |row: usize, stream: usize| ["1", "2", "1", "2", "2", "1", "9"][scattered(row, stream, 7)];
    let found = keys(&["employed", "smoker"], 2000, |row| vec![code(row, 1).into(), code(row, 2).into()]);
    assert_eq!(found, Vec::<String>::new());
    // Grades of one to six, each by chance one off.
    let grade = |row: usize| 1 + scattered(row, 1, 6);
    let off = keys(&["grade", "other"], 2000, |row| {
        vec![grade(row).to_string(), (grade(row) + scattered(row, 2, 3)).to_string()]
    });
    assert_eq!(off, Vec::<String>::new());
}

#[test]
fn sums_differences_products_and_ratios_give_back() {
    let numbers = |row: usize| (10 + scattered(row, 1, 500), 20 + scattered(row, 2, 300));
    let given = |make: fn(f64, f64) -> f64| {
        keys(&["x", "a", "b"], 400, |row| {
            let (a, b) = numbers(row);
            vec![format!("{:.2}", make(a as f64, b as f64)), a.to_string(), b.to_string()]
        })
    };
    let pair = ["a + b: gives back x"];
    assert_eq!(given(|a, b| a + b), pair);
    assert_eq!(given(|a, b| a - b), pair);
    // One day more, and cents for euros.
    assert_eq!(given(|a, b| b - a + 1.0), pair);
    assert_eq!(given(|a, b| 100.0 * (a + b)), pair);
    assert_eq!(given(|a, b| a * b), pair);
    assert_eq!(given(|a, b| a / b), pair);
    assert_eq!(given(|a, b| a / (b / 100.0) / (b / 100.0)), pair);
    assert_eq!(given(|a, _| 7.0 + a), ["a: gives back x"]);
    assert_eq!(given(|a, _| (a * 0.04).round()), ["a: gives back x"]);
    let unrelated = keys(&["x", "a", "b"], 400, |row| {
        let (a, b) = numbers(row);
        vec![scattered(row, 3, 80).to_string(), a.to_string(), b.to_string()]
    });
    assert!(unrelated.is_empty(), "{unrelated:?}");
}

#[test]
fn dates_give_stays_and_ages_back() {
    let stay = |row: usize| scattered(row, 1, 60);
    // A stay within one day counts as one; a twentieth of the records has slips.
    let found = keys(&["stay", "from", "to"], 500, |row| {
        let (from, slip) = (scattered(row, 2, 27), if row % 20 == 0 { 3 } else { 0 });
        let to = from + stay(row);
        let to = format!("2024-{:02}-{:02}", 1 + to / 28, 1 + to % 28);
        // Months of 28 days would not be months: the days between are counted from what is written.
        let days = |month: usize, day: usize| [0, 31, 60, 91, 121][month - 1] + day;
        let between = days(to[5..7].parse().unwrap_or(1), to[8..].parse().unwrap_or(1)) - days(1, 1 + from);
        vec![(between.max(1) + slip).to_string(), format!("2024-01-{:02}", 1 + from), to]
    });
    assert_eq!(found, ["from + to: gives back stay"]);
    let ages = keys(&["age", "born", "seen"], 500, |row| {
        let (born, seen) = (scattered(row, 3, 80), scattered(row, 4, 4));
        let age = 2020 + seen - (1930 + born) - 1;
        vec![age.to_string(), format!("{}-12-31", 1930 + born), format!("{}-01-01", 2020 + seen)]
    });
    assert_eq!(ages, ["born + seen: gives back age"]);
    let year = keys(&["year", "born"], 500, |row| {
        let born = 1930 + scattered(row, 3, 80);
        vec![born.to_string(), format!("{born}-{:02}-{:02}", 1 + row % 12, 1 + row % 28)]
    });
    assert_eq!(year, ["born: gives back year"]);
}

#[test]
fn parts_and_joined_texts_give_back() {
    let zip = |row: usize| format!("{:05}", 10_000 + scattered(row, 1, 80_000));
    let part = keys(&["area", "zip"], 300, |row| vec![zip(row)[..2].to_owned(), zip(row)]);
    assert_eq!(part, ["zip: gives back area"]);
    let joined = keys(&["place", "zip", "town"], 300, |row| {
        let town = ["Ulm", "Bonn", "Jena"][scattered(row, 2, 3)];
        vec![format!("{} {town}", zip(row)), zip(row), town.to_owned()]
    });
    assert!(joined.iter().any(|key| key == "zip + town: gives back place"), "{joined:?}");
    let other = keys(&["area", "zip"], 300, |row| vec![zip(row)[..2].to_owned(), zip(row + 1)]);
    assert!(other.is_empty(), "{other:?}");
}

#[test]
fn codes_give_back_what_follows_from_them() {
    let code = |row: usize, stream: usize| scattered(row, stream, 9);
    let pair = keys(&["x", "a", "b", "c"], 900, |row| {
        let (a, b) = (code(row, 1), code(row, 2));
        vec![
            format!("x{}", (a * 5 + b * 3) % 7),
            format!("a{a}"),
            format!("b{b}"),
            format!("c{}", code(row, 3)),
        ]
    });
    assert_eq!(pair, ["a + b: gives back x"]);
    // A hundredth of slips.
    let nearly = keys(&["x", "a"], 900, |row| {
        let a = code(row, 1);
        vec![if row % 100 == 0 { "other".into() } else { format!("x{}", a / 2) }, format!("a{a}")]
    });
    assert_eq!(nearly, ["a: gives back x"]);
    let unrelated =
        keys(&["x", "a", "b"], 900, |row| (1..4).map(|stream| format!("v{}", code(row, stream))).collect());
    assert!(unrelated.is_empty(), "{unrelated:?}");
    // What is unique determines everything and says nothing.
    let unique = keys(&["x", "a"], 300, |row| vec![format!("v{}", code(row, 1)), format!("a{row}")]);
    assert!(unique.is_empty(), "{unique:?}");
}

#[test]
fn a_weighted_sum_of_many_numbers_gives_back() {
    fn total(weights: [usize; 6], slip: fn(usize) -> usize) -> Vec<String> {
        keys(&["total", "a", "b", "c", "d", "e", "f", "g"], 600, |row| {
            let parts: Vec<usize> = (1..=6).map(|stream| scattered(row, stream, 400)).collect();
            let total: usize = parts.iter().zip(weights).map(|(part, weight)| part * weight).sum();
            let numbers = std::iter::once(total + slip(row)).chain(parts);
            numbers.chain([scattered(row, 9, 400)]).map(|number| number.to_string()).collect()
        })
    }
    let found = total([1; 6], |_| 0);
    assert!(found.len() == 1 && found[0].ends_with(": gives back total"), "{found:?}");
    let mut parts: Vec<&str> = found[0].split(':').next().unwrap_or_default().split(" + ").collect();
    parts.sort_unstable();
    assert_eq!(parts, ["a", "b", "c", "d", "e", "f"], "what is not needed is not named");
    // Points of a score, some of them corrected by hand.
    assert_eq!(total([3, 1, 2, 5, 0, 0], |row| if row % 9 == 0 { 77 } else { 0 }).len(), 1);
    assert_eq!(total([1; 6], |row| scattered(row, 10, 900)), Vec::<String>::new());
}

/// A pay that noise moves, beside what is published as it is.
fn noisy_pay(beside: fn(usize) -> String) -> Vec<String> {
    let rows: Vec<[String; 3]> = (0..800)
        .map(|row| {
            let pay = 2_000 + 137 * scattered(row, 1, 15) + scattered(row, 2, 20);
            [pay.to_string(), (pay + scattered(row, 3, 1_200)).to_string(), beside(row)]
        })
        .collect();
    let rows = rows.iter().map(|row| row.each_ref().map(String::as_str));
    let table = Table::from_rows(["pay", "noisy", "grade"], rows, &[]).expect("a table");
    let [original, noisy, grade] = table.columns() else { unreachable!("three columns") };
    dangers(&DerivedRequest {
        targets: vec![DerivedTarget { original, published: Some(noisy), is_treated: true }],
        sources: vec![PublishedColumn { column: grade, role: Role::Insensitive, blur: Blur::None }],
        rows: 800,
        is_in_order: false,
    })
}

#[test]
fn a_word_takes_noise_off_where_it_says_the_number() {
    assert_eq!(noisy_pay(|row| format!("grade {}", scattered(row, 1, 15))), ["grade: gives back pay"]);
    assert_eq!(noisy_pay(|row| format!("team {}", scattered(row, 5, 15))), Vec::<String>::new());
}

#[test]
fn what_a_column_says_in_some_rows_gives_back_there() {
    fn told(share: usize, says: fn(usize, usize) -> usize) -> Vec<String> {
        keys(&["age", "at_onset"], 2_000, |row| {
            let age = 20 + scattered(row, 1, 60);
            let onset = if row % share == 0 { says(age, row).to_string() } else { "NA".to_owned() };
            vec![age.to_string(), onset]
        })
    }
    assert_eq!(told(3, |age, _| age), ["at_onset: gives back age"]);
    assert_eq!(told(8, |age, _| age + 1), ["at_onset: gives back age"]);
    assert_eq!(told(3, |_, row| scattered(row, 2, 60)), Vec::<String>::new());
    assert_eq!(told(40, |age, _| age), Vec::<String>::new(), "as few as may be singled out");
}
