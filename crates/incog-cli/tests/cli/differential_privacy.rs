//! Differential privacy on the command line, up to the second verifier.
#![cfg(unix)]

use crate::stage::Stage;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

const JOB: &str = r#"input = "people.csv"
output = "out.csv"
csv = { delimiter = ",", missing = [] }
[columns.name]
role = "person"
[columns.area]
role = "quasi-identifier"
hierarchy = "area.csv"
min_level = 1
max_level = 1
[columns.sex]
role = "quasi-identifier"
hierarchy = "sex.csv"
min_level = 0
max_level = 0
[privacy]
differential-privacy = { epsilon = 1, delta = 0.001 }
[release]
secret = "key.txt"
"#;

fn stage() -> Stage {
    let stage = Stage::new();
    stage.write("area.csv", b"n1;north;*\nn2;north;*\ns1;south;*\ns2;south;*\n");
    stage.write("sex.csv", b"f;*\nm;*\n");
    let row =
        |n: usize| format!("p{n},{},{}\n", ["n1", "n2", "s1", "n1", "s2"][n % 5], ["f", "m"][n / 5 % 2]);
    stage.write(
        "people.csv",
        ("name,area,sex\n".to_owned() + &(0..400).map(row).collect::<String>()).as_bytes(),
    );
    stage.write_secret("key.txt", "a secret of the house, long enough");
    stage.write("job.toml", JOB.as_bytes());
    stage
}

#[test]
fn a_release_is_made_verified_and_verified_again_by_the_script() {
    let stage = stage();
    let made = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(made.code, 0, "{}{}", made.out, made.err);
    assert!(made.err.contains("records were drawn with the secret"), "{}", made.err);
    let report: Value = serde_json::from_str(&stage.read("out.csv.report.json")).unwrap();
    let privacy = &report["privacy"];
    // By exact arithmetic: 34, and 0.0008506 rounded up.
    assert_eq!((&privacy[0]["required"], &privacy[1]["achieved"]), (&34.into(), &0.000851.into()));
    assert!(report["input"]["rows"].is_null() && report["solution"]["rows_suppressed"].is_null());
    assert!(report["search"].is_null() && report["utility"]["suppressed_share"].is_null());
    let verified = stage.run(&[
        "verify",
        "--verbose",
        "out.csv.report.json",
        "--job",
        "job.toml",
        "--secret",
        "key.txt",
    ]);
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
    assert!(verified.out.contains("the release has the drawn records and no others"), "{}", verified.out);
    let line_of =
        |text: &str, leaf: &str| text.lines().find(|line| line.contains(leaf)).unwrap_or_default().to_owned();
    assert!(line_of(&verified.out, "privacy[0].satisfied").starts_with("proved"), "{}", verified.out);
    // Without the secret classes and delta are shown, and not that anybody was drawn.
    let elsewhere = stage.path("kept.txt");
    std::fs::rename(stage.path("key.txt"), &elsewhere).unwrap();
    let half = stage.run(&["verify", "--verbose", "out.csv.report.json", "--job", "job.toml"]);
    assert_eq!(half.code, 0, "{}{}", half.out, half.err);
    for leaf in ["privacy[0].satisfied", "privacy[1].satisfied", "the release has the drawn records"] {
        assert!(line_of(&half.out, leaf).starts_with("not shown"), "{leaf}: {}", half.out);
    }
    std::fs::rename(elsewhere, stage.path("key.txt")).unwrap();
    let certified = stage.run(&["certificate", "out.csv.report.json"]);
    assert_eq!(certified.code, 0, "{}{}", certified.out, certified.err);
    assert!(
        stage
            .read("out.csv.certificate.html")
            .contains("number of input records and of suppressed records is withheld")
    );
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/check_release.py");
    let arguments = ["people.csv", "out.csv", "out.csv.report.json", "--job", "job.toml"];
    let checked = Command::new("python3").arg(&script).args(arguments).current_dir(stage.path(".")).output();
    let Ok(checked) = checked else { return };
    let told = String::from_utf8_lossy(&checked.stdout);
    assert!(checked.status.success(), "{told}{}", String::from_utf8_lossy(&checked.stderr));
    assert!(told.contains(" 0 refuted"), "{told}");
    assert!(
        told.lines().any(|line| line.contains("not shown") && line.contains("privacy[0].satisfied")),
        "{told}"
    );
    let forged = stage.read("out.csv.report.json").replace("0.000851", "0.000551");
    stage.write("forged.report.json", forged.as_bytes());
    let arguments = ["people.csv", "out.csv", "forged.report.json", "--job", "job.toml"];
    let checked =
        Command::new("python3").arg(&script).args(arguments).current_dir(stage.path(".")).output().unwrap();
    assert!(!checked.status.success());
}

