//! A release decided first and made later.

use crate::stage::{JOB, Stage, people};
use std::fs;

/// Jobs whose releases differ in everything a plan can decide.
const MORE: [&str; 6] = [
    "",
    "l-diversity = 2\n[suppression]\nlimit = 0.5\n",
    "t-closeness = 0.1\n[suppression]\nlimit = 0.9\nas = \"star\"\n",
    "[suppression]\nlimit = 0.9\n[search]\nalgorithm = \"haef\"\nmax_evaluations = 2000\n",
    "[suppression]\nlimit = 0.9\n[search]\nalgorithm = \"id-dga\"\nmax_evaluations = 2000\nseed = 7\n",
    "[columns.ward]\nrole = \"provider\"\n[privacy]\nk-anonymity = 5\nprovider-diversity = 3\n",
];

fn stage(more: &str) -> Stage {
    let stage = Stage::new();
    let (job, more) = match more.strip_prefix("[columns.ward]") {
        // The models stand behind all columns.
        Some(rest) => (JOB.replace("[privacy]\nk-anonymity = 5\n", ""), format!("[columns.ward]{rest}")),
        None => (JOB.to_owned(), more.to_owned()),
    };
    stage.write("job.toml", format!("{job}{more}").as_bytes());
    stage
}

/// A report without what hangs on the clock.
fn without_seconds(report: &str) -> serde_json::Value {
    let mut report: serde_json::Value = serde_json::from_str(report).unwrap();
    report["search"]["seconds"] = 0.into();
    report["page"] = serde_json::Value::Null;
    report
}

fn ran(stage: &Stage, arguments: &[&str]) -> String {
    let ran = stage.run(arguments);
    assert_eq!(ran.code, 0, "{arguments:?}: {}", ran.err);
    ran.err
}

fn refused(stage: &Stage, arguments: &[&str], part: &str) {
    let before = stage.files();
    let ran = stage.run(arguments);
    assert_eq!(ran.code, 1, "{arguments:?}: {}", ran.err);
    assert!(ran.err.contains(part), "{}", ran.err);
    assert_eq!(stage.files(), before);
}

#[test]
fn plan_and_apply_make_what_anonymize_makes() {
    for more in MORE {
        let stage = stage(more);
        ran(&stage, &["anonymize", "job.toml", "--internal"]);
        let reports = ["out.csv.report.json", "out.csv.internal.json"];
        let at_once = (stage.read("out.csv"), reports.map(|name| without_seconds(&stage.read(name))));
        stage.files().iter().filter(|name| name.starts_with("out.csv")).for_each(|name| {
            fs::remove_file(stage.path(name)).unwrap();
        });
        ran(&stage, &["plan", "job.toml", "-o", "plan.json"]);
        assert!(!stage.files().iter().any(|name| name.starts_with("out.csv")));
        ran(&stage, &["apply", "plan.json", "--internal"]);
        let later = (stage.read("out.csv"), reports.map(|name| without_seconds(&stage.read(name))));
        assert_eq!(at_once, later, "{more}");
        ran(&stage, &["verify", "out.csv.report.json", "--search"]);
    }
}

#[test]
fn the_order_of_rows_does_not_matter_and_the_rows_do() {
    let stage = stage("l-diversity = 2\n[suppression]\nlimit = 0.5\n");
    ran(&stage, &["plan", "job.toml", "-o", "plan.json"]);
    ran(&stage, &["apply", "plan.json"]);
    let first = stage.read("out.csv");
    let table = people();
    let mut lines: Vec<&str> = table.lines().collect();
    lines[1..].reverse();
    stage.write("people.csv", (lines.join("\n") + "\n").as_bytes());
    ran(&stage, &["apply", "plan.json", "--force"]);
    assert_eq!(stage.read("out.csv"), first);
    for (from, to) in [("flu", "gout"), (",20,", ",21,"), ("11323", "11324")] {
        stage.write("people.csv", table.replacen(from, to, 1).as_bytes());
        refused(&stage, &["apply", "plan.json", "--force"], "made for another table");
    }
    stage.write("people.csv", table.lines().take(24).collect::<Vec<_>>().join("\n").as_bytes());
    refused(&stage, &["apply", "plan.json", "--force"], "made for another table");
    assert_eq!(stage.read("out.csv"), first);
}

#[test]
fn a_plan_that_was_changed_is_refused() {
    let stage = stage("[suppression]\nlimit = 0.5\n");
    ran(&stage, &["plan", "job.toml", "-o", "plan.json"]);
    let plan: serde_json::Value = serde_json::from_str(&stage.read("plan.json")).unwrap();
    let change = |place: &str, value: serde_json::Value, part: &str| {
        let mut changed = plan.clone();
        let old = changed.pointer_mut(place).unwrap_or_else(|| panic!("{place}"));
        assert_ne!(*old, value, "{place}");
        *old = value;
        stage.write("changed.json", changed.to_string().as_bytes());
        refused(&stage, &["apply", "changed.json"], part);
    };
    change("/plan/recoding/generalization/global", serde_json::json!([3, 0]), "recoding");
    change("/plan/recoding/generalization/global", serde_json::json!([9, 9]), "the recoding has level 9");
    change("/plan/recoding/generalization/global", serde_json::json!([1]), "levels for 1 quasi-identifiers");
    change("/plan/recoding/retention/classes", 1_000_000.into(), "the recoding says of 1000000 classes");
    change("/plan/value", 0.123.into(), "it was changed after it was made");
    change("/plan/stopped", "prooved".into(), "this is no plan of incog");
    change("/fingerprint", "0".into(), "made for another table");
    change("/job/privacy/k-anonymity", 0.into(), "k-anonymity");
    for cut in [0, 1, 200] {
        stage.write("changed.json", &stage.read("plan.json").as_bytes()[..cut]);
        refused(&stage, &["apply", "changed.json"], "this is no plan of incog");
    }
    refused(&stage, &["apply", "absent.json"], "absent.json");
    refused(&stage, &["apply", "job.toml"], "this is no plan of incog");
}

#[test]
fn a_plan_replaces_nothing_and_is_for_its_owner() {
    let stage = stage("");
    refused(&stage, &["plan", "job.toml", "-o", "people.csv", "--force"], "people.csv");
    assert_eq!(stage.read("people.csv"), people());
    ran(&stage, &["plan", "job.toml", "-o", "plan.json"]);
    refused(&stage, &["plan", "job.toml", "-o", "plan.json"], "plan.json");
    ran(&stage, &["plan", "job.toml", "-o", "plan.json", "--force"]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(stage.path("plan.json")).unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn where_there_is_no_release_there_is_no_plan() {
    let stage = Stage::new();
    stage.write("job.toml", JOB.replace("k-anonymity = 5", "k-anonymity = 500").as_bytes());
    let ran = stage.run(&["plan", "job.toml", "-o", "plan.json"]);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert_eq!(stage.files(), ["job.toml", "people.csv"]);
}
