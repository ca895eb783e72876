//! A table that somebody has counted, in a file: published as its records, and as statements for
//! the engine it is from.

use crate::stage::{JOB, Stage};
use std::fs;

const COUNTED: &str = r#"input = { path = "counted.csv", counts = "n", numbers = "row" }"#;

/// Three kinds of people in two zips; `times` is what each row says of its records.
fn stage(times: &[&str; 6]) -> Stage {
    let stage = Stage::new();
    let (mut counted, mut people) = ("row,age,disease,zip,n\n".to_owned(), "age,disease,zip\n".to_owned());
    for (place, times) in times.iter().enumerate() {
        let person =
            format!("{},{},{}", 20 + place, ["flu", "gout"][place % 2], ["11323", "20450"][place % 2]);
        counted += &format!("{},{person},{times}\n", 700 + place);
        let records = times.parse().ok().filter(|times| *times < 100);
        people += &format!("{person}\n").repeat(records.unwrap_or(0));
    }
    stage.write("counted.csv", counted.as_bytes());
    stage.write("people.csv", people.as_bytes());
    let of_records = JOB.replace("[columns.name]\nrole = \"identifier\"\n", "");
    let job = of_records.clone() + "[suppression]\nlimit = 0.5\n";
    stage.write("people.toml", job.replace("out.csv", "of_people.csv").as_bytes());
    // A counted table has no identifiers, so a job may name them nevertheless.
    let job = JOB.replace("input = \"people.csv\"", COUNTED) + "[suppression]\nlimit = 0.5\n";
    stage.write("job.toml", job.as_bytes());
    stage
}

const TIMES: [&str; 6] = ["4", "9", "1", "3", "5", "8"];

fn ran(stage: &Stage, arguments: &[&str]) -> (String, String) {
    let ran = stage.run(arguments);
    assert_eq!(ran.code, 0, "{arguments:?}: {}", ran.err);
    (ran.out, ran.err)
}

#[test]
fn a_counted_file_is_published_as_its_records() {
    let stage = stage(&TIMES);
    ran(&stage, &["anonymize", "people.toml"]);
    ran(&stage, &["anonymize", "job.toml"]);
    assert_eq!(stage.read("out.csv"), stage.read("of_people.csv"));
    ran(&stage, &["verify", "--verbose", "out.csv.report.json"]);
    let release = stage.read("out.csv");
    fs::remove_file(stage.path("out.csv")).unwrap();
    ran(&stage, &["plan", "job.toml", "-o", "plan.json"]);
    ran(&stage, &["apply", "plan.json", "--force"]);
    assert_eq!(stage.read("out.csv"), release);
}

#[test]
fn statements_publish_what_a_plan_decides() {
    let stage = stage(&TIMES);
    let engine = ["--sql", "postgresql", "--counted", "study.counted", "--into", "study.release"];
    let (script, said) = ran(&stage, &[&["plan", "job.toml", "-o", "plan.json"][..], &engine].concat());
    ran(&stage, &["apply", "plan.json"]);
    let records = stage.read("out.csv").lines().count() - 1;
    assert!(said.contains(&format!("the statements publish {records} records")), "{said}");
    assert!(script.starts_with("BEGIN;\n") && script.ends_with("COMMIT;\n"), "{script}");
    for part in
        ["CREATE TABLE \"study\".\"release\" AS", "JOIN \"study\".\"counted\" AS c ON c.\"row\" = p.number"]
    {
        assert!(script.contains(part), "{part}: {script}");
    }
    assert!(!stage.files().contains(&"out.csv.sql".to_owned()));
}

/// What a treatment makes of a value is a label of the statements; the value itself is published
/// nowhere.
#[test]
fn an_engine_is_told_what_treatments_make() {
    let stage = stage(&TIMES);
    let treated = stage
        .read("job.toml")
        .replace("role = \"sensitive\"", "role = \"sensitive\"\npublish = { redact = [\"e-mail address\"] }");
    let waived =
        treated + "[waivers]\n\"disease: identifying\" = \"a test\"\n\"disease: free text\" = \"a test\"\n";
    stage.write("job.toml", waived.as_bytes());
    let counted = stage.read("counted.csv").replace("flu", "flu: anna@example.org");
    stage.write("counted.csv", counted.as_bytes());
    let release = ["--sql", "duckdb", "--counted", "counted", "--into", "release", "-o", "plan.json"];
    let (script, _) = ran(&stage, &[&["plan", "job.toml"][..], &release].concat());
    assert!(script.contains("flu: [e-mail address]"), "{script}");
    assert!(!script.contains("anna@") && !script.contains("c.\"disease\""), "{script}");
}

