//! The command, as an auditor runs it.
#![cfg(feature = "std")]
#![allow(clippy::unwrap_used)]

use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    run_in("boxes", arguments)
}

fn run_in(kind: &str, arguments: &[&str]) -> Output {
    let folder = format!("{}/tests/files/{kind}", env!("CARGO_MANIFEST_DIR"));
    Command::new(env!("CARGO_BIN_EXE_incog-check")).args(arguments).current_dir(folder).output().unwrap()
}

/// Whether the command says this of a claim.
fn says(output: &Output, verdict: &str, claim: &str) -> bool {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().any(|line| line.starts_with(verdict) && line[9..].trim_start().starts_with(claim))
}

#[test]
fn an_honest_release_is_proved() {
    let all = ["release.csv", "report.json", "--original", "original.csv", "--proof", "proof.json"];
    let output = run(&all);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(
        says(&output, "proved", "bound") && says(&output, "proved", "privacy: k-anonymity"),
        "{output:?}"
    );
}

/// A public report counts levels of hierarchies of published values: they say nothing of those of
/// the original, and an honest release must not be refuted by them.
#[test]
fn the_levels_of_a_public_report_refute_nothing() {
    let all = ["release.csv", "report.json", "--original", "original.csv", "--proof", "proof.json"];
    let output = run_in("public", &all);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(says(&output, "proved", "privacy: k-anonymity"), "{output:?}");
    assert!(says(&output, "not shown", "records") && says(&output, "not shown", "bound"), "{output:?}");
}

#[test]
fn another_table_is_refuted() {
    let output = run(&["original.csv", "report.json"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(says(&output, "refuted", "release.sha256") && says(&output, "refuted", "privacy: k-anonymity"));
}

/// The original as its own hierarchy: the bound is not shown, as no hierarchy can be made of it.
#[test]
fn a_wrong_hierarchy_shows_nothing() {
    let mut all = vec!["release.csv", "report.json", "--original", "original.csv", "--proof", "proof.json"];
    all.extend(["--hierarchy", "age=original.csv"]);
    let output = run(&all);
    assert!(says(&output, "not shown", "bound"), "{output:?}");
}

#[test]
fn wrong_arguments_end_with_two() {
    for wrong in [&[][..], &["release.csv"], &["a", "b", "c"], &["--proof"], &["release.csv", "missing.json"]]
    {
        let output = run(wrong);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
}
