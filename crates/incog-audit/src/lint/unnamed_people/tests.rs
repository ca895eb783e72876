use super::*;
use incog_data::{CountedTable, Table};

fn found(table: &Table, roles: &[(&str, Role)]) -> Option<Finding> {
    let roles = roles.iter().map(|(name, role)| ((*name).to_owned(), *role)).collect();
    lint_unnamed_people(&ValueCounts::new(CountedTable::from(table)), &roles)
}

/// A table of visits: each person has the same number of records.
fn visits(people: usize, records: usize) -> Table {
    let mut state = 1u64;
    let mut rows = Vec::new();
    for who in 0..people {
        let (age, place, sex) = (18 + drawn(&mut state, 72), drawn(&mut state, 60), drawn(&mut state, 2));
        let cells = [format!("p{who}"), age.to_string(), format!("place {place}"), sex.to_string()];
        rows.extend(std::iter::repeat_n(cells, records));
    }
    let rows: Vec<Vec<&str>> = rows.iter().map(|row| row.iter().map(String::as_str).collect()).collect();
    Table::from_rows(["who", "age", "place", "sex"], rows, &[]).unwrap_or_else(|error| panic!("{error}"))
}

const QUASI_IDENTIFIERS: [(&str, Role); 3] =
    [("age", Role::QuasiIdentifier), ("place", Role::QuasiIdentifier), ("sex", Role::QuasiIdentifier)];

#[test]
fn people_with_several_records_are_noticed() {
    let finding = found(&visits(400, 3), &QUASI_IDENTIFIERS);
    let message = finding.map(|finding| finding.message).unwrap_or_default();
    assert!(message.starts_with("1200 of 1200 records agree with another one"), "{message}");
}

/// Chance makes as many pairs equal with a probability below 1e-4; the seed is fixed.
#[test]
fn people_with_one_record_each_are_not() {
    for people in [200, 2_000, 20_000] {
        assert_eq!(found(&visits(people, 1), &QUASI_IDENTIFIERS), None, "{people}");
    }
}

#[test]
fn a_column_that_says_whose_a_record_is_answers_it() {
    let [age, place, sex] = QUASI_IDENTIFIERS;
    let roles = [age, place, sex, ("who", Role::Person)];
    assert_eq!(found(&visits(400, 3), &roles), None);
}

/// Each school year has pupils of two ages.
#[test]
fn a_column_that_tells_the_number_is_no_sign() {
    let rows = (0..3_000).map(|pupil: u32| {
        let year = pupil * 7_919 % 12;
        let age = 6 + year + u32::from(pupil.is_multiple_of(20));
        [age.to_string(), year.to_string(), (pupil / 12 % 2).to_string()]
    });
    let rows: Vec<[String; 3]> = rows.collect();
    let rows = rows.iter().map(|row| row.iter().map(String::as_str));
    let table =
        Table::from_rows(["age", "place", "sex"], rows, &[]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(found(&table, &QUASI_IDENTIFIERS), None);
}

/// A number below another, by a generator whose low bits are left out.
fn drawn(state: &mut u64, most: u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % most
}
