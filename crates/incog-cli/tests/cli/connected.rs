//! Tables of an engine, by the command.

use crate::stage::Stage;
use incog::engine::{Address, connect};
use std::collections::BTreeSet;
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

/// What stands in a column of a table, without repetitions.
fn values(stage: &Stage, driver: &str, table: &str, column: &str) -> BTreeSet<String> {
    let uri = stage.path("study.duckdb").to_str().map(str::to_owned);
    let address = Address { engine: "duckdb", uri, read_only: true };
    let mut engine = connect(&address, Some(Path::new(driver))).unwrap();
    let rows = engine.query(&format!("SELECT DISTINCT CAST(\"{column}\" AS text) FROM {table}")).unwrap();
    let (found, _) = incog::io::read_rows("values", rows, &incog::io::ReadOptions::default()).unwrap();
    (0..found.rows()).map(|row| found.columns()[0].value(row).to_owned()).collect()
}

/// Each preset, by the command that a newcomer runs; what Safe Harbor publishes is known.
#[test]
fn a_job_is_proposed_for_a_table_of_an_engine() {
    let Some((stage, driver)) = stage() else { return };
    say(
        &stage,
        &driver,
        "CREATE TABLE old AS SELECT 'p' || i AS patient_name, 85 + i % 11 AS age, \
         ['03601', '02139', '94105'][1 + i // 11 % 3] AS zip, ['flu', 'gout'][1 + i // 33 % 2] AS diagnosis \
         FROM range(660) AS rows(i)",
    );
    for preset in ["hipaa-safe-harbor", "gdpr-research", "open-data", "internal-analytics"] {
        let init = ["init", "old", "--adbc", "duckdb", "--uri"];
        let file = stage.path("study.duckdb");
        let rest = [file.to_str().unwrap(), "--preset", preset, "-o", "new.toml", "--force"];
        let (_, said) = ran(&stage, &driver, &[&init[..], &rest].concat());
        assert!(said.contains("incog anonymize new.toml"), "{said}");
        let job = stage.read("new.toml");
        assert!(job.contains("table = \"old\"") && job.contains("{ table = \"old_release\" }"), "{job}");
        assert!(job.contains(&format!("\n# Preset {preset}: ")) && !job.contains("p17"), "{job}");
        ran(&stage, &driver, &["anonymize", "new.toml", "--force"]);
        ran(&stage, &driver, &["verify", "old_release.report.json", "--job", "new.toml"]);
        if preset == "hipaa-safe-harbor" {
            let expected = ["85", "86", "87", "88", "89", "90+"].map(str::to_owned);
            assert_eq!(values(&stage, &driver, "old_release", "age"), expected.into());
            let expected = ["000", "021", "941"].map(str::to_owned);
            assert_eq!(values(&stage, &driver, "old_release", "zip"), expected.into());
        }
    }
}

#[test]
fn no_job_is_proposed_where_the_address_is_none_or_has_a_password() {
    let stage = Stage::new();
    for (arguments, why, code) in [
        (&["--adbc", "postgresql", "--uri", "postgresql://me:s3cret@db/study"][..], "a password", 1),
        (&["--adbc", "duckdb"], "--uri FILE", 2),
        (&["--adbc", "oracle"], "postgresql, duckdb", 2),
        (&["--adbc", "duckdb", "--uri", "study.duckdb", "--header"], "cannot be used with", 2),
        (&["--uri", "study.duckdb"], "--adbc", 2),
    ] {
        let ran = stage.run(&[&["init", "patients"], arguments].concat());
        assert!(ran.code == code && ran.err.contains(why) && !ran.err.contains("s3cret"), "{}", ran.err);
    }
}
