//! Columns that single people out together: those that chance has moved, and nearly empty ones.

use super::*;

/// Numbers that have nothing to do with each other, equal in every run.
pub(super) fn scattered(row: usize, stream: usize, below: usize) -> usize {
    let mut state = (row as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ (stream as u64).wrapping_mul(0xd1b5_4a32_d192_ed03);
    state = (state ^ (state >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    ((state ^ (state >> 29)) % below as u64) as usize
}

pub(super) fn blurred<'a>(table: &'a Table, blur: Blur) -> SinglingRequest<'a> {
    let mut asked = request(table, Role::Insensitive);
    asked.columns.iter_mut().for_each(|column| column.blur = blur);
    asked
}

#[test]
fn two_noisy_numbers_together_single_out_and_wide_noise_does_not() {
    // 400 people; a tenth of them are within reach in one column, a hundredth in both.
    let cell = |row: usize, column: usize| (1_000 + scattered(row, column, 1_000)).to_string();
    let table = table(&["pay", "rent"], 400, cell);
    let found = told(&blurred(&table, Blur::Numbers(50.0)));
    assert_eq!((found.len(), found[0].0, found[0].2), (1, Singling::Noisy, Severity::Danger), "{found:?}");
    assert!(found[0].3 > 100, "{found:?}");
    assert_eq!(told(&blurred(&table, Blur::Numbers(400.0))), []);
    assert_eq!(told(&blurred(&table, Blur::Multiples(400.0)))[0].1, "pay");
}

#[test]
fn a_noisy_number_beside_a_raw_one_is_counted() {
    let cell = |row: usize, column: usize| match column {
        0 => (1_000 + scattered(row, 0, 1_000)).to_string(),
        _ => (10 + scattered(row, 1, 40)).to_string(),
    };
    let table = table(&["pay", "visits"], 400, cell);
    let mut asked = request(&table, Role::Sensitive);
    asked.columns[0].blur = Blur::Numbers(100.0);
    let found = told(&asked);
    assert_eq!((found[0].0, found[0].1.as_str()), (Singling::Noisy, "pay+visits"), "{found:?}");
    asked.columns[0].blur = Blur::Numbers(2_000.0);
    assert_eq!(told(&asked), []);
}

#[test]
fn many_noisy_numbers_single_out_where_no_pair_does() {
    let cell = |row: usize, column: usize| scattered(row, column, 1_000).to_string();
    let names = ["a", "b", "c", "d", "e", "f"];
    let table = table(&names, 400, cell);
    // A pair leaves a quarter of the records, six columns one in sixty.
    let found = told(&blurred(&table, Blur::Numbers(250.0)));
    assert_eq!((found.len(), found[0].1.as_str()), (1, "a+b+c+d+e+f"), "{found:?}");
    assert_eq!((found[0].0, found[0].2), (Singling::Noisy, Severity::Danger));
}

#[test]
fn noisy_numbers_beside_labels_are_counted() {
    let cell = |row: usize, column: usize| match column {
        0 => (row / 10).to_string(),
        _ => scattered(row, column, 1_000).to_string(),
    };
    let table = table(&["age", "a", "b"], 400, cell);
    let mut asked = blurred(&table, Blur::Numbers(150.0));
    asked.columns.remove(0);
    assert_eq!(told(&asked), []);
    asked.labels = vec![&table.columns()[0]];
    let found = told(&asked);
    assert_eq!(
        (found.len(), found[0].0, found[0].1.as_str()),
        (1, Singling::BesideLabels, "a+b"),
        "{found:?}"
    );
    asked.columns.iter_mut().for_each(|column| column.blur = Blur::Numbers(20.0));
    asked.columns.truncate(1);
    assert_eq!(told(&asked)[0].1, "a");
    // One sensitive value is what classes are made for.
    asked.columns[0].role = Role::Sensitive;
    assert_eq!(told(&asked), []);
}

#[test]
fn dates_that_different_keys_move_are_counted_together() {
    let cell = |row: usize, column: usize| {
        let day = scattered(row, column, 3_000);
        format!("{}-{:02}-{:02}", 2015 + day / 336, 1 + day % 336 / 28, 1 + day % 28)
    };
    let table = table(&["from", "to"], 400, cell);
    let mut asked = request(&table, Role::Sensitive);
    let moved = |key| Blur::Days { most: 120.0, key };
    (asked.columns[0].blur, asked.columns[1].blur) = (moved(0), moved(1));
    let found = told(&asked);
    assert_eq!((found[0].0, found[0].1.as_str()), (Singling::Noisy, "from+to"), "{found:?}");
}

#[test]
fn replaced_categories_are_known_but_for_as_many_as_chance_replaces() {
    // Nine answers of two kinds each: 512 combinations for 800 records.
    let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
    let cell = |row: usize, column: usize| ["yes", "no"][scattered(row, column, 2)].to_owned();
    let table = table(&names, 800, cell);
    // Of nine, two are replaced: 46 combinations of 512 remain.
    assert_eq!(told(&blurred(&table, Blur::Replaced(0.1))), []);
    let found = told(&blurred(&table, Blur::Replaced(0.001)));
    assert_eq!((found[0].0, found[0].2), (Singling::Noisy, Severity::Danger), "{found:?}");
}

#[test]
fn columns_that_are_nearly_empty_single_out_together() {
    let names: Vec<String> = (0..25).map(|number| format!("test_{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let filled = |empty: &'static str| {
        move |row: usize, column: usize| match row % 25 == column && row < 500 {
            true => format!("{}.5", 100 + row),
            false => empty.to_owned(),
        }
    };
    // Each column has a value in 20 of 1,000 records; half of all records have one in some column.
    for empty in ["NA", "", "0"] {
        let table = table(&names, 1_000, filled(empty));
        let found = told(&request(&table, Role::Insensitive));
        let short: Vec<(Singling, Severity, u64)> =
            found.into_iter().map(|found| (found.0, found.2, found.3)).collect();
        // All columns together say no more of these records.
        assert_eq!(
            short,
            [(Singling::Sparse, Severity::Danger, 500), (Singling::AllTogether, Severity::Warning, 500)]
        );
        let one = SinglingRequest {
            columns: vec![request(&table, Role::Sensitive).columns[0]],
            ..request(&table, Role::Sensitive)
        };
        assert_eq!(told(&one), []);
        let two = SinglingRequest { columns: request(&table, Role::Sensitive).columns[..2].to_vec(), ..one };
        assert_eq!(told(&two), []);
    }
}

#[test]
fn rare_answers_together_are_a_warning_first() {
    let names: Vec<String> = (0..12).map(|number| format!("illness_{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let with = |one_in: usize| {
        move |row: usize, column: usize| {
            ["no", "yes"][usize::from(scattered(row, column, one_in) == 0)].to_owned()
        }
    };
    let few = told(&request(&table(&names, 1_000, with(40)), Role::Insensitive));
    assert_eq!(few, []);
    let many = told(&request(&table(&names, 1_000, with(20)), Role::Insensitive));
    assert_eq!((many.len(), many[0].0, many[0].2), (1, Singling::Sparse, Severity::Warning), "{many:?}");
    // Sensitive categories are what the attacker of the models does not know.
    assert_eq!(told(&request(&table(&names, 1_000, with(20)), Role::Sensitive)), []);
}

#[test]
fn large_tables_are_estimated_by_evenly_spaced_rows() {
    let cell = |row: usize, column: usize| (1_000 + scattered(row, column, 100_000)).to_string();
    let table = table(&["pay", "rent"], 6_000, cell);
    let found = singled_out(&blurred(&table, Blur::Numbers(200.0)));
    assert_eq!((found[0].by, found[0].sample), (Singling::Noisy, Some(2_000)));
    assert!(found[0].records > 5_500 && found[0].records <= 6_000, "{found:?}");
    assert!(found[0].finding().message.contains("estimated from 2000"), "{}", found[0].finding().message);
}

mod by_definition {
    use super::*;
    use crate::singling::compared_rows::ComparedRows;
    use crate::singling::crowd::Crowd;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn is_silent(cell: u8) -> bool {
        cell == 0
    }

    proptest! {
        /// Row against row: a known kind agrees, a noisy number is near, one of two answers may be
        /// replaced.
        #[test]
        fn each_row_is_held_against_each_other(
            rows in prop::collection::vec([0..3u8, 0..3u8, 0..9u8, 0..3u8, 0..3u8, 0..4u8], 1..40),
            people in any::<bool>(), least in 1..6u64, knows_all in any::<bool>(),
        ) {
            let text = |row: usize, column: usize| match rows[row][column] {
                silent if is_silent(silent) && column < 5 => "NA".to_owned(),
                cell if column == 2 => cell.to_string(),
                cell => format!("x{cell}"),
            };
            let table = table(&["label", "kind", "number", "one", "two", "who"], rows.len(), text);
            let blurs = [Blur::None, Blur::Numbers(2.0), Blur::Replaced(0.2), Blur::Replaced(0.2)];
            let columns: Vec<PublishedColumn<'_>> = (1..5)
                .map(|place| PublishedColumn { column: &table.columns()[place], role: Role::Insensitive, blur: blurs[place - 1] })
                .collect();
            let crowd = Crowd { people: people.then(|| &table.columns()[5]), counts: RecordCounts::ONE_EACH, rows: rows.len() };
            let classes = crate::grouping::Grouping::of_columns([&table.columns()[0]], rows.len());
            let found = ComparedRows::within(crowd, &columns, &classes).fewer_than(least, knows_all);
            let agrees = |row: &[u8; 6], other: &[u8; 6], place: usize| match place {
                place if is_silent(row[place]) => true,
                2 => !is_silent(other[2]) && row[2].abs_diff(other[2]) <= 2,
                place => row[place] == other[place],
            };
            let may_be = |row: &[u8; 6], other: &[u8; 6]| {
                // 0.2 * 0.2 is below a twentieth: at most one of the two is replaced.
                let replaced = [3, 4].iter().filter(|place| !agrees(row, other, **place)).count();
                row[0] == other[0] && agrees(row, other, 1) && agrees(row, other, 2) && replaced <= 1
            };
            let is_few = |row: &&[u8; 6]| {
                let those = rows.iter().enumerate().filter(|(_, other)| may_be(row, other));
                let names = those.map(|(place, other)| if people { usize::from(other[5]) } else { place });
                let silent = row[1..5].iter().filter(|cell| is_silent(**cell)).count();
                let is_known = if knows_all { silent == 0 } else { silent < 4 };
                is_known && (names.collect::<BTreeSet<usize>>().len() as u64) < least
            };
            prop_assert_eq!(found.records, rows.iter().filter(is_few).count() as u64);
            prop_assert_eq!(found.sample, None);
        }
    }
}
