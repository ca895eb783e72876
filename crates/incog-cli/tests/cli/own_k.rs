//! A column that says how strongly each person is to be protected.

use crate::stage::Stage;
use serde_json::Value;
use std::collections::BTreeMap;

/// Four towns of fifteen people each. Everybody's own k is 3, but two people of the north ask for
/// 10, one of the south for 40, and one of the east, a keeper of quetzals, to be left out.
pub fn table() -> String {
    "age,town,work,own\n".to_owned() + &(0..60).map(row).collect::<String>()
}

fn row(n: usize) -> String {
    let town = ["north", "east", "south", "west"][n / 15];
    let own = match n {
        2 | 7 => 10,
        20 => 0,
        40 => 40,
        _ => 3,
    };
    let work = if n == 20 { "quetzal keeper" } else { ["cook", "clerk", "smith"][n % 3] };
    format!("{},{town},{work},{own}\n", 20 + n % 15)
}

pub const JOB: &str = r#"input = "table.csv"
output = "out.csv"
[columns.age]
role = "quasi-identifier"
hierarchy = { intervals = [5, 15], origin = 20 }
[columns.town]
role = "quasi-identifier"
[columns.work]
role = "sensitive"
[columns.own]
role = "own-k"
[privacy]
k-anonymity = 3
[suppression]
limit = 0.1
"#;

pub fn stage(job: &str) -> Stage {
    let stage = Stage::new();
    stage.write("table.csv", table().as_bytes());
    stage.write("job.toml", job.as_bytes());
    stage
}

