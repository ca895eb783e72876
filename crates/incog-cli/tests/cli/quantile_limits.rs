//! Limits at quantiles, and what treatments changed, before both verifiers: honest figures are
//! proved or left open, forged ones never pass as true.

use crate::stage::Stage;
use std::path::Path;
use std::process::Command;

/// Ten incomes from 0 to 90 of two ages that look alike, one that is missing, and one of an age
/// that is suppressed.
fn stage(recoding: &str) -> Stage {
    let stage = Stage::new();
    let rows: String = (0..10).map(|row| format!("{},{row}0\n", 20 + row % 2)).collect();
    stage.write("people.csv", format!("age,income\n{rows}21,NA\n99,5000\n").as_bytes());
    let job = format!(
        "input = \"people.csv\"\noutput = \"out.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\nhierarchy = {{ intervals = [10] }}\n\
         max_level = 1\n[columns.income]\npublish = {{ top_quantile = 0.9, bottom_quantile = 0.2 }}\n[suppression]\nlimit = 1.0\n[privacy]\nk-anonymity = 2\n\
         [recoding]\nkind = \"{recoding}\"\n"
    );
    stage.write("job.toml", job.as_bytes());
    let ran = stage.run(&["anonymize", "job.toml", "--internal"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    stage
}

/// What the verifiers say of a report, the program first; the second needs Python, and says nothing
/// without it.
fn verdicts(stage: &Stage, report: &str) -> [Vec<String>; 2] {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<String>>();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/check_release.py");
    let mut second = Command::new("python3");
    second.current_dir(stage.path("")).arg(&script).args(["people.csv", "out.csv", report]);
    let second = second.output().map(|output| lines(&String::from_utf8_lossy(&output.stdout)));
    [lines(&stage.run(&["verify", "--verbose", report]).out), second.unwrap_or_default()]
}

fn about<'a>(lines: &'a [String], words: &[&str]) -> Vec<&'a String> {
    lines.iter().filter(|line| words.iter().any(|word| line.contains(word))).collect()
}

const QUANTILES: [&str; 2] = ["is limited at the quantiles of the published numbers", "income: quantiles"];
const CHANGED: [&str; 1] = ["columns[1].changed"];

#[test]
fn honest_quantiles_and_changes_are_proved_or_left_open() {
    for (recoding, verdict) in [("global", "proved"), ("local", "not shown")] {
        let stage = stage(recoding);
        for lines in verdicts(&stage, "out.csv.internal.json").iter().filter(|lines| !lines.is_empty()) {
            for words in [&QUANTILES[..], &CHANGED] {
                let found = about(lines, words);
                assert!(!found.is_empty(), "{words:?} in {lines:?}");
                assert!(found.iter().all(|line| line.starts_with(verdict)), "{recoding}: {found:?}");
            }
            assert!(
                !lines.iter().any(|line| line.to_lowercase().starts_with("refuted")),
                "{recoding}: {lines:?}"
            );
        }
    }
}

/// A lower top than is said, with the digest of the release in the report mended: refuted, or not
/// shown where labels of several levels leave open what is behind it, and never proved.
#[test]
fn a_lower_top_is_never_proved() {
    for (recoding, verdict) in [("global", "refuted"), ("local", "not shown")] {
        let stage = stage(recoding);
        let digest = |stage: &Stage| incog_io::sha256_of_file(stage.path("out.csv")).unwrap();
        let honest = digest(&stage);
        stage.write("out.csv", stage.read("out.csv").replace(",80\n", ",70\n").as_bytes());
        for report in ["out.csv.report.json", "out.csv.internal.json"] {
            stage.write(report, stage.read(report).replace(&honest, &digest(&stage)).as_bytes());
            for lines in verdicts(&stage, report).iter().filter(|lines| !lines.is_empty()) {
                let found = about(lines, &QUANTILES);
                assert!(!found.is_empty(), "{lines:?}");
                assert!(
                    found.iter().all(|line: &&String| line.to_lowercase().starts_with(verdict)),
                    "{recoding} {report}: {found:?}"
                );
                // Nor is what it changed, as the report tells it, where the release is another.
                let changed = about(lines, &["changed.numbers.after.mean", "columns[1].changed.records"]);
                assert!(
                    !changed.iter().any(|line| line.starts_with("proved")),
                    "{recoding} {report}: {changed:?}"
                );
            }
        }
    }
}

/// A figure of what noise or limits cost is computed again by both.
#[test]
fn a_forged_change_is_refuted_by_both() {
    let stage = stage("global");
    let told = stage.read("out.csv.internal.json");
    let (before, behind) = told.split_once("\"correlation\": 0.99").unwrap();
    stage.write("out.csv.internal.json", format!("{before}\"correlation\": 0.98{behind}").as_bytes());
    for lines in verdicts(&stage, "out.csv.internal.json").iter().filter(|lines| !lines.is_empty()) {
        let found = about(lines, &["columns[1].changed.numbers.correlation"]);
        assert!(found.iter().any(|line| line.to_lowercase().starts_with("refuted")), "{found:?}");
    }
}
