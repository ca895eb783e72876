//! Certificates: for whom they are, that they tell nothing that was not measured, and that `verify`
//! notices every change.

use crate::stage::{JOB, Ran, Stage, people};

const PUBLIC: &str = "out.csv.certificate.html";
const INTERNAL: &str = "out.csv.internal.certificate.html";

fn succeeds(stage: &Stage, arguments: &[&str]) -> Ran {
    let ran = stage.run(arguments);
    assert_eq!(ran.code, 0, "{arguments:?}: {}{}", ran.out, ran.err);
    ran
}

/// A release and the certificate of its public report.
fn certified() -> Stage {
    let stage = Stage::new();
    succeeds(&stage, &["anonymize", "job.toml", "--internal"]);
    succeeds(&stage, &["certificate", "out.csv.report.json"]);
    stage
}

fn verified(stage: &Stage, report: &str) -> Ran {
    stage.run(&["verify", "--verbose", report])
}

/// The result of an attack, in a file.
fn attacked(stage: &Stage) {
    let known = ["-q", "age,zip", "-s", "disease", "--queries", "20", "--json"];
    let ran = succeeds(stage, &[&["attack", "people.csv", "out.csv"], &known[..]].concat());
    stage.write("attacks.json", ran.out.as_bytes());
}

#[test]
fn of_a_public_report_it_travels_and_is_proved() {
    let stage = certified();
    let page = stage.read(PUBLIC);
    assert!(page.contains("It may be published with them") && !page.contains("For the data steward only"));
    assert!(page.contains("not measured") && page.contains("k-anonymity"));
    // No attack and no population was looked at, and it says so.
    assert!(page.contains("None: not measured."));
    for letter in 'A'..='R' {
        assert!(page.contains(&format!("<tr><td>{letter}</td>")), "{letter}");
    }
    assert!(page.contains("name (its name says “name”): not published"), "{page}");
    assert!(page.contains("zip (its name says “zip”): "), "{page}");
    assert!(!page.contains("person1"), "no identifier is in it");
    let ran = verified(&stage, "out.csv.report.json");
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("out.csv.certificate.html shows the figures of the report"), "{}", ran.out);
    let named = ["verify", "--verbose", "out.csv.report.json", "--certificate", PUBLIC];
    assert_eq!(succeeds(&stage, &named).out, ran.out);
}

#[test]
fn every_change_is_refuted() {
    let stage = certified();
    let page = stage.read(PUBLIC);
    let changes = [
        ("24 records", "25 records"),
        ("not measured", "nothing found"),
        ("at least 5", "at least 9"),
        (": not published", ": published"),
        ("\"audience\": \"public\"", "\"audience\": \"internal\""),
        ("\"path\": \"out.csv.report.json\"", "\"path\": \"other.csv.report.json\""),
        ("\"publisher\": null", "\"publisher\": \"somebody else\""),
        ("<h2>Who</h2>", "<h2>Who </h2>"),
    ];
    for (from, to) in changes {
        assert!(page.contains(from), "{from}");
        stage.write(PUBLIC, page.replacen(from, to, 1).as_bytes());
        let ran = verified(&stage, "out.csv.report.json");
        assert_eq!(ran.code, 1, "{from}: {}", ran.out);
        assert!(ran.out.contains("REFUTED"), "{}", ran.out);
    }
    stage.write(PUBLIC, b"<html></html>");
    assert!(verified(&stage, "out.csv.report.json").out.contains("does not have exactly one statement"));
    // That of an earlier report is another one.
    stage.write(PUBLIC, page.as_bytes());
    stage.write("job.toml", JOB.replace("k-anonymity = 5", "k-anonymity = 6").as_bytes());
    succeeds(&stage, &["anonymize", "job.toml", "--force"]);
    let ran = verified(&stage, "out.csv.report.json");
    assert!(ran.code == 1 && ran.out.contains("it is about another report"), "{}", ran.out);
    let again = stage.run(&["certificate", "out.csv.report.json"]);
    assert!(again.code == 1 && again.err.contains("--force"), "{}", again.err);
    succeeds(&stage, &["certificate", "out.csv.report.json", "--force"]);
    assert_eq!(verified(&stage, "out.csv.report.json").code, 0);
}

