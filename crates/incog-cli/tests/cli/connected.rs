//! Tables of an engine, by the command.

use crate::stage::Stage;
use incog::engine::{Address, connect};
use std::path::Path;

const JOB: &str = r#"input = { adbc = "duckdb", uri = "study.duckdb", table = "patients" }
output = { table = "released" }
[columns.name]
role = "identifier"
[columns.age]
role = "quasi-identifier"
hierarchy = { intervals = [5, 10, 20] }
[columns.disease]
role = "sensitive"
[privacy]
k-anonymity = 3
"#;

/// A database with people in it, and what names its driver; `None` where there is none.
fn stage() -> Option<(Stage, String)> {
    let Ok(driver) = std::env::var("INCOG_ADBC_DUCKDB") else {
        eprintln!("skipped duckdb: INCOG_ADBC_DUCKDB does not name its ADBC driver");
        return None;
    };
    let stage = Stage::new();
    stage.write("job.toml", JOB.as_bytes());
    say(&stage, &driver, "CREATE TABLE patients (name text, age integer, disease text)");
    let person = |row: usize| format!("('p{row}', {}, '{}')", 20 + row % 9, ["flu", "gout"][row % 2]);
    let people: Vec<String> = (0..60).map(person).collect();
    say(&stage, &driver, &format!("INSERT INTO patients VALUES {}", people.join(", ")));
    Some((stage, driver))
}

fn say(stage: &Stage, driver: &str, statement: &str) {
    let uri = stage.path("study.duckdb").to_str().map(str::to_owned);
    let address = Address { engine: "duckdb", uri, read_only: false };
    connect(&address, Some(Path::new(driver))).unwrap().run(statement).unwrap();
}

fn ran(stage: &Stage, driver: &str, arguments: &[&str]) -> (String, String) {
    let ran = stage.run(&[arguments, &["--driver", driver]].concat());
    assert_eq!(ran.code, 0, "{arguments:?}: {}", ran.err);
    (ran.out, ran.err)
}

#[test]
fn every_command_works_on_a_table_of_an_engine() {
    let Some((stage, driver)) = stage() else { return };
    let (_, said) = ran(&stage, &driver, &["anonymize", "job.toml"]);
    assert!(said.starts_with("released: left") || said.contains("\nreleased: left"), "{said}");
    let (text, _) = ran(&stage, &driver, &["verify", "--verbose", "released.report.json"]);
    assert!(!text.contains("REFUTED"), "{text}");
    ran(&stage, &driver, &["audit", "job.toml", "--in-engine", "released"]);
    let refused = stage.run(&["anonymize", "job.toml", "--driver", &driver]);
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("already exists") && refused.err.contains("--force"), "{}", refused.err);
    ran(&stage, &driver, &["plan", "job.toml", "-o", "plan.json"]);
    ran(&stage, &driver, &["apply", "plan.json", "--force"]);
    ran(&stage, &driver, &["verify", "--verbose", "released.report.json"]);
    ran(&stage, &driver, &["anonymize", "job.toml", "-o", "release.csv"]);
    ran(&stage, &driver, &["verify", "--verbose", "release.csv.report.json"]);
    assert!(!stage.read("release.csv").contains("p1"));
}

#[test]
fn a_driver_that_is_none_is_refused_by_its_name() {
    let stage = Stage::new();
    stage.write("job.toml", JOB.as_bytes());
    for (driver, why) in
        [("no-such.so", "this file does not exist"), ("job.toml", "it is not a shared library")]
    {
        let ran = stage.run(&["anonymize", "job.toml", "--driver", driver]);
        assert_eq!(ran.code, 1, "{}", ran.err);
        assert!(ran.err.contains(driver) && ran.err.contains(why), "{}", ran.err);
    }
    assert_eq!(stage.files(), ["job.toml", "people.csv"]);
}

#[test]
fn a_table_of_an_engine_is_not_audited_without_its_job() {
    let stage = Stage::new();
    stage.write("people.csv", b"age\n31\n");
    let ran = stage.run(&["audit", "people.csv", "-q", "age", "--in-engine", "t"]);
    assert_eq!(ran.code, 2, "{}", ran.err);
}
