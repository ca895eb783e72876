//! Which columns follow from each other, and which do not.

#![allow(clippy::unwrap_used)]

use super::redundancy;
use super::redundancy::Redundancy;
use incog_data::Table;

/// A number that has nothing to do with those of other salts.
fn mixed(row: usize, salt: u64) -> usize {
    let mixed = (row as u64 + 1000 * salt).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33) as usize
}

fn found<const N: usize>(names: [&str; N], row: impl Fn(usize) -> [String; N]) -> Redundancy {
    let rows: Vec<[String; N]> = (0..600).map(row).collect();
    let rows = rows.iter().map(|row| row.each_ref().map(String::as_str));
    let table = Table::from_rows(names, rows, &[""]).unwrap();
    redundancy(&table, &(0..N).collect::<Vec<_>>(), &[], None)
}

#[test]
fn columns_that_have_nothing_to_do_with_each_other_stay() {
    let found = found(["age", "zip", "sex", "town"], |row| {
        let zip = 10_000 + mixed(row, 2) % 40;
        let sex = ["m", "w"][mixed(row, 3) % 2];
        [
            (20 + mixed(row, 1) % 50).to_string(),
            zip.to_string(),
            sex.into(),
            format!("t{}", mixed(row, 4) % 9),
        ]
    });
    assert!(found.left_out.is_empty() && found.coarser.is_empty(), "{found:?}");
}

/// Two values of each age by chance are no dependence, nor is what nearly all records share.
#[test]
fn rare_values_and_values_of_nearly_all_show_nothing() {
    let found = found(["number", "sex", "country"], |row| {
        let country = if row.is_multiple_of(30) { "other" } else { "DE" };
        [row.to_string(), ["m", "w"][mixed(row, 1) % 2].into(), country.into()]
    });
    assert!(found.left_out.is_empty(), "{found:?}");
}

#[test]
fn words_get_the_columns_that_they_lie_within() {
    let found = found(["state", "county", "clinic"], |row| {
        let clinic = mixed(row, 1) % 27;
        [format!("s{}", clinic / 9), format!("c{}", clinic / 3), format!("clinic {clinic}")]
    });
    assert_eq!(found.left_out.keys().collect::<Vec<_>>(), [&0, &1], "{found:?}");
    assert_eq!(found.coarser.get(&2), Some(&vec![1, 0]));
}

/// Codes of a fine and a coarse column: a label A would be a value, or a group of three.
#[test]
fn codes_that_mean_two_things_make_no_hierarchy() {
    fn found_of(coarse: [&'static str; 3]) -> Redundancy {
        found(["post", "labour"], move |row| {
            let post = mixed(row, 1) % 9;
            [["A", "B", "C", "D", "E", "F", "G", "H", "I"][post].into(), coarse[post / 3].into()]
        })
    }
    assert_eq!(found_of(["X", "Y", "Z"]).coarser.get(&0), Some(&vec![1]));
    let unclear = found_of(["A", "B", "C"]);
    assert_eq!((unclear.coarser.get(&0), unclear.left_out.get(&1)), (None, Some(&vec![0])));
}

/// One record in a hundred lies in another state: the state still follows, but no hierarchy
/// could be made of it.
#[test]
fn what_follows_nearly_always_is_left_out_and_makes_no_hierarchy() {
    let found = found(["clinic", "state"], |row| {
        let clinic = mixed(row, 1) % 24;
        let state = if row.is_multiple_of(100) { "elsewhere".into() } else { format!("s{}", clinic / 8) };
        [format!("clinic {clinic}"), state]
    });
    assert_eq!((found.left_out.get(&1), found.coarser.get(&0)), (Some(&vec![0]), None), "{found:?}");
}

#[test]
fn the_end_of_a_stay_follows_from_its_begin_and_its_days() {
    let found = found(["discharge", "admission", "days"], |row| {
        let (day, days) = (1 + mixed(row, 1) % 9, mixed(row, 2) % 9);
        let date = |day: usize| format!("2024-03-{day:02}");
        [date(day + days), date(day), days.to_string()]
    });
    assert_eq!(found.left_out.into_iter().collect::<Vec<_>>(), [(0, vec![1, 2])]);
}

#[test]
fn of_two_columns_in_one_order_the_age_stays() {
    let row = |row: usize| {
        let age = mixed(row, 1) % 70;
        [format!("{}-0{}-11", 1950 - age, 1 + row % 9), (20 + age).to_string()]
    };
    let rows: Vec<[String; 2]> = (0..600).map(row).collect();
    let rows = rows.iter().map(|row| row.each_ref().map(String::as_str));
    let table = Table::from_rows(["born", "age"], rows, &[""]).unwrap();
    let found = redundancy(&table, &[0, 1], &[0], None);
    assert_eq!(found.left_out.into_iter().collect::<Vec<_>>(), [(0, vec![1])]);
}

/// Five records of each of sixty people: what is said of a person follows from the town in
/// nearly every record, and in nothing of sixty people.
#[test]
fn people_with_several_records_count_once() {
    let row = |row: usize| {
        let person = row / 5;
        [
            format!("p{person}"),
            format!("town {}", mixed(person, 1) % 50),
            ["m", "w"][mixed(person, 2) % 2].into(),
        ]
    };
    let rows: Vec<[String; 3]> = (0..300).map(row).collect();
    let rows = rows.iter().map(|row| row.each_ref().map(String::as_str));
    let table = Table::from_rows(["person", "town", "sex"], rows, &[""]).unwrap();
    let left_out = |person| redundancy(&table, &[1, 2], &[], person).left_out.len();
    assert_eq!(left_out(table.columns().first()), 0);
}
