//! Every way to run a job in which people have a k of their own.

use crate::own_k::{JOB, publish, sizes, stage, table};
use crate::stage::Stage;
use std::collections::BTreeMap;

#[test]
fn local_recodings_keep_everybodys_own_k() {
    for search in ["", "[search]\nalgorithm = \"k-member\"\n", "[search]\nalgorithm = \"mondrian\"\n"] {
        let stage = stage(&format!("{JOB}[recoding]\nkind = \"local\"\n{search}"));
        let report = publish(&stage);
        let release = stage.read("out.csv");
        let sizes = sizes(&release);
        assert!(sizes.values().all(|size| *size >= 3), "{sizes:?}");
        assert!(report["solution"]["rows_kept"].as_u64() >= Some(54), "{search}: {release}");
    }
}

/// The example of the page is a job that runs.
#[test]
fn the_example_of_the_documentation_runs() {
    let page = include_str!("../../../../docs/choose-models.md");
    let part = page.split("## A k of each person's own\n").nth(1).unwrap();
    let example = part.lines().skip_while(|line| line.is_empty());
    let example = example.take_while(|line| line.is_empty() || line.starts_with("    "));
    let example: String = example.map(|line| format!("{}\n", line.trim())).collect();
    assert!(example.contains("role = \"own-k\"") && example.contains("k-anonymity = 5"), "{example}");
    let (columns, _) = JOB.split_once("[columns.own]").unwrap();
    let stage = stage(&format!("{columns}{example}[suppression]\nlimit = 0.1\n"));
    stage.write("table.csv", table().replacen(",own\n", ",own_k\n", 1).as_bytes());
    publish(&stage);
    let sizes = sizes(&stage.read("out.csv"));
    assert!(sizes.values().all(|size| *size >= 5), "{sizes:?}");
}

/// A table that somebody has counted, and a plan that is applied later.
#[test]
fn plans_and_counted_tables_keep_everybodys_own_k() {
    let stage = stage(JOB);
    publish(&stage);
    let release = stage.read("out.csv");
    let mut counted: BTreeMap<String, u32> = BTreeMap::new();
    table().lines().skip(1).for_each(|line| *counted.entry(line.to_owned()).or_default() += 1);
    let rows: String = counted.iter().map(|(line, count)| format!("{line},{count}\n")).collect();
    stage.write("counted.csv", format!("age,town,work,own,n\n{rows}").as_bytes());
    let input = "input = { path = \"counted.csv\", counts = \"n\" }";
    let job = JOB.replace("input = \"table.csv\"", input).replace("out.csv", "of_counts.csv");
    stage.write("counted.toml", job.as_bytes());
    for arguments in [
        &["anonymize", "counted.toml"][..],
        &["verify", "of_counts.csv.report.json"],
        &["plan", "job.toml", "-o", "plan.json"],
        &["apply", "plan.json", "--force"],
        &["verify", "out.csv.report.json"],
    ] {
        let ran = stage.run(arguments);
        assert_eq!(ran.code, 0, "{arguments:?}: {}{}", ran.out, ran.err);
    }
    assert_eq!(stage.read("out.csv"), release);
    assert_eq!(sizes(&stage.read("of_counts.csv")), sizes(&release));
}

/// The message says how many have to go, and never who.
#[test]
fn too_many_who_are_left_out_are_counted() {
    let stage = stage(JOB);
    let most = table().replace(",3\n", ",0\n");
    stage.write("table.csv", most.as_bytes());
    // Two people ask for 10 and one for 40, which nobody is left for.
    refused(&stage, &["nobody is in a class as large as her own k"]);
    let some = table().replace("west,cook,3\n", "west,cook,0\n").replace("west,clerk,3\n", "west,clerk,0\n");
    stage.write("table.csv", some.as_bytes());
    refused(&stage, &["at least 11 of the 60 records must be suppressed", "suppression.limit = 0.1"]);
}

#[track_caller]
fn refused(stage: &Stage, parts: &[&str]) {
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert!(parts.iter().all(|part| ran.err.contains(part)) && !ran.err.contains("quetzal"), "{}", ran.err);
}
