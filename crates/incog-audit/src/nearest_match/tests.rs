//! Tables whose nearest records are known, and a plain search.

use super::*;
use incog_data::{ColumnBuilder, Table};
use proptest::prelude::*;

fn column(name: &str, cells: impl IntoIterator<Item = String>) -> Column {
    let mut builder = ColumnBuilder::new(name);
    cells.into_iter().for_each(|cell| builder.push(&cell));
    builder.finish(&["NA"])
}

fn request<'a>(changed: Vec<[&'a Column; 2]>, rows: usize) -> NearestRequest<'a> {
    let changed = changed.into_iter().map(|[original, published]| ChangedColumn { original, published });
    NearestRequest {
        changed: changed.collect(),
        known: Vec::new(),
        people: None,
        counts: RecordCounts::ONE_EACH,
        rows,
    }
}

/// A normal number made of twelve uniform ones, equal in every run.
fn normal(row: usize, stream: usize) -> f64 {
    let mut state = (row as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (stream as u64 + 1) << 40;
    let uniform = (0..12).map(|_| {
        state ^= state >> 30;
        state = state.wrapping_mul(0xbf58_476d_1ce4_e5b9).wrapping_add(0x94d0_49bb_1331_11eb);
        state ^= state >> 27;
        (state >> 11) as f64 / (1_u64 << 53) as f64
    });
    uniform.sum::<f64>() - 6.0
}

/// Where records are dense, the right one is nearest with 1 by the density times the root of 2π and
/// the deviation: here 4 records, and the exact formula for one column gives 23.9 %. Of 2,000
/// guesses 1 in a million is off by 4.9 deviations, 4.7 %.
#[test]
fn normal_noise_is_found_as_often_as_theory_says() {
    let rows = 2_000;
    let deviation = 4.0 / (2.0 * std::f64::consts::PI).sqrt();
    let original = column("pay", (0..rows).map(|row| row.to_string()));
    let noisy = (0..rows).map(|row| format!("{:.6}", row as f64 + deviation * normal(row, 0)));
    let published = column("pay", noisy);
    let found = nearest_matches(&request(vec![[&original, &published]], rows));
    assert!(found.tried == 2_000 && (found.by_guessing - 1.0 / 2_000.0).abs() < 1e-12, "{found:?}");
    assert!((found.right - 0.239).abs() < 0.047, "{found:?}");
}

#[test]
fn dates_that_move_together_are_found_by_the_days_between() {
    let day = |number: usize| format!("2024-{:02}-{:02}", 1 + number / 28 % 12, 1 + number % 28);
    let month = |number: usize| format!("2025-01-{:02}", 1 + number % 28);
    let from = column("from", (0..56).map(|row| day(row * 3)));
    let to = column("to", (0..56).map(month));
    // Shifts of whole years with as many days each.
    let later = |text: &str, row: usize| text.replacen("20", ["19", "18"][row % 2], 1);
    let shifted = |column: &Column, name: &str| {
        let cells = (0..56).map(|row| later(column.value(row), row));
        super::tests::column(name, cells.collect::<Vec<String>>())
    };
    let (from_there, to_there) = (shifted(&from, "from"), shifted(&to, "to"));
    let together = nearest_matches(&request(vec![[&from, &from_there], [&to, &to_there]], 56));
    let alone = nearest_matches(&request(vec![[&from, &from_there]], 56));
    assert!(together.right > 0.9 && alone.right < 0.3, "{together:?} {alone:?}");
}

#[test]
fn shares_of_numbers_are_learnt_from_the_file() {
    let original = column("pay", (0..400).map(|row| format!("{:.3}", 1.05_f64.powi(row))));
    let noisy =
        (0..400).map(|row| format!("{:.3}", 1.05_f64.powi(row as i32) * (1.0 + 0.02 * normal(row, 3))));
    let published = column("pay", noisy.collect::<Vec<String>>());
    // Neighbours are 5 % apart, and the noise is 2 %.
    let found = nearest_matches(&request(vec![[&original, &published]], 400));
    assert!(found.right > 0.6, "{found:?}");
}

#[test]
fn replaced_categories_are_found_by_most_of_them() {
    let cells = |stream: usize| (0..64).map(move |row| ["yes", "no"][row >> stream & 1].to_owned());
    let originals: Vec<Column> = (0..6).map(|stream| column(&format!("q{stream}"), cells(stream))).collect();
    // One of seven rows has one answer replaced.
    let replaced = |stream: usize| {
        let other = |(row, cell): (usize, String)| match row % 7 == 0 && row / 7 % 6 == stream {
            true => {
                if cell == "yes" {
                    "no".to_owned()
                } else {
                    "yes".to_owned()
                }
            }
            false => cell,
        };
        column(&format!("q{stream}"), cells(stream).enumerate().map(other))
    };
    let published: Vec<Column> = (0..6).map(replaced).collect();
    let changed = originals.iter().zip(&published).map(|(one, other)| [one, other]).collect();
    let found = nearest_matches(&request(changed, 64));
    assert!(found.right > 0.7 && found.right < 1.0, "{found:?}");
}

#[test]
fn where_nothing_is_known_nothing_is_tried() {
    let original = column("pay", ["NA", "*"].map(String::from));
    let found = nearest_matches(&request(vec![[&original, &original]], 2));
    assert_eq!(found, NearestMatches { tried: 0, right: 0.0, by_guessing: 0.0 });
}

proptest! {
    /// Each record against each other one.
    #[test]
    fn the_nearest_are_those_of_a_plain_search(
        rows in prop::collection::vec([0..40i32, -9..9i32, 0..30i32, -9..9i32, 0..3i32, 0..4i32], 1..40), people in any::<bool>(),
    ) {
        // Changes that are not all of one size.
        let number = |number: i32| if number < 0 { "NA".to_owned() } else { number.to_string() };
        let columns: Vec<Column> = [
            ("a", &(|row: &[i32; 6]| number(row[0] - 2)) as &dyn Fn(&[i32; 6]) -> String),
            ("a", &|row| if row[0] < 2 { "NA".into() } else { (row[0] - 2 + row[1]).to_string() }),
            ("b", &|row| row[2].to_string()),
            ("b", &|row| (row[2] + 2 * row[3]).to_string()),
            ("known", &|row| format!("x{}", row[4])),
            ("who", &|row| format!("p{}", row[5])),
        ].into_iter().map(|(name, cell)| column(name, rows.iter().map(cell))).collect();
        let table = Table::new(columns[4..].to_vec()).expect("two columns");
        let mut asked = request(vec![[&columns[0], &columns[1]], [&columns[2], &columns[3]]], rows.len());
        asked.known = vec![&table.columns()[0]];
        asked.people = people.then(|| &table.columns()[1]);
        let found = nearest_matches(&asked);
        let moved = moved_columns(&asked.changed, rows.len());
        let chance = |row: usize| {
            let like = (0..rows.len()).filter(|other| rows[*other][4] == rows[row][4]);
            let distance = |other: usize| moved.iter().map(|column| column.distance(row, other)).sum::<f64>();
            let distances: Vec<(usize, f64)> =
                like.map(|other| (other, distance(other))).filter(|one| one.1.is_finite()).collect();
            let least = distances.iter().map(|one| one.1).fold(f64::INFINITY, f64::min);
            let nearest: Vec<usize> =
                distances.iter().filter(|one| one.1 <= least * (1.0 + 1e-9)).map(|one| one.0).collect();
            nearest.iter().filter(|other: &&usize| if people { rows[**other][5] == rows[row][5] } else { **other == row }).count() as f64 / nearest.len().max(1) as f64
        };
        let tried: Vec<usize> =
            (0..rows.len()).filter(|row| moved.iter().any(|column| column.is_known(*row))).collect();
        let expected = tried.iter().map(|row| chance(*row)).sum::<f64>() / tried.len().max(1) as f64;
        prop_assert_eq!(found.tried, tried.len() as u64);
        prop_assert!((found.right - expected).abs() < 1e-9, "{} {}", found.right, expected);
    }
}
