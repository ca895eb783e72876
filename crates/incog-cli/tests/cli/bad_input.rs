//! Every bad input ends in one clear message and leaves no file behind.

use crate::stage::{JOB, Stage};

/// Runs `job.toml` and demands one line of message with all `parts`, and no new file.
fn refused(stage: &Stage, code: i32, parts: &[&str]) {
    let before = stage.files();
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, code, "{}", ran.err);
    assert_eq!(ran.out, "");
    assert_eq!(ran.err.lines().count(), 1, "one message: {}", ran.err);
    assert!(ran.err.starts_with("error: "), "{}", ran.err);
    for part in parts {
        assert!(ran.err.contains(part), "{part:?} in {}", ran.err);
    }
    assert_eq!(stage.files(), before, "nothing is left behind");
}

fn with_job(change: impl Fn(&str) -> String) -> Stage {
    let stage = Stage::new();
    stage.write("job.toml", change(JOB).as_bytes());
    stage
}

#[test]
fn tables_that_cannot_be_read() {
    let stage = Stage::new();
    stage.write("people.csv", b"name,age,zip,disease\na,1,2,flu\nb,1,2\n");
    refused(&stage, 1, &["people.csv", "line 3", "3 fields, expected 4"]);
    stage.write("people.csv", b"name,age,zip,disease\na,1,2,gr\xfcn\nb,1,2,gr\xc3\xbcn\n");
    refused(&stage, 1, &["people.csv", "line 2 is not UTF-8", "mixes encodings"]);
    stage.write("people.csv", b"");
    refused(&stage, 1, &["people.csv", "empty"]);
    stage.write("people.csv", b"name,age,zip,disease\n");
    refused(&stage, 1, &["people.csv", "no rows"]);
    std::fs::remove_file(stage.path("people.csv")).unwrap();
    refused(&stage, 1, &["people.csv", "file not found"]);
}

#[test]
fn jobs_that_are_wrong() {
    let job = |from: &'static str, to: &'static str| with_job(move |job| job.replace(from, to));
    refused(&job("k-anonymity", "k-anonimity"), 1, &["job.toml:13", "k-anonymity"]);
    refused(&job("k-anonymity = 5", "k-anonymity = 0"), 1, &["job.toml:13", "k is at least 1"]);
    refused(&job("columns.zip", "columns.zap"), 1, &["no column \"zap\"", "did you mean \"zip\"?"]);
    refused(&job("out.csv", "people.csv"), 1, &["the same file", "never overwrites an input"]);
    refused(&job("out.csv", "nowhere/out.csv"), 1, &["nowhere", "does not exist"]);
    refused(&job("out.csv", "out.doc"), 1, &["out.doc", "ending"]);
    let limit = with_job(|job| format!("{job}[suppression]\nlimit = 1.5\n"));
    refused(&limit, 1, &["job.toml:15", "suppression.limit = 1.5"]);
    let missing = Stage::new();
    std::fs::remove_file(missing.path("job.toml")).unwrap();
    refused(&missing, 1, &["job.toml", "cannot read the job file"]);
}

#[test]
fn hierarchies_that_are_wrong() {
    let stage =
        with_job(|job| job.replace("[columns.disease]", "hierarchy = \"zip.csv\"\n[columns.disease]"));
    refused(&stage, 1, &["zip.csv"]);
    stage.write("zip.csv", b"11323;113**;*\n");
    refused(&stage, 1, &["column \"zip\", row 13", "of the form \"9\""]);
    stage.write("zip.csv", b"11323;113**;*\n20450;204**;*\n11323;112**;*\n");
    refused(&stage, 1, &["zip.csv", "line 3", "is repeated"]);
    stage.write("zip.csv", b"11323;1;a;*\n20450;1;b;*\n");
    refused(&stage, 1, &["zip.csv", "line 2", "generalized to both"]);
    stage.write("zip.csv", b"11323;113**;*\n20450;*\n");
    refused(&stage, 1, &["zip.csv", "line 2", "levels"]);
    let level = with_job(|job| job.replace("[columns.disease]", "max_level = 9\n[columns.disease]"));
    refused(&level, 1, &["column \"zip\"", "levels 0 to 9"]);
}

#[test]
fn what_cannot_be_met_is_explained() {
    let k = with_job(|job| job.replace("= 5", "= 50"));
    refused(&k, 3, &["k-anonymity demands at least 50", "24"]);
    let l = with_job(|job| format!("{job}l-diversity = 5\n"));
    refused(&l, 3, &["l-diversity demands at least 5", "the best class has 4"]);
    let limit = with_job(|job| {
        let narrow = "hierarchy = { intervals = [6, 12, 24], origin = 20 }\nmax_level = 0";
        let job = job.replace("hierarchy = { intervals = [6, 12, 24], origin = 20 }", narrow);
        format!("{job}[suppression]\nlimit = 0.1\n")
    });
    refused(&limit, 3, &["k-anonymity"]);
    let stage = with_job(|job| format!("{job}[suppression]\nlimit = 0.01\n"));
    let mut people = stage.read("people.csv");
    people.push_str("outlier,99,98765,flu,ward1\n");
    stage.write("people.csv", people.as_bytes());
    let job = stage.read("job.toml").replace("[columns.disease]", "max_level = 0\n[columns.disease]");
    stage.write("job.toml", job.as_bytes());
    refused(&stage, 3, &["at least 1 of the 25 records", "the nearest limit that works is 0.04"]);
    let works = job.replace("0.01", "0.04");
    stage.write("job.toml", works.as_bytes());
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
}

#[test]
fn an_existing_output_stays_without_force() {
    let stage = Stage::new();
    stage.write("out.csv", b"mine");
    refused(&stage, 1, &["out.csv", "already exists", "--force"]);
    assert_eq!(stage.read("out.csv"), "mine");
    assert_eq!(stage.run(&["anonymize", "job.toml", "--force"]).code, 0);
    assert_ne!(stage.read("out.csv"), "mine");
    std::fs::remove_file(stage.path("out.csv")).unwrap();
    refused(&stage, 1, &["out.csv.report.json", "already exists"]);
}

#[test]
fn wrong_usage_is_code_two() {
    let stage = Stage::new();
    for arguments in [
        &["anonymise"][..],
        &["anonymize"],
        &["anonymize", "people.csv", "-q", "age", "-k", "5"],
        &["anonymize", "job.toml", "-k", "5"],
        &["anonymize", "job.toml", "--max-seconds", "0"],
        &["list", "people"],
    ] {
        let ran = stage.run(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}: {}", ran.err);
    }
    assert_eq!(stage.files(), ["job.toml", "people.csv"]);
}
