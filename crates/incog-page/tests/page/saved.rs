//! What a change brings about, and what is saved.

use super::visitor::{JOB, Page, TABLE};
use incog::Job;
use incog::runs::FileRuns;
use serde_json::json;
use std::fs;
use std::time::Duration;

fn save(page: &Page, revision: u64, more: &serde_json::Value) -> String {
    let mut said = json!({"revision": revision, "release": "out.csv", "job": "job.toml"});
    said.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let answer = page.post("/save", &said);
    assert_eq!(answer.status, 200, "{answer:?}");
    page.until(|news| news["saving"] == false);
    page.part("save", "")
}

/// The release that the page saves is byte for byte the one that the command makes of the job it
/// saves.
#[test]
fn the_saved_job_makes_the_saved_release() {
    let page = Page::new();
    let revision = page.settled();
    assert_eq!(page.change(revision, &json!(["privacy", "k-anonymity"]), &json!(3)).status, 200);
    let revision = page.settled();
    let told = save(&page, revision, &json!({"plan": true, "internal": true}));
    assert!(told.contains("incog anonymize") && told.contains("job.plan.json"), "{told}");
    let again = Job::from_toml_file(page.path("job.toml")).unwrap().with_output(page.path("again.csv"));
    again.run().unwrap();
    assert_eq!(page.read("out.csv"), page.read("again.csv"));
    assert!(page.read("out.csv").lines().count() > 1 && page.read("job.toml").contains("k-anonymity = 3"));
    let seen = page.part("result", "");
    assert!(seen.contains("k-anonymity") && page.path("out.csv.internal.html").exists());
    // What may be published says nothing of the page, nor of the folder for opened files.
    assert!(!page.read("out.csv.report.json").contains("incog-page"));
}

/// What was seen is what is saved: value, levels and suppressed records.
#[test]
fn what_is_seen_is_what_is_saved() {
    let page = Page::new();
    let revision = page.settled();
    save(&page, revision, &json!({"internal": true}));
    let report: serde_json::Value = serde_json::from_str(&page.read("out.csv.internal.json")).unwrap();
    let seen = page.part("result", "");
    for (column, level) in report["solution"]["levels"].as_object().unwrap() {
        let row = seen
            .split("<tr>")
            .find(|row| row.starts_with(&format!("<th scope=\"row\">{column}</th>")))
            .unwrap();
        assert!(row.contains(&format!("<td>{level} of ")), "{column} {level}: {row}");
    }
    assert!(seen.contains(&format!(
        "{} of 6 records",
        format_args!("{} (0.0 %)", report["solution"]["rows_suppressed"])
    )));
}

#[test]
fn nothing_is_replaced_unless_somebody_says_so() {
    let page = Page::new();
    let revision = page.settled();
    fs::write(page.path("out.csv"), "mine").unwrap();
    let told = save(&page, revision, &json!({}));
    assert!(told.contains("role=\"alert\""), "{told}");
    assert_eq!(page.read("out.csv"), "mine");
    let input = page.read("people.csv");
    let told = save(&page, revision, &json!({"release": "people.csv", "replace": true}));
    assert!(
        told.contains("role=\"alert\"") && page.read("people.csv") == input,
        "the table is never written to"
    );
    let told = save(&page, revision, &json!({"replace": true}));
    assert!(!told.contains("role=\"alert\"") && page.read("out.csv") != "mine", "{told}");
}