#[test]
fn of_an_internal_report_it_is_for_the_steward() {
    let stage = certified();
    succeeds(&stage, &["certificate", "out.csv.internal.json", "--publisher", "A & <B>", "--officer", "C"]);
    let page = stage.read(INTERNAL);
    assert!(page.contains("For the data steward only.") && page.contains("A &amp; &lt;B&gt;"));
    assert!(page.contains("of the input"), "risks of the input are told");
    let ran = verified(&stage, "out.csv.internal.json");
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let not_shown = ran.out.lines().filter(|line| line.starts_with("not shown"));
    assert_eq!(
        not_shown
            .filter(|line| line.contains("certificate.publisher") || line.contains("certificate.officer"))
            .count(),
        2
    );
    // The public report is verified with its own.
    assert!(!verified(&stage, "out.csv.report.json").out.contains(INTERNAL));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(stage.path(INTERNAL)).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "only its owner may read it");
    }
}

#[test]
fn attacks_are_for_the_steward_and_are_tried_again() {
    let stage = certified();
    attacked(&stage);
    let with_attacks = ["certificate", "out.csv.report.json", "--attacks", "attacks.json"];
    assert!(succeeds(&stage, &with_attacks).err.contains("for the data steward only"));
    let page = stage.read(INTERNAL);
    assert!(
        page.contains("It has results of attacks") && page.contains("Attack homogeneity of disease"),
        "{page}"
    );
    assert!(page.contains("Not tried: membership"));
    let ran = verified(&stage, "out.csv.report.json");
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let proved = |leaf: &str| ran.out.lines().any(|line| line.starts_with("proved") && line.contains(leaf));
    assert!(proved("certificate.attacks.result.findings[0].original.successes"), "{}", ran.out);
    assert!(proved("certificate.attacks.result.files.original.sha256"), "{}", ran.out);
    // A better result than there was, told everywhere, is refuted.
    let told: serde_json::Value = serde_json::from_str(&stage.read("attacks.json")).unwrap();
    let forged = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut result = told.clone();
        change(&mut result);
        stage.write("forged.json", result.to_string().as_bytes());
        stage.run(&["certificate", "out.csv.report.json", "--attacks", "forged.json", "--force"])
    };
    let made = forged(&|result| result["findings"][0]["baseline"]["successes"] = 19.into());
    assert_eq!(made.code, 0, "{}", made.err);
    let ran = verified(&stage, "out.csv.report.json");
    assert!(ran.code == 1 && ran.out.contains("findings[0].baseline.successes"), "{}", ran.out);
    let other = forged(&|result| result["files"]["release"]["sha256"] = "0".into());
    assert!(other.code == 1 && other.err.contains("another release"), "{}", other.err);
    let none = forged(&|result| *result = serde_json::json!({ "secret words": 1 }));
    assert!(none.code == 1 && none.err.contains("not the output of incog attack --json"), "{}", none.err);
    assert!(!none.err.contains("secret words"), "{}", none.err);
}

#[test]
fn who_answers_stands_in_the_job() {
    let stage = Stage::new();
    let job = JOB.to_owned() + "[certificate]\npublisher = \"Registry\"\nofficer = \"Dr Ada Roe\"\n";
    stage.write("job.toml", job.as_bytes());
    succeeds(&stage, &["anonymize", "job.toml"]);
    succeeds(&stage, &["certificate", "out.csv.report.json"]);
    assert!(stage.read(PUBLIC).contains("Dr Ada Roe"));
    let ran = verified(&stage, "out.csv.report.json");
    let is_proved = |line: &str| line.starts_with("proved") && line.contains("certificate.officer");
    assert!(ran.code == 0 && ran.out.lines().any(is_proved), "{}{}", ran.out, ran.err);
    stage.write("job.toml", job.replace("\"Registry\"", "\" \"").as_bytes());
    let ran = stage.run(&["anonymize", "job.toml", "--force"]);
    assert!(ran.code == 1 && ran.err.contains("certificate"), "{}", ran.err);
}

