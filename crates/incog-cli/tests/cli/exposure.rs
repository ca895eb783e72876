//! Who is found by whoever knows more of somebody than her quasi-identifiers: told wherever a
//! release is told of, and counted again by both verifiers.

use crate::stage::Stage;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Two ages that look alike, two illnesses, two wards; of the three young with the flu in ward A,
/// two are moved to ward B.
fn stage() -> Stage {
    let stage = Stage::new();
    let row = |place: usize| {
        let (ill, ward) = (["flu", "cold"][place % 2], ["A", "B"][place / 2 % 2]);
        let ward = if [0, 4].contains(&place) { "B" } else { ward };
        format!("{},{ill},{ward}\n", 20 + place / 12 * 10 + place % 5)
    };
    let rows: String = (0..24).map(row).collect();
    stage.write("people.csv", format!("age,ill,ward\n{rows}").as_bytes());
    let job = "input = \"people.csv\"\noutput = \"out.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\n\
               hierarchy = { intervals = [10] }\nmin_level = 1\n[columns.ill]\nrole = \"sensitive\"\n\
               [columns.ward]\nrole = \"insensitive\"\n[privacy]\nk-anonymity = 2\n";
    stage.write("job.toml", job.as_bytes());
    stage
}

fn published(stage: &Stage) -> Value {
    serde_json::from_str(&stage.read("out.csv.report.json")).expect("a report is JSON")
}

#[test]
fn whoever_knows_all_published_columns_is_told_of_beside_whoever_does_not() {
    let stage = stage();
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let said = "An attacker who also knows ill and ward knows every published value of a person. To this attacker 4.2 % of the records are \
                unique, 4.2 % have fewer than 2 records that look alike, and a guess is right with a probability of 33.3 % on average.";
    assert!(
        ran.err.contains("An attacker who knows only the age of a person") && ran.err.contains(said),
        "{}",
        ran.err
    );
    let page = stage.read("out.csv.report.html");
    assert!(page.contains(said) && page.contains("all published columns"), "{page}");
    let known = &published(&stage)["risk"]["all_columns"];
    // Of eight groups one has a single record.
    let expected = serde_json::json!({
        "columns": ["age", "ill", "ward"], "k": 2, "alone": 1.0 / 24.0, "below_k": 1.0 / 24.0, "mean": 8.0 / 24.0, "highest": 1.0
    });
    assert_eq!(*known, expected);
    let ran = stage.run(&["certificate", "out.csv.report.json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let certificate = stage.read("out.csv.certificate.html");
    assert!(certificate.contains(said) && certificate.contains("by all published columns"), "{certificate}");
}

#[test]
fn a_forged_figure_is_refuted_by_both_verifiers() {
    let stage = stage();
    assert_eq!(stage.run(&["anonymize", "job.toml"]).code, 0);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/check_release.py");
    let second = |stage: &Stage| {
        let mut second = Command::new("python3");
        second.current_dir(stage.path("")).arg(&script).args([
            "people.csv",
            "out.csv",
            "out.csv.report.json",
        ]);
        second.output().map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let honest = second(&stage);
    if let Ok(text) = &honest {
        assert!(!text.contains("refuted  "), "{text}");
    }
    let report = published(&stage);
    for (name, figure) in [("alone", 0.0), ("below_k", 0.0), ("mean", 0.2), ("highest", 0.2), ("k", 3.0)] {
        let mut forged = report.clone();
        forged["risk"]["all_columns"][name] = if name == "k" { 3.into() } else { figure.into() };
        stage.write("out.csv.report.json", forged.to_string().as_bytes());
        let leaf = format!("risk.all_columns.{name}");
        let is_refuted = |text: &str| {
            text.lines().any(|line| line.to_lowercase().starts_with("refuted") && line.contains(&leaf))
        };
        let ran = stage.run(&["verify", "out.csv.report.json", "--json"]);
        let told: Value = serde_json::from_str(&ran.out).expect("verify --json is JSON");
        let checks = told["checks"].as_array().expect("it has checks");
        let of_leaf = checks.iter().find(|check| check["claim"] == leaf.as_str());
        assert!(
            ran.code != 0 && of_leaf.is_some_and(|check| check["verdict"] == "refuted"),
            "{leaf}: {}",
            ran.out
        );
        if honest.is_ok() {
            assert!(second(&stage).is_ok_and(|text| is_refuted(&text)), "{leaf}");
        }
    }
}
