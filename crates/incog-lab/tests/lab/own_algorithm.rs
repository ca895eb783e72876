//! Algorithms of others: a program that incog runs, and results that are read in.

// A test that is skipped says so.
#![allow(clippy::print_stderr)]

use incog_lab::LabError;
use incog_lab::runs::{Options, Row, SuiteResults, run_suite};
use incog_lab::write_results;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;

/// Whether there is a Python to run programs with; a test that is skipped says so.
pub(crate) fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok_and(|ran| ran.status.success());
    if !found {
        eprintln!("not run: there is no python3");
    }
    found
}

/// Runs a suite; its programs may be started.
pub(crate) fn run(suite: PathBuf, folder: &Path) -> Result<SuiteResults, LabError> {
    incog_plan::permit_programs();
    let folder = folder.join("results");
    let command = vec!["test".to_owned()];
    let options = Options { suite, quick: false, folder, threads: 2, command };
    let results = run_suite(&options, &AtomicBool::new(false), &|_, _| {})?;
    write_results(&results, &options.folder)?;
    Ok(results)
}

fn rows<'r>(results: &'r SuiteResults, label: &'r str) -> impl Iterator<Item = &'r Row> {
    results.rows.iter().filter(move |row| row.key.algorithm == label)
}

#[test]
fn the_example_of_an_own_algorithm_makes_its_tables() {
    if !has_python() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/own-algorithm/suite.toml");
    let results = run(example, folder.path()).unwrap();
    let optima: Vec<f64> = rows(&results, "optimum").map(|row| row.objective.unwrap()).collect();
    let climbed: Vec<&Row> = rows(&results, "hill climber").collect();
    assert_eq!((optima.len(), climbed.len()), (8, 40));
    for (place, row) in climbed.iter().enumerate() {
        // incog counted, whatever the program says, and nothing beats the proved optimum.
        assert_eq!((row.evaluations, row.stopped.as_str()), (400, "budget"), "{}", row.key.instance);
        assert!(row.objective.unwrap() <= optima[place / 5] + 1e-9, "{}", row.key.instance);
    }
    let reached = climbed
        .iter()
        .enumerate()
        .filter(|(place, row)| row.objective.is_some_and(|value| (value - optima[place / 5]).abs() < 1e-9));
    assert!(reached.count() > 0);
    let theirs: Vec<&Row> = rows(&results, "results read in").collect();
    assert!(!theirs.is_empty() && theirs.iter().all(|row| row.stopped == "read in"));
    let page = std::fs::read_to_string(folder.path().join("results/results.md")).unwrap();
    assert!(page.contains("hill climber") && page.contains("results read in"), "{page}");
}

/// A suite with one instance of 60 records and a program of this text.
fn suite_with(program: &str, more: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("program.py"), program).unwrap();
    let suite = folder.path().join("suite.toml");
    let text = format!(
        r#"
        name = "own"
        title = "A program"
        [limits]
        evaluations = 50
        [[instances]]
        name = "D9"
        built-in = "D9"
        k = 2
        records = 60
        discharges = {{ rows = 600, seed = 3 }}
        [[algorithms]]
        name = "external"
        parameters = {{ command = "python3 program.py", silence = 20.0{more} }}
        [[tables]]
        name = "all"
        title = "All of them"
        measure = "objective"
        "#
    );
    std::fs::write(&suite, text).unwrap();
    (folder, suite)
}

/// Why a suite with a program of this text fails.
fn refusal(program: &str, more: &str) -> String {
    let (folder, suite) = suite_with(program, more);
    run(suite, folder.path()).unwrap_err().to_string()
}

/// Why these candidates are refused.
fn refusal_of_candidates(candidates: &str) -> String {
    refusal(&format!("print('{{\"candidates\": {candidates}}}', flush=True)\ninput()\ninput()"), "")
}

#[test]
fn a_program_that_does_not_keep_to_the_messages_is_refused() {
    if !has_python() {
        return;
    }
    let crash = refusal("raise SystemExit(3)", "");
    assert!(crash.contains("the program of search.external ended (exit status: 3)"), "{crash}");
    let garbage = refusal("print('hello', flush=True)\ninput()\ninput()", "");
    assert!(garbage.contains("the program of search.external wrote \"hello\": expected"), "{garbage}");
    let none = refusal_of_candidates("[]");
    assert!(none.contains("it names no candidate and does not end"), "{none}");
    let few = refusal_of_candidates("[{\"levels\": [0]}]");
    assert!(few.contains("a candidate has 1 levels, not 5"), "{few}");
    let high = refusal_of_candidates("[{\"levels\": [0, 0, 0, 0, 99]}]");
    assert!(high.contains("level 4 is 99, not from 0 to "), "{high}");
    let record = refusal_of_candidates("[{\"levels\": [0, 0, 0, 0, 0], \"suppressed\": [60]}]");
    assert!(record.contains("record 60 is suppressed, but records are numbered below 0"), "{record}");
    let unknown = refusal_of_candidates("[{\"level\": [0, 0, 0, 0, 0]}]");
    assert!(unknown.contains("unknown field `level`"), "{unknown}");
}