#[test]
fn an_engine_is_told_nothing_of_keys() {
    let stage = stage(&TIMES);
    let person = "role = \"person\"\npublish = { pseudonym = \"key.txt\", purpose = \"x\" }";
    let treated = stage.read("job.toml").replace("role = \"identifier\"", person);
    stage.write("job.toml", treated.replace("[privacy]\n", "[privacy]\nunit = \"name\"\n").as_bytes());
    let refused = stage.run(&["plan", "job.toml", "--sql", "duckdb", "--count", "patients"]);
    assert_eq!((refused.code, refused.out.as_str()), (1, ""), "{}", refused.err);
    let words = ["columns.name.publish needs a key", "incog anonymize"];
    assert!(words.iter().all(|word| refused.err.contains(word)), "{}", refused.err);
}

#[test]
fn the_statement_that_counts_needs_no_input() {
    let stage = stage(&TIMES);
    fs::remove_file(stage.path("counted.csv")).unwrap();
    let (statement, _) = ran(&stage, &["plan", "job.toml", "--sql", "duckdb", "--count", "patients"]);
    assert!(statement.contains("FROM \"patients\" GROUP BY \"age\", \"disease\", \"zip\""), "{statement}");
    assert!(statement.contains("AS \"row\", ") && statement.contains("count(*) AS \"n\""), "{statement}");
    assert!(!statement.contains("name"), "{statement}");
}

/// The tables of last night are there, so a second run fails without it.
#[test]
fn the_next_run_may_replace_the_tables_of_the_last_one() {
    let stage = stage(&TIMES);
    let count = ["plan", "job.toml", "--sql", "postgresql", "--count", "patients"];
    let release =
        ["plan", "job.toml", "--sql", "postgresql", "--into", "released", "-o", "plan.json", "--force"];
    for (command, table) in [(&count[..], "incog_counted"), (&release, "released")] {
        let drop = format!("DROP TABLE IF EXISTS \"{table}\";\n");
        assert!(!ran(&stage, command).0.contains(&drop));
        let (script, _) = ran(&stage, &[command, &["--replace"]].concat());
        let [begins, drops, makes] = ["BEGIN;", &drop, "CREATE TABLE"].map(|part| script.find(part).unwrap());
        assert!(begins < drops && drops < makes && script.ends_with("COMMIT;\n"), "{script}");
    }
}

#[test]
fn what_counts_no_records_is_refused_and_not_shown() {
    for wrong in ["0", "-1", "2.5", "many", "4294967295", ""] {
        let mut times = TIMES;
        times[3] = wrong;
        let stage = stage(&times);
        for command in [&["anonymize", "job.toml"][..], &["plan", "job.toml", "-o", "plan.json"]] {
            let ran = stage.run(command);
            assert_eq!(ran.code, 1, "{wrong}: {}", ran.err);
            let place = "counted.csv: column \"n\", row 4: expected a number of records";
            assert!(ran.err.contains(place) && !ran.err.contains("many"), "{}", ran.err);
        }
    }
}

#[test]
fn a_few_rows_do_not_fill_the_memory() {
    let mut times = TIMES;
    times[3] = "4000000000";
    let ran = stage(&times).run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.err.contains("counted.csv: the rows count 4000000027 records"), "{}", ran.err);
}

#[test]
fn wrong_counted_tables_and_jobs_are_refused() {
    let counted = stage(&TIMES).read("counted.csv");
    let job = stage(&TIMES).read("job.toml");
    let cases = [
        (counted.replace("701,", "700,"), job.clone(), "column \"row\", row 2: expected a whole number"),
        (counted.clone(), job.replace("\"n\"", "\"m\""), "m"),
        (counted.clone(), job.replace("\"n\"", "\"zip\""), "describes rows of the counted table"),
        (counted.clone(), job.replace("\"n\"", "\"row\""), "cannot have both the number of a row and"),
        (counted.clone(), job.replace("counts =", "count ="), "did you mean \"counts\""),
    ];
    for (table, job, part) in cases {
        let stage = stage(&TIMES);
        stage.write("counted.csv", table.as_bytes());
        stage.write("job.toml", job.as_bytes());
        let ran = stage.run(&["plan", "job.toml", "-o", "plan.json"]);
        assert_eq!(ran.code, 1, "{part}: {}", ran.err);
        assert!(ran.err.contains(part), "{part}: {}", ran.err);
    }
}

#[test]
fn an_engine_is_told_nothing_of_a_table_that_was_not_counted() {
    let stage = stage(&TIMES);
    let engine = ["--sql", "duckdb", "--into", "release"];
    let ran = stage.run(&[&["plan", "people.toml", "-o", "plan.json"][..], &engine].concat());
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.err.contains("is not a counted table") && ran.out.is_empty(), "{}", ran.err);
    for usage in [&["--sql", "duckdb"][..], &["--into", "release"], &["--sql", "abacus", "--into", "x"]] {
        let ran = stage.run(&[&["plan", "job.toml", "-o", "plan.json"][..], usage].concat());
        assert_eq!(ran.code, 2, "{usage:?}: {}", ran.err);
    }
}
