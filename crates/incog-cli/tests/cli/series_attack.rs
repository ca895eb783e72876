//! The attack on a series finds each fault that is planted in its releases.

use crate::nights::{attacked, done, names, night, publish, stage};
use crate::stage::Stage;

const NIGHTS: u32 = 6;

/// A series that nothing is found in, and the records of its last release.
fn series() -> (Stage, Vec<String>) {
    let stage = stage("hospital", 400, NIGHTS, "max_delay = 1\n");
    (1..=NIGHTS).for_each(|number| drop(done(publish(&stage, number))));
    done(attacked(&stage, &names("r", NIGHTS), &names("night-", NIGHTS)));
    let records = stage.read(&last()).lines().map(str::to_owned).collect();
    (stage, records)
}

fn last() -> String {
    format!("r{NIGHTS:03}.csv")
}

/// The labels and the value of a record.
fn parts(record: &str) -> (&str, &str) {
    record.rsplit_once(',').unwrap()
}

/// What the attack finds where the last release has these records.
fn found(stage: &Stage, records: &[String]) -> String {
    stage.write(&last(), format!("{}\n", records.join("\n")).as_bytes());
    let found = attacked(stage, &names("r", NIGHTS), &[]);
    assert_eq!(found.code, 1, "{}", found.out);
    found.out
}

#[test]
fn one_record_more_or_less_is_found() {
    let (stage, records) = series();
    let with_one_more = [&records[..], &records[1..2]].concat();
    assert!(found(&stage, &with_one_more).contains("BELOW   step"));
    let with_one_less = [&records[..1], &records[2..]].concat();
    assert!(found(&stage, &with_one_less).contains("BELOW   step"));
}

#[test]
fn a_record_with_another_label_or_value_is_found() {
    let (stage, records) = series();
    let (labels, value) = parts(&records[1]);
    let other = records[2..].iter().map(|record| parts(record)).find(|(other, _)| *other != labels).unwrap();
    let mut moved = records.clone();
    moved[1] = format!("{},{value}", other.0);
    assert!(found(&stage, &moved).contains("BELOW   step"));
    let mut changed = records.clone();
    changed[1] = format!("{labels},{}", if value == "flu" { "gout" } else { "flu" });
    assert!(found(&stage, &changed).contains("BELOW   step"));
}

#[test]
fn a_group_of_newcomers_with_few_values_is_found() {
    let (stage, records) = series();
    let (labels, _) = parts(&records[1]);
    let alike = vec![format!("{labels},flu"); 6];
    assert!(found(&stage, &[&records[..], &alike].concat()).contains("BELOW   step"));
    // A class of their own that nobody was in before.
    let alone = vec!["0-4,9999,f,nurse,flu".to_owned(); 6];
    assert!(found(&stage, &[&records[..], &alone].concat()).contains("BELOW   single"));
}

/// A release that is safe by itself and does not know of the others.
#[test]
fn a_release_beside_the_ledger_is_found() {
    let (stage, _) = series();
    let release = night(&stage, NIGHTS);
    let job = stage.read("night.toml");
    let (alone, _) = job.split_once("[releases]").unwrap();
    stage.write("alone.toml", alone.as_bytes());
    done(stage.run(&["anonymize", "alone.toml", "-o", &release, "--force"]));
    let found = attacked(&stage, &names("r", NIGHTS), &names("night-", NIGHTS));
    assert!(found.code == 1 && found.out.contains("BELOW   step"), "{}", found.out);
}
