//! A proof that was asked for and is not written is missed in the report, not only in what the
//! command prints.

use incog::runs::FileRuns;
use incog::verify::{Verdict, VerifyOptions};
use incog::{Control, Event, Job, verify_report, verify_report_with};
use serde_json::Value;
use std::fs;
use std::path::Path;

const JOB: &str = r#"
input = "people.csv"
output = "out.csv"
[columns.age]
role = "quasi-identifier"
hierarchy = { intervals = [5, 10, 20] }
[columns.town]
role = "quasi-identifier"
hierarchy = { flat = true }
[columns.illness]
role = "sensitive"
[privacy]
k-anonymity = 2
[suppression]
limit = 0
"#;
const PEOPLE: &str =
    "age,town,illness\n31,Bonn,flu\n31,Bonn,gout\n32,Bonn,flu\n34,Bonn,gout\n61,Calw,flu\n68,Calw,gout\n";

/// Makes a release, and stops the making of its proof where that is wanted; what was noted.
fn run(folder: &Path, is_stopped: bool) -> Vec<String> {
    let job = Job::from_toml_file(folder.join("job.toml")).unwrap();
    let job = job.with_proof(Some(folder.join("proof.json"))).replacing_output(true);
    let control = Control::default();
    let mut notes = Vec::new();
    let mut observe = |event| match event {
        Event::Proving if is_stopped => control.stop(),
        Event::Note(note) => notes.push(note),
        _ => {}
    };
    job.run_with(&control, &mut observe).unwrap();
    notes
}

#[test]
fn a_proof_that_is_not_written_is_missed_in_the_report() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    fs::write(file("people.csv"), PEOPLE).unwrap();
    fs::write(file("job.toml"), JOB).unwrap();
    let why = "it was ended before it was complete (interrupted)";
    let notes = run(folder.path(), true);
    assert!(notes.iter().any(|note| note.contains(why)), "{notes:?}");
    assert!(!file("proof.json").exists());
    let text = fs::read_to_string(file("out.csv.report.json")).unwrap();
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["search"]["no_proof"], why);
    let page = fs::read_to_string(file("out.csv.report.html")).unwrap();
    assert!(page.contains(&format!("The requested proof file was not written: {why}.")));
    // A second run is asked for no proof, so it shows nothing of it.
    let again = VerifyOptions { search: true, ..VerifyOptions::default() };
    for verified in [
        verify_report(file("out.csv.report.json")).unwrap(),
        verify_report_with(file("out.csv.report.json"), &again).unwrap(),
    ] {
        assert_eq!(verified.refuted().count(), 0, "{:?}", verified.checks);
        assert!(verified.with(Verdict::NotShown).any(|check| check.claim == "search.no_proof"));
    }
    // Where it was written, none is missed.
    run(folder.path(), false);
    assert!(file("proof.json").exists());
    assert!(!fs::read_to_string(file("out.csv.report.json")).unwrap().contains("no_proof"));
}