pub fn publish(stage: &Stage) -> Value {
    let ran = stage.run(&["anonymize", "job.toml", "--internal", "--force"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(!ran.err.contains("quetzal") && !ran.out.contains("quetzal"), "{}", ran.err);
    for report in ["out.csv.report.json", "out.csv.internal.json"] {
        let verified = stage.run(&["verify", "--verbose", report]);
        assert_eq!(verified.code, 0, "{}", verified.out);
        assert!(
            verified
                .out
                .lines()
                .any(|line| line.contains("k-anonymity holds") && line.contains("below their own k): 0"))
        );
        // The steward's report compares the table with the release.
        assert!(report.contains("internal") || !verified.out.contains("quetzal"), "{}", verified.out);
    }
    serde_json::from_str(&stage.read("out.csv.report.json")).unwrap()
}

/// The sizes of the classes of the release, by the labels of a record.
pub fn sizes(release: &str) -> BTreeMap<(String, String), usize> {
    let mut sizes = BTreeMap::new();
    for line in release.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        *sizes.entry((cells[0].to_owned(), cells[1].to_owned())).or_default() += 1;
    }
    sizes
}

/// Where a class has room for the smaller wishes only, those with larger ones go, and nobody else.
#[test]
fn people_are_in_classes_as_large_as_they_ask_for() {
    let stage = stage(JOB);
    let report = publish(&stage);
    let release = stage.read("out.csv");
    assert!(release.starts_with("age,town,work\n"), "{release}");
    let privacy = report["privacy"].as_array().unwrap();
    assert_eq!(privacy.len(), 2);
    assert_eq!((&privacy[1]["variant"], &privacy[1]["achieved"]), (&"below their own k".into(), &0.into()));
    // Five ages of a town are too few for 10, so these two go, with those who ask for 40 and for 0.
    let kept = release.lines().count() - 1;
    assert_eq!(kept, 56, "{release}");
    assert_eq!(sizes(&release).len(), 12, "{release}");
}

#[test]
fn whoever_asks_to_be_left_out_leaves_no_trace() {
    let stage = stage(JOB);
    publish(&stage);
    let of_steward = ["table.csv", "people.csv", "out.csv.internal.json", "out.csv.internal.html"];
    for name in stage.files().into_iter().filter(|name| !of_steward.contains(&name.as_str())) {
        assert!(!stage.read(&name).contains("quetzal"), "{name}");
    }
    let page = stage.read("out.csv.report.html");
    assert!(page.contains("people who asked to be left out are in none"), "{page}");
}

/// Nobody learns what somebody who is missing has asked for: had she asked for 47, or to be left
/// out, all would be the same.
#[test]
fn nothing_follows_from_the_k_of_those_who_are_missing() {
    let stage = stage(JOB);
    let (before, release) = (publish(&stage), stage.read("out.csv"));
    for own in [47, 0] {
        let changed = table().replace(",40\n", &format!(",{own}\n"));
        assert_ne!(changed, table());
        stage.write("table.csv", changed.as_bytes());
        let after = publish(&stage);
        assert_eq!(stage.read("out.csv"), release);
        for part in ["columns", "privacy", "risk", "utility", "solution"] {
            assert!(!before[part].is_null() && before[part] == after[part], "{part}: {}", after[part]);
        }
    }
}

/// If all of a town's people are in one class, those who ask for 10 stay.
#[test]
fn coarser_classes_keep_more_people() {
    let job = JOB.replace("origin = 20 }", "origin = 20 }\nmin_level = 2");
    let stage = stage(&job);
    publish(&stage);
    let release = stage.read("out.csv");
    assert_eq!(release.lines().count() - 1, 58, "{release}");
    assert_eq!(sizes(&release).into_values().max(), Some(15));
}

/// People with several rows ask for the most of them, and one 0 leaves all of them out.
#[test]
fn wishes_are_those_of_people() {
    let stage = stage(&visits_job());
    stage.write("table.csv", visits().as_bytes());
    let report = publish(&stage);
    assert_eq!(report["solution"]["rows_kept"], 76, "{report}");
}

/// Two rows each of forty people, of whom one asks to be left out, and one for 30, in one row.
fn visits() -> String {
    let rows = (0..40).flat_map(|n| {
        (0..2).map(move |visit| {
            let own = match (n, visit) {
                (3, 1) => 0,
                (5, 0) => 30,
                _ => 2,
            };
            format!("p{n},{},{},{own}\n", 20 + n % 5, ["a", "b"][n % 2])
        })
    });
    "who,age,town,own\n".to_owned() + &rows.collect::<String>()
}

fn visits_job() -> String {
    JOB.replace("[columns.work]\nrole = \"sensitive\"", "[columns.who]\nrole = \"person\"")
        .replace("limit = 0.1", "limit = 0.06")
}

/// A report of a release in which somebody is in a class that is too small is refuted.
#[test]
fn verify_refutes_a_class_that_is_too_small_for_somebody() {
    let stage = stage(JOB);
    publish(&stage);
    // The table says now that a clerk of the west asked for 50.
    let changed = table().replace("34,west,smith,3", "34,west,smith,50");
    assert_ne!(changed, table());
    stage.write("table.csv", changed.as_bytes());
    let verified = stage.run(&["verify", "--verbose", "out.csv.report.json"]);
    refuted(&verified.out);
}

/// A class has no more people than records, so a wish for more is refuted without knowing whose a
/// record is.
#[test]
fn verify_refutes_a_class_of_too_few_people() {
    let stage = stage(&visits_job());
    stage.write("table.csv", visits().as_bytes());
    publish(&stage);
    let changed = visits().replace("p9,24,b,2", "p9,24,b,60");
    assert_ne!(changed, visits());
    stage.write("table.csv", changed.as_bytes());
    refuted(&stage.run(&["verify", "--verbose", "out.csv.report.json"]).out);
}

#[track_caller]
fn refuted(verdicts: &str) {
    let mut lines = verdicts.lines().filter(|line| line.contains("k-anonymity holds"));
    let line = lines.find(|line| line.contains("below their own k"));
    assert!(line.is_some_and(|line| line.starts_with("REFUTED")), "{verdicts}");
}

#[test]
fn what_is_no_own_k_is_refused() {
    fn refused(job: &str, table: &str, parts: &[&str]) {
        let stage = stage(job);
        stage.write("table.csv", table.as_bytes());
        let ran = stage.run(&["anonymize", "job.toml"]);
        assert_eq!(ran.code, 1, "{}", ran.err);
        assert!(parts.iter().all(|part| ran.err.contains(part)), "{}", ran.err);
        assert!(!ran.err.contains("often") && !stage.files().contains(&"out.csv".to_owned()), "{}", ran.err);
    }
    let all = table();
    refused(JOB, &all.replace("20,north,cook,3", "20,north,cook,often"), &["\"own\"", "whole number"]);
    refused(JOB, &all.replace("20,north,cook,3", "20,north,cook,"), &["\"own\"", "missing"]);
    let others = JOB.replace("k-anonymity = 3", "l-diversity = 2");
    refused(&others, &all, &["columns.own.role", "privacy.k-anonymity"]);
    refused(
        &JOB.replace("\"quasi-identifier\"\n[columns.work]", "\"own-k\"\n[columns.work]"),
        &all,
        &["only one column"],
    );
    let published = JOB.replace("role = \"own-k\"", "role = \"own-k\"\npublish = { round = 5 }");
    refused(&published, &all, &["never published"]);
}

/// A column is never taken for one of own k by its name or values.
#[test]
fn init_does_not_guess() {
    for name in ["k", "own", "own_k", "consent", "opt_out"] {
        let stage = Stage::new();
        stage.write("table.csv", table().replacen("own", name, 1).as_bytes());
        let ran = stage.run(&["init", "table.csv"]);
        assert!(!(ran.out + &ran.err).contains("\"own-k\""), "{name}");
        assert!(stage.files().iter().all(|file| !stage.read(file).contains("role = \"own-k\"")), "{name}");
    }
}
