//! Inference by trees where a rule of two columns decides, and where nothing does.

use crate::{request, table, tried};
use incog_attack::{AttackFinding, AttackRequest, AttackVerdict, Attacked, Rate};

const NAMES: [&str; 3] = ["age", "job", "ill"];

/// Whoever is 50 or older and has job 2 or 5 has the gout.
fn person(n: u32) -> Vec<String> {
    let (age, job) = (n * 37 % 100, n * 13 % 7);
    let is_ill = age >= 50 && [2, 5].contains(&job);
    vec![age.to_string(), format!("j{job}"), if is_ill { "gout" } else { "flu" }.to_owned()]
}

fn published(mut row: Vec<String>) -> Vec<String> {
    let age: u32 = row[0].parse().unwrap();
    row[0] = format!("{}-{}", age / 10 * 10, age / 10 * 10 + 9);
    row
}

fn found(original: &[Vec<String>], release: &[Vec<String>], control: &[Vec<String>]) -> AttackFinding {
    let [original, release, control] = [original, release, control].map(|rows| table(&NAMES, rows));
    let attacked = Attacked { control: Some(&control), ..Attacked::new(&original, &release) };
    let attacks = vec!["inference-by-trees".to_owned()];
    let report = tried(&attacked, &AttackRequest { attacks, ..request(&["age", "job"], &["ill"]) });
    report.findings.into_iter().next().unwrap()
}

#[test]
fn what_follows_from_a_rule_is_learned_from_generalized_records() {
    let people: Vec<Vec<String>> = (0..700).map(person).collect();
    let release: Vec<Vec<String>> = people.iter().cloned().map(published).collect();
    let others: Vec<Vec<String>> = (700..1400).map(person).collect();
    let found = found(&people, &release, &others);
    assert!(found.original.successes >= 495, "{found:?}");
    assert!(found.baseline.rate.unwrap() < 0.93, "{found:?}");
    assert_eq!(found.told, AttackVerdict::AboutPeopleInGeneral, "a rule holds for everybody: {found:?}");
}

#[test]
fn of_a_release_without_the_rule_it_is_as_good_as_naive() {
    let people: Vec<Vec<String>> = (0..700).map(person).collect();
    let release: Vec<Vec<String>> =
        people.iter().map(|row: &Vec<String>| vec!["*".to_owned(), "*".to_owned(), row[2].clone()]).collect();
    let found = found(&people, &release, &(700..1400).map(person).collect::<Vec<_>>());
    assert_eq!(found.original, found.baseline);
    assert_eq!(found.told, AttackVerdict::NotToldFromGuesses);
}

/// Of a column with many numbers a number is learned: twice the age, which lies within 5 % more
/// often than the mean does.
#[test]
fn numbers_are_guessed_as_numbers() {
    let people: Vec<Vec<String>> = (0..700)
        .map(|n| {
            let row = person(n);
            let age: u32 = row[0].parse().unwrap();
            vec![row[0].clone(), row[1].clone(), (2 * age + 300).to_string()]
        })
        .collect();
    let found = found(&people, &people, &people);
    assert!(found.original.rate.unwrap() > 0.95, "{found:?}");
    assert!(found.baseline.rate.unwrap() < 0.3, "{found:?}");
}

/// `<50` and `>=50` have means of which the half way is not 50: those between are no fault of the
/// guess.
#[test]
fn labels_of_unequal_width_are_looked_up_and_not_compared_by_their_means() {
    let person = |n: u32| {
        let age = 30 + n * 37 % 70;
        vec![age.to_string(), "j".to_owned(), if age < 50 { "flu" } else { "gout" }.to_owned()]
    };
    let people: Vec<Vec<String>> = (0..700).map(person).collect();
    let cut = |row: &Vec<String>| {
        let label = if row[2] == "flu" { "<50" } else { ">=50" };
        vec![label.to_owned(), "j".to_owned(), row[2].clone()]
    };
    let release: Vec<Vec<String>> = people.iter().map(cut).collect();
    let found = found(&people, &release, &people);
    assert_eq!(found.original.successes, 500, "{found:?}");
}

/// Of 30,000 records of four kinds 5,000 are learned from, and these are not the records of some
/// kinds alone.
#[test]
fn records_that_look_alike_are_not_learned_or_left_out_together() {
    let person = |n: u32| {
        let is_old = n.is_multiple_of(2);
        // One in four of the young and three in four of the old are ill.
        let is_ill = (n / 2).is_multiple_of(4) ^ is_old;
        vec![
            if is_old { "70" } else { "30" }.to_owned(),
            "j".to_owned(),
            if is_ill { "gout" } else { "flu" }.to_owned(),
        ]
    };
    let people: Vec<Vec<String>> = (0..30_000).map(person).collect();
    let few: Vec<Vec<String>> = (0..400).map(person).collect();
    let found = found(&few, &people, &few);
    assert_eq!(found.original, Rate::new(300, 400));
}
