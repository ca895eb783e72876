//! Dangers in columns that are published as they are: values that join the rows of a person,
//! remarks, outliers, and positions.

use crate::singling::refuted_without_findings;
use crate::stage::Stage;
use crate::stays::{published, refused};
use serde_json::Value;

const VISITS: &str = r#"input = "stays.csv"
output = "out.csv"
[columns.who]
role = "person"
[columns.age]
role = "quasi-identifier"
hierarchy = { intervals = [10, 20, 40] }
[columns.region]
role = "quasi-identifier"
[privacy]
k-anonymity = 5
"#;

/// Three visits of each of 300 people, who move and become older, with a balance that stays.
pub fn visits(balance: fn(usize) -> String, more: &str) -> Stage {
    let stage = Stage::new();
    let rows: String = (0..900).map(|row| visit(row / 3, row % 3, &balance(row / 3))).collect();
    stage.write("stays.csv", format!("who,age,region,balance\n{rows}").as_bytes());
    stage.write("stays.toml", format!("{VISITS}[columns.balance]\nrole = \"sensitive\"\n{more}").as_bytes());
    stage
}

fn visit(person: usize, visit: usize, balance: &str) -> String {
    let age = 20 + (person * 7 + visit * (3 + person % 9)) % 40;
    format!("P{person},{age},{},{balance}\n", ["N", "E", "S", "W"][(person + visit * (1 + person / 7)) % 4])
}

const NOT_KNOWN: &str = "[waivers]\n\"balance: singles people out\" = \"nobody knows a balance\"\n";