/// With 0.3 of epsilon for the levels k and delta are those of 0.7.
#[test]
fn levels_that_are_chosen_are_verified_by_both_verifiers() {
    let stage = stage();
    let open =
        JOB.replace("min_level = 1\nmax_level = 1\n", "").replace("min_level = 0\nmax_level = 0\n", "");
    stage.write("job.toml", open.replace("delta = 0.001 }", "delta = 0.001, levels = 0.3 }").as_bytes());
    let made = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(made.code, 0, "{}{}", made.out, made.err);
    let report: Value = serde_json::from_str(&stage.read("out.csv.report.json")).unwrap();
    let variant = report["privacy"][0]["variant"].as_str().unwrap();
    assert!(variant.starts_with("epsilon = 1, levels = 0.3, k, drawn with probability 0.503"), "{variant}");
    assert!(report["search"].is_null() && report["utility"]["objective"].is_null());
    assert!(stage.read("out.csv.report.html").contains("a part of epsilon chose"));
    let verified = stage.run(&[
        "verify",
        "--verbose",
        "out.csv.report.json",
        "--job",
        "job.toml",
        "--secret",
        "key.txt",
    ]);
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
    assert!(verified.out.contains("the levels are those chosen with a part of epsilon"), "{}", verified.out);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/check_release.py");
    let check = |report: &str| {
        let arguments = ["people.csv", "out.csv", report, "--job", "job.toml"];
        Command::new("python3").arg(&script).args(arguments).current_dir(stage.path(".")).output()
    };
    let Ok(checked) = check("out.csv.report.json") else { return };
    let told = String::from_utf8_lossy(&checked.stdout);
    assert!(
        checked.status.success() && told.contains(" 0 refuted"),
        "{told}{}",
        String::from_utf8_lossy(&checked.stderr)
    );
    let forged = stage.read("out.csv.report.json").replace("levels = 0.3", "levels = 0.2");
    stage.write("forged.report.json", forged.as_bytes());
    assert!(!check("forged.report.json").unwrap().status.success());
    let verified = stage.run(&["verify", "forged.report.json", "--job", "job.toml", "--secret", "key.txt"]);
    assert_eq!(verified.code, 1, "{}{}", verified.out, verified.err);
}

#[test]
fn no_other_walk_draws() {
    let stage = stage();
    for (arguments, why) in [
        (&["plan", "job.toml", "-o", "plan.json"][..], "draw"),
        (&["anonymize", "job.toml", "--internal"], "--internal"),
        (&["anonymize", "job.toml", "--proof", "proof.json"], "--proof"),
        (&["anonymize", "job.toml", "--checkpoint", "state"], "there is no search"),
        (&["explore", "job.toml"], "differential-privacy"),
    ] {
        let ran = stage.run(arguments);
        assert!(ran.code == 1 && ran.err.contains(why), "{arguments:?}: {}{}", ran.out, ran.err);
        assert!(!stage.path("out.csv").exists() && !stage.path("plan.json").exists());
    }
    stage.write("people.csv", b"name,area,sex\np1,n1,f\np2,n1,f\np3,s1,m\n");
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, 3, "{}{}", ran.out, ran.err);
}
