//! Attempts by person: with any of her records.

use crate::by_definition::rows;
use crate::{rate_of, request, table, tried};
use incog_attack::{AttackError, AttackRequest, Attacked, attack};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

const NAMES: [&str; 4] = ["a", "b", "c", "who"];

/// The rows with a column of people.
fn with_people(rows: &[Vec<String>], people: &[u32], start: &str) -> Vec<Vec<String>> {
    rows.iter()
        .zip(people.iter().cycle())
        .map(|(row, person): (&Vec<String>, &u32)| [row.clone(), vec![format!("{start}{person}")]].concat())
        .collect()
}

fn by_person(known: &[&str], sensitive: &[&str]) -> AttackRequest {
    AttackRequest { unit: Some("who".into()), ..request(known, sensitive) }
}

proptest! {
    #[test]
    fn attempts_on_people_are_those_of_the_definition(original in rows(), release in rows(), people in proptest::collection::vec(0..5u32, 1..9)) {
        let original = with_people(&original, &people, "p");
        let mut of_people: BTreeMap<&str, Vec<&Vec<String>>> = BTreeMap::new();
        original.iter().for_each(|row| of_people.entry(&row[3]).or_default().push(row));
        let mut certain = (0, 0);
        for records in of_people.values() {
            let tried = records.iter().filter_map(|target| {
                let mut fit = release.iter().filter(|row| row[..2] == target[..2]).peekable();
                fit.peek().is_some().then(|| fit.all(|row| row[2] == target[2]))
            });
            let tried: Vec<bool> = tried.collect();
            certain.0 += u64::from(tried.contains(&true));
            certain.1 += u64::from(!tried.is_empty());
        }
        let tables = (table(&NAMES, &original), table(&NAMES[..3], &release));
        let report = tried(&Attacked::new(&tables.0, &tables.1), &by_person(&["a", "b"], &["c"]));
        let found = rate_of(&report, "homogeneity");
        prop_assert_eq!((found.successes, found.attempts), certain);
        prop_assert_eq!(report.people, Some(of_people.len()));
        prop_assert_eq!(rate_of(&report, "inference").attempts as usize, of_people.len());

        let (mut right, mut all) = (0, 0);
        let mut look = |is_so: &dyn Fn(&[String]) -> bool| {
            if release.iter().filter(|row| is_so(row)).count() == 1 {
                all += 1;
                let who: BTreeSet<&String> = original.iter().filter(|row| is_so(row)).map(|row| &row[3]).collect();
                right += u64::from(who.len() == 1);
            }
        };
        let number = |row: &[String]| row[0].parse::<i64>().unwrap();
        let least = release.iter().map(|row| number(row)).min().unwrap();
        let most = release.iter().map(|row| number(row)).max().unwrap();
        look(&|row| number(row) <= least);
        look(&|row| number(row) >= most);
        for column in 0..3 {
            release.iter().for_each(|found| look(&|row| row[column] == found[column]));
        }
        let found = rate_of(&report, "singling-out-by-one");
        prop_assert_eq!((found.successes, found.attempts), (right, all));
    }

    /// Where everybody has one record, people and records are the same.
    #[test]
    fn people_with_one_record_are_records(original in rows(), release in rows(), control in rows()) {
        let numbered = |rows: &[Vec<String>], start| with_people(rows, &(0..rows.len() as u32).collect::<Vec<_>>(), start);
        let tables = (table(&NAMES, &numbered(&original, "p")), table(&NAMES[..3], &release), table(&NAMES, &numbered(&control, "q")));
        let attacked = Attacked { control: Some(&tables.2), ..Attacked::new(&tables.0, &tables.1) };
        let by_person = tried(&attacked, &by_person(&["a", "b"], &["c"]));
        let by_record = tried(&attacked, &request(&["a", "b"], &["c"]));
        prop_assert_eq!(by_person.findings, by_record.findings);
    }
}

/// Three records of one person are one attempt and, as one of them is certain, one success; the
/// same three count as three records.
#[test]
fn somebody_is_found_by_one_of_her_records() {
    let row = |texts: [&str; 4]| texts.map(str::to_owned).to_vec();
    let original = table(
        &NAMES,
        &[
            row(["1", "x", "flu", "p"]),
            row(["2", "x", "flu", "p"]),
            row(["2", "y", "pox", "p"]),
            row(["3", "y", "flu", "q"]),
        ],
    );
    let release: Vec<Vec<String>> =
        [["1", "x", "flu"], ["2", "x", "pox"], ["2", "y", "flu"], ["3", "y", "pox"]]
            .map(|texts| texts.map(str::to_owned).to_vec())
            .to_vec();
    let release = table(&NAMES[..3], &release);
    let attacked = Attacked::new(&original, &release);
    let rate = |request: &AttackRequest| {
        let found = *rate_of(&tried(&attacked, request), "homogeneity");
        (found.successes, found.attempts)
    };
    assert_eq!(rate(&by_person(&["a", "b"], &["c"])), (1, 2));
    assert_eq!(rate(&request(&["a", "b"], &["c"])), (1, 4));
}

#[test]
fn people_who_cannot_be_told_apart_are_refused() {
    let row = |texts: [&str; 4]| texts.map(str::to_owned).to_vec();
    let original = table(&NAMES, &[row(["1", "x", "flu", "p"]), row(["2", "x", "flu", "?"])]);
    let complete = table(&NAMES, &[row(["1", "x", "flu", "p"]), row(["2", "x", "flu", "q"])]);
    let control = table(&NAMES, &[row(["1", "x", "flu", "q"])]);
    let refused = |attacked: &Attacked<'_>, request: &AttackRequest| {
        attack(attacked, request, |_| ControlFlow::Continue(())).unwrap_err()
    };
    let request = by_person(&[], &["c"]);
    let error = refused(&Attacked::new(&original, &complete), &request);
    assert_eq!(error, AttackError::NoPerson { table: "original", column: "who".into(), records: 1 });
    let attacked = Attacked { control: Some(&control), ..Attacked::new(&complete, &complete) };
    let error = refused(&attacked, &request);
    assert_eq!(error, AttackError::InBothGroups { column: "who".into(), people: 1 });
    let twice = AttackRequest { known: vec!["who".into()], ..request.clone() };
    assert_eq!(
        refused(&Attacked::new(&complete, &complete), &twice),
        AttackError::NamedTwice { name: "who".into() }
    );
    let nowhere = AttackRequest { unit: Some("whose".into()), ..request };
    assert!(matches!(
        refused(&Attacked::new(&complete, &complete), &nowhere),
        AttackError::UnknownColumn { .. }
    ));
}