#[test]
fn a_value_that_stays_the_same_joins_the_rows_of_a_person() {
    // Nobody has to know a balance to see which rows have the same.
    let stage = visits(|person| format!("{}.37", 1000 + person * 13), NOT_KNOWN);
    refused(&stage, "balance: linked rows", "is left with fewer than 5 people");
    let ran = stage.run(&["plan", "stays.toml", "-o", "plan.json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(stage.run(&["apply", "plan.json"]).code, 4);
    let shared = visits(|person| format!("{}", person % 20 * 100), "");
    let (report, _) = published(&shared);
    assert!(!report.to_string().contains("linked-rows"), "{report}");
}

/// The finding about joined rows.
pub fn linked(report: &Value) -> &Value {
    let found = report["singled_out"].as_array().unwrap();
    found.iter().find(|one| one["by"] == "linked-rows").unwrap()
}

#[test]
fn whoever_answers_for_joined_rows_is_told_and_both_verifiers_count_them() {
    let waived = format!("{NOT_KNOWN}\"balance: linked rows\" = \"the accounts are made up\"\n");
    let stage = visits(|person| format!("{}.37", 1000 + person * 13), &waived);
    let (report, _) = published(&stage);
    let found = linked(&report);
    assert_eq!((found["severity"].as_str(), found["of"].as_u64()), (Some("danger"), Some(300)));
    assert!(stage.read("out.csv.report.html").contains("as a pseudonym does"));
    let mut forged = report.clone();
    let claimed = forged["singled_out"].as_array_mut().unwrap();
    claimed.retain(|one| one["by"] != "linked-rows");
    stage.write("forged.report.json", forged.to_string().as_bytes());
    assert_eq!(stage.run(&["verify", "forged.report.json"]).code, 1);
    if let Some(refuted) = refuted_without_findings(&stage) {
        assert!(refuted.iter().any(|line| line.contains("balance (linked-rows)")), "{refuted:?}");
    }
}

const REMARKS: &str = r#"input = "stays.csv"
output = "out.csv"
[columns.age]
role = "quasi-identifier"
hierarchy = { intervals = [5, 10, 20] }
[columns.cause]
role = "sensitive"
[columns.weight]
role = "sensitive"
[privacy]
k-anonymity = 5
"#;

const REMARK: &str = "fell from the mayor's horse in May";

/// Four hundred records with a remark and a weight.
fn remarks(remark: fn(usize) -> String, weight: fn(usize) -> String) -> Stage {
    let stage = Stage::new();
    let rows: String =
        (0..400).map(|row| format!("{},{},{}\n", 20 + row * 13 % 40, remark(row), weight(row))).collect();
    stage.write("stays.csv", format!("age,cause,weight\n{rows}").as_bytes());
    stage.write("stays.toml", REMARKS.as_bytes());
    stage
}

fn usual_weight(row: usize) -> String {
    (60 + (row + row / 40) % 8).to_string()
}

#[test]
fn a_remark_is_told_without_its_words() {
    let stage = remarks(|row| if row == 7 { REMARK.to_owned() } else { "none".to_owned() }, usual_weight);
    // Who is suppressed is not warned of.
    stage.write("stays.toml", format!("{REMARKS}[suppression]\nlimit = 0.0\n").as_bytes());
    let (report, told) = published(&stage);
    assert!(
        told.contains("column \"cause\": 1 of 400 records (0.2 %) have a text of at least 4 words"),
        "{told}"
    );
    assert_eq!(report["singled_out"][0]["by"], "unique-texts");
    assert!(stage.read("out.csv.report.html").contains("Such a text may describe one person"));
    assert!(!told.contains("mayor") && !report.to_string().contains("mayor"));
    let audit = stage.run(&["audit", "out.csv", "-q", "age", "-s", "cause,weight"]);
    assert!(audit.code == 0 && audit.out.contains("have a text of at least 4 words"), "{}", audit.out);
    if let Some(refuted) = refuted_without_findings(&stage) {
        assert!(refuted.iter().any(|line| line.contains("cause (unique-texts)")), "{refuted:?}");
    }
}

#[test]
fn a_column_of_remarks_is_refused_and_one_of_categories_is_not() {
    let few =
        remarks(|row| if row < 12 { format!("seen by our mayor{row}") } else { String::new() }, usual_weight);
    refused(&few, "cause: unique texts", "have a text of at least 4 words");
    let groups = remarks(
        |row| {
            let systems = ["respiratory", "circulatory", "digestive", "nervous", "urinary"];
            format!("Diseases of the {} system", systems[if row == 7 { 4 } else { row % 4 }])
        },
        usual_weight,
    );
    let (report, _) = published(&groups);
    assert!(report["singled_out"].is_null(), "{}", report["singled_out"]);
}

#[test]
fn outliers_are_warned_of_until_they_are_rounded() {
    let stage =
        remarks(|_| "none".to_owned(), |row| if row == 7 { "260.5".to_owned() } else { usual_weight(row) });
    let all_stay = format!("{REMARKS}[suppression]\nlimit = 0.0\n");
    stage.write("stays.toml", all_stay.as_bytes());
    let (report, told) = published(&stage);
    let note =
        "column \"weight\": 1 of 400 records (0.2 %) have a number far beyond those of all other people";
    assert!(told.contains(note) && told.contains("publish = { round = \"auto\" }"), "{told}");
    assert_eq!(report["singled_out"][0]["by"], "outliers");
    if let Some(refuted) = refuted_without_findings(&stage) {
        assert!(refuted.iter().any(|line| line.contains("weight (outliers)")), "{refuted:?}");
    }
    let rounded = all_stay.replace("[columns.weight]", "[columns.weight]\npublish = { round = \"auto\" }");
    stage.write("stays.toml", rounded.as_bytes());
    let (report, told) = published(&stage);
    assert!(report["singled_out"].is_null() && !told.contains("far beyond"), "{told}");
}

#[test]
fn an_audit_finds_in_a_release_what_the_gate_finds() {
    // Two rare hobbies are below the limits of the gate; an input gets advice about roles.
    let stage = remarks(|row| if row < 2 { format!("hobby {row}") } else { "none".to_owned() }, usual_weight);
    let insensitive = REMARKS.replacen("\"sensitive\"", "\"insensitive\"", 1);
    stage.write("stays.toml", format!("{insensitive}[suppression]\nlimit = 0.0\n").as_bytes());
    let (report, _) = published(&stage);
    assert!(report["singled_out"].is_null(), "{}", report["singled_out"]);
    for arguments in [["out.csv", "stays.toml"].as_slice(), &["out.csv", "-q", "age", "-s", "weight"]] {
        let audit = stage.run(&[&["audit"], arguments].concat());
        assert_eq!((audit.code, audit.out.contains("fewer than 5")), (0, false), "{}", audit.out);
    }
    let input = stage.run(&["audit", "stays.csv", "-q", "age,weight"]);
    assert!(input.out.contains("rare") || input.out.contains("fewer than 5 rows"), "{}", input.out);
}

/// Points of thirty taxis.
fn points(names: &str) -> Stage {
    let stage = Stage::new();
    let rows: String = (0..300)
        .map(|row| {
            format!("{},2026-01-05 08:{:02}:00,13.{:03},52.{:03}\n", row / 10, row % 10, row * 7 % 999, row)
        })
        .collect();
    stage.write("points.csv", format!("{names}\n{rows}").as_bytes());
    stage
}

#[test]
fn a_table_of_points_is_shown_the_way_to_trajectories() {
    let hint = "incog trajectories protects whole routes";
    let stage = points("taxi_id,time,lon,lat");
    let ran = stage.run(&["init", "points.csv", "-o", "a.toml"]);
    assert!(ran.code == 0 && ran.err.contains(hint), "{}", ran.err);
    assert!(ran.err.contains("incog init points.csv --trajectories"), "{}", ran.err);
    assert_eq!(stage.run(&["init", "points.csv", "-o", "b.toml", "--trajectories"]).code, 0);
    let ran = stage.run(&["anonymize", "points.csv", "-o", "out.csv"]);
    assert_eq!(ran.err.matches(hint).count(), 1, "{}", ran.err);
    let by_flags =
        ["anonymize", "points.csv", "-o", "b.csv", "-q", "lon,lat", "-s", "time", "-i", "taxi_id", "-k", "2"];
    let ran = stage.run(&by_flags);
    assert_eq!(ran.err.matches(hint).count(), 1, "{}", ran.err);
    let shops = points("shop_no,opened,east,north");
    let ran = shops.run(&["init", "points.csv", "-o", "a.toml"]);
    assert!(ran.code == 0 && !ran.err.contains(hint), "{}", ran.err);
}