#[test]
fn a_program_that_is_silent_or_not_there_is_told() {
    if !has_python() {
        return;
    }
    let (folder, suite) = suite_with("import time\ntime.sleep(60)", "");
    let text = std::fs::read_to_string(&suite).unwrap();
    std::fs::write(&suite, text.replace("silence = 20.0", "silence = 0.3")).unwrap();
    let silent = run(suite.clone(), folder.path()).unwrap_err().to_string();
    assert!(silent.contains("wrote no line for 0.3 s"), "{silent}");
    std::fs::write(&suite, text.replace("python3 program.py", "no-such-program-of-incog")).unwrap();
    let missing = run(suite, &folder.path().join("other")).unwrap_err().to_string();
    assert!(missing.contains("\"no-such-program-of-incog\" cannot be started"), "{missing}");
}

/// With the preset of the papers, the program also says who is suppressed.
#[test]
fn a_program_may_choose_records_and_end_before_the_budget() {
    if !has_python() {
        return;
    }
    let program = r#"
import json
instance = json.loads(input())
assert (instance["protocol"], instance["records"], instance["evaluations"]) == (1, 60, 50), instance
ask = {"levels": instance["highest"], "suppressed": [0, 59]}
print(json.dumps({"candidates": [ask, ask | {"suppressed": list(range(60))}, ask | {"levels": instance["lowest"]}]}), flush=True)
answer = json.loads(input())
assert answer["evaluations"] == 3, answer
top, nothing, lowest = answer["fitness"]
assert top["shortfall"] == 0 and top["loss"] < 0, answer
assert nothing == {"loss": None, "shortfall": 0}, answer
assert lowest["shortfall"] > 0 and lowest["loss"] is None, answer
print('{"end": true}', flush=True)
"#;
    let (folder, suite) = suite_with(program, ", preset = \"paper\"");
    let results = run(suite, folder.path()).unwrap();
    let row = &results.rows[0];
    assert_eq!((row.evaluations, row.stopped.as_str()), (3, "converged"));
    let los = row.number("los").unwrap();
    assert!((los - 2.0 / 60.0).abs() < 1e-12, "{los}");
}

/// Reads in results of others of two seeds of one instance.
fn read_in(csv: &str) -> Result<SuiteResults, LabError> {
    let folder = tempfile::tempdir().unwrap();
    let suite = folder.path().join("suite.toml");
    let text = r#"
        name = "others"
        title = "Results of others"
        seeds = 2
        [[instances]]
        name = "D9"
        built-in = "D9"
        k = 2
        records = 60
        discharges = { rows = 600, seed = 3 }
        [[algorithms]]
        name = "theirs"
        results = "theirs.csv"
        [[tables]]
        name = "all"
        title = "All of them"
        measure = "objective"
    "#;
    std::fs::write(&suite, text).unwrap();
    std::fs::write(folder.path().join("theirs.csv"), csv).unwrap();
    run(suite, folder.path())
}

#[test]
fn results_of_others_are_of_instances_of_the_suite() {
    let found = read_in("instance,seed,objective,evaluations\nD9,1,12.5,300\nD9,2,,300\n").unwrap();
    let objectives: Vec<Option<f64>> = found.rows.iter().map(|row| row.objective).collect();
    assert_eq!(objectives, [Some(12.5), None]);
    // Who has made fewer runs has fewer.
    assert_eq!(read_in("instance,seed,objective\nD9,2,12.5\n").unwrap().rows.len(), 1);
    for (csv, why) in [
        ("instance,seed,objective\nD8,1,1\n", "the suite has no instance \"D8\""),
        ("instance,seed,objective\nD9,1,1\nD9,1,2\n", "\"D9\" has the seed 1 twice"),
        ("instance,seed\nD9,1\n", "there is no column objective"),
        ("instance,objective\nD9,1\n", "expected the columns instance, seed, objective"),
    ] {
        let refused = read_in(csv).unwrap_err().to_string();
        assert!(refused.contains(why), "{refused}");
    }
}