/// No statement about the release depends on a person who is not in it.
#[test]
fn a_public_one_tells_nothing_of_suppressed_records() {
    let page = |somebody: &str| {
        let stage = Stage::new();
        stage.write("people.csv", (people() + somebody).as_bytes());
        // The zip of one person, published as it is, keeps her out.
        let zip = "[columns.zip]\nrole = \"quasi-identifier\"";
        stage.write("job.toml", JOB.replace(zip, &format!("{zip}\nmax_level = 0")).as_bytes());
        succeeds(&stage, &["anonymize", "job.toml"]);
        succeeds(&stage, &["certificate", "out.csv.report.json"]);
        assert!(!stage.read("out.csv").contains("99999") && !stage.read("out.csv").contains("99998"));
        let page = stage.read(PUBLIC);
        // The time of a search is part of the report, and so of its digest.
        let report = page.lines().filter(|line| !line.contains("sha256"));
        report.collect::<Vec<_>>().join("\n")
    };
    assert_eq!(page("a@example.org,30,99999,pox,ward1\n"), page("Anna Schmidt,31,99998,flu,ward2\n"));
}

#[test]
fn what_is_no_report_of_this_release_is_refused() {
    let stage = certified();
    let refused = |report: &str| {
        let ran = stage.run(&["certificate", report, "-o", "other.html"]);
        assert_eq!(ran.code, 1, "{report}");
        assert!(!stage.path("other.html").exists());
        ran.err
    };
    assert!(refused("nowhere.report.json").contains("nowhere.report.json"));
    assert!(refused("people.csv").contains("people.csv"));
    stage.write("out.csv", (stage.read("out.csv") + "1,2,3,4\n").as_bytes());
    assert!(refused("out.csv.report.json").contains("is not the release of the report"));
    let ran = verified(&stage, "out.csv.report.json");
    assert!(ran.code == 1 && ran.out.contains("REFUTED"), "{}{}", ran.out, ran.err);
    std::fs::remove_file(stage.path("out.csv")).unwrap();
    assert!(refused("out.csv.report.json").contains("out.csv"));
    // A report that is a report's certificate's own input is never overwritten.
    let ran = stage.run(&["certificate", "out.csv.internal.json", "-o", "out.csv.internal.json", "--force"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
}

/// What `incog init` takes for dates of people is what HIPAA's row C lists, however coarse they are
/// published.
#[test]
fn dates_of_people_are_listed_in_every_language() {
    let names = ["Aufnahmedatum", "Entlassungsdatum", "date_naissance", "fecha de alta", "Einweisung", "x17"];
    let stage = Stage::new();
    let header = names.map(|name| format!("\"{name}\"")).join(",");
    let day = |row: usize, column: usize| {
        format!("20{:02}-{:02}-{:02}", 10 + (row + column) % 5, 1 + row % 12, 1 + row % 28)
    };
    let row = |row: usize| (0..names.len()).map(|column| day(row, column)).collect::<Vec<_>>().join(",");
    let rows: String = (0..240).map(|at| format!("{},{}\n", row(at), ["flu", "cold"][at % 2])).collect();
    stage.write("in.csv", format!("{header},disease\n{rows}").as_bytes());
    let columns: String = names
        .iter()
        .map(|name| {
            format!("[columns.\"{name}\"]\nrole = \"quasi-identifier\"\nhierarchy = {{ date = [\"month\", \"year\"] }}\nmin_level = 2\n")
        })
        .collect();
    let job = format!(
        "input = \"in.csv\"\noutput = \"out.csv\"\n{columns}[columns.disease]\nrole = \"sensitive\"\n[privacy]\nk-anonymity = 2\n"
    );
    stage.write("job.toml", job.as_bytes());
    succeeds(&stage, &["anonymize", "job.toml"]);
    succeeds(&stage, &["certificate", "out.csv.report.json"]);
    let page = stage.read(PUBLIC);
    let row_c =
        page.split("<tr><td>C</td>").nth(1).and_then(|rest| rest.split("<tr><td>D</td>").next()).unwrap();
    for name in names {
        assert!(row_c.contains(&format!("{name} (")), "{name} is not in {row_c}");
    }
}