/// Neither is a file that the job reads by the name of the job file, nor by that of a hierarchy
/// that was opened.
#[test]
fn a_file_that_is_read_is_never_replaced() {
    let page = Page::new();
    let revision = page.settled();
    let input = page.read("people.csv");
    let said = json!({"revision": revision, "release": "out.csv", "job": "people.csv", "replace": true});
    assert_eq!(page.post("/save", &said).status, 422);
    // A table with the name that an opened hierarchy is saved by.
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("age.hierarchy.csv"), TABLE).unwrap();
    fs::write(folder.path().join("opened.toml"), JOB.replace("people.csv", "age.hierarchy.csv")).unwrap();
    let page = Page::at(folder, Duration::from_secs(600));
    let revision = page.settled();
    let rows: String = ["34", "36", "33", "37", "52", "58"].iter().map(|age| format!("{age};*\n")).collect();
    let said = json!({"revision": revision, "column": "age", "text": rows});
    assert_eq!(page.post("/hierarchy", &said).status, 200);
    let revision = page.settled();
    let told = save(&page, revision, &json!({"replace": true}));
    assert!(told.contains("role=\"alert\""), "{told}");
    assert_eq!(page.read("age.hierarchy.csv"), input);
    let left: Vec<_> =
        fs::read_dir(page.folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

/// A hierarchy that was opened in the page is saved beside the job, which names it.
#[test]
fn an_opened_hierarchy_goes_with_the_job() {
    let page = Page::new();
    let revision = page.settled();
    let rows: String = ["34", "36", "33", "37"].iter().map(|age| format!("{age};thirties;*\n")).collect();
    let rows = rows + "52;fifties;*\n58;fifties;*\n";
    let said = json!({"revision": revision, "column": "age", "text": rows});
    assert_eq!(page.post("/hierarchy", &said).status, 200);
    let revision = page.settled();
    assert!(page.part("column", "age").contains("thirties"));
    // Also where the job of another point was taken since.
    page.post("/explore", &json!({"revision": revision, "axis": "k", "values": "2"}));
    page.until(|news| news["exploring"] == false);
    assert_eq!(page.post("/take", &json!({"revision": revision, "point": 1})).status, 200);
    let revision = page.settled();
    save(&page, revision, &json!({}));
    assert!(page.read("job.toml").contains("age.hierarchy.csv") && page.path("age.hierarchy.csv").exists());
    assert!(page.read("out.csv").contains("thirties"), "{}", page.read("out.csv"));
    let again = Job::from_toml_file(page.path("job.toml")).unwrap().with_output(page.path("again.csv"));
    again.run().unwrap();
    assert_eq!(page.read("out.csv"), page.read("again.csv"));
}

#[test]
fn undecided_columns_dangers_and_contradictions_are_told() {
    // A column that counts the records tells in which order they were.
    let rows: String = (0..60).map(|n| format!("{},{n},flu\n", 30 + n % 3)).collect();
    let page = Page::open(&format!("age,zip,illness\n{rows}"), JOB, Duration::from_secs(600));
    let revision = page.settled();
    let role = |column: &str| json!(["columns", column, "role"]);
    page.change(revision, &role("zip"), &json!("undecided"));
    let revision = page.settled();
    assert!(page.part("summary", "").contains("until these columns have a role"));
    page.change(revision, &role("zip"), &json!("insensitive"));
    let revision = page.settled();
    let told = page.part("result", "");
    assert!(told.contains("block publication") && told.contains("class=\"waiver\""), "{told}");
    let path = told.split("class=\"waiver\" data-path=\"").nth(1).unwrap().split('"').next().unwrap();
    let path: serde_json::Value = serde_json::from_str(&path.replace("&quot;", "\"")).unwrap();
    assert_eq!(page.change(revision, &path, &json!("  ")).status, 422, "a waiver needs a reason");
    assert_eq!(
        page.change(revision, &path, &json!("codes are made up (data protection officer)")).status,
        200
    );
    let revision = page.settled();
    assert!(page.part("result", "").contains("codes are made up"));
    page.change(revision, &json!(["privacy", "k-anonymity"]), &json!(null));
    page.settled();
    assert!(page.part("summary", "").contains("there is no privacy model"));
}

#[test]
fn a_point_of_the_trade_off_is_taken() {
    let page = Page::new();
    let revision = page.settled();
    let wrong = json!({"revision": revision, "axis": "k", "values": "2", "metric": "beauty"});
    assert_eq!(page.post("/explore", &wrong).status, 422);
    let said = json!({"revision": revision, "axis": "k", "values": "2..4", "metric": "discernibility"});
    assert_eq!(page.post("/explore", &said).status, 200);
    page.until(|news| news["exploring"] == false);
    let told = page.part("trade-off", "");
    assert!(told.contains("data-take=\"3\"") && told.contains("#point-3"), "{told}");
    assert!(told.contains("<th scope=\"col\" class=\"n\">discernibility</th>"), "{told}");
    assert_eq!(page.post("/take", &json!({"revision": revision, "point": 9})).status, 409);
    assert_eq!(page.post("/take", &json!({"revision": revision, "point": 2})).status, 200);
    page.settled();
    assert!(page.part("save", "").contains("k-anonymity = 3"));
}

/// A list of texts is said one a line, and the job has it as a list.
#[test]
fn lists_of_texts_are_said_one_a_line() {
    let page = Page::new();
    let revision = page.settled();
    let value = json!({"k": 2, "alpha": 1.0, "column": "illness", "values": ["flu", "a <b>"]});
    assert_eq!(page.change(revision, &json!(["privacy", "alpha-k-anonymity"]), &value).status, 200);
    let shown = page.part("promise", "");
    let place = shown.find("data-kind=\"texts\"").expect("a place for lines");
    assert!(shown[place..].contains(">flu\na &lt;b&gt;</textarea>"), "{}", &shown[place..]);
}

/// A table as an office exports it: Windows-1252, a title above, decimal commas, a sum below.
#[test]
fn a_page_opens_a_table_of_another_country() {
    let folder = tempfile::tempdir().unwrap();
    let row = |row: u32| format!("{};{},5;K\u{f6}ln\n", 20 + row, 60 + row % 9);
    let text = "Patienten;;\nAlter;Gewicht;Ort\n".to_owned()
        + &(0..40).map(row).collect::<String>()
        + "Summe;2500,5;\n";
    let bytes: Vec<u8> = text.chars().map(|sign| u8::try_from(sign).unwrap()).collect();
    let path = folder.path().join("patienten.csv");
    std::fs::write(&path, bytes).unwrap();
    assert!(incog_page::OpenSubject::open(&path, incog_page::Header::Unset, None).is_ok());
}
