//! A column that is published value by value singles nobody out, unless the job accepts it.

use crate::stage::Stage;
use crate::stays::{published, refused};
use serde_json::Value;

const JOB: &str = r#"input = "stays.csv"
output = "out.csv"
[columns.age]
role = "quasi-identifier"
hierarchy = { intervals = [5, 10, 20] }
[columns.sex]
role = "quasi-identifier"
[columns.disease]
role = "sensitive"
[privacy]
k-anonymity = 5
"#;

/// Six hundred records with a further column.
fn stage(name: &str, cell: impl Fn(usize) -> String, column: &str) -> Stage {
    let stage = Stage::new();
    let row = |n: usize| {
        let disease = ["flu", "cold", "asthma", "gout"][n * 7 % 11 % 4];
        format!("{},{},{disease},{}\n", 20 + n * 13 % 40, ["m", "f"][n * 5 % 7 % 2], cell(n))
    };
    let rows: String = (0..600).map(row).collect();
    stage.write("stays.csv", format!("age,sex,disease,{name}\n{rows}").as_bytes());
    job(&stage, column);
    stage
}

fn job(stage: &Stage, more: &str) {
    stage.write("stays.toml", format!("{JOB}{more}").as_bytes());
}

fn cents(n: usize) -> String {
    format!("{}.{:02}", 1000 + n * 37 % 977, n % 100)
}

#[test]
fn costs_to_the_cent_are_not_published_whatever_their_role() {
    for role in ["role = \"sensitive\"", "role = \"insensitive\""] {
        let stage = stage("costs", cents, &format!("[columns.costs]\n{role}\n"));
        refused(&stage, "costs: singles people out", "600 of 600 records (100 %)");
        assert_eq!(stage.run(&["audit", "stays.csv", "stays.toml"]).code, 4);
        for form in ["{ round = 500 }", "\"mean\""] {
            job(&stage, &format!("[columns.costs]\n{role}\npublish = {form}\n"));
            let (report, _) = published(&stage);
            assert!(report["singled_out"].is_null(), "{}", report["singled_out"]);
        }
        job(&stage, &format!("[columns.costs]\n{role}\npublish = {{ round = 1 }}\n"));
        refused(&stage, "costs: singles people out", "round, top_quantile");
    }
    let unnamed = stage("costs", cents, "");
    refused(&unnamed, "costs: unique together", "600 of 600");
}

#[test]
fn whoever_answers_for_it_is_told_in_report_and_page_and_verify_counts_again() {
    let stage = stage("costs", cents, "[columns.costs]\nrole = \"sensitive\"\n");
    let waived =
        "[columns.costs]\nrole = \"sensitive\"\n[waivers]\n\"costs: singles people out\" = \"made up\"\n";
    job(&stage, waived);
    let (report, _) = published(&stage);
    let found = &report["singled_out"][0];
    assert_eq!((found["by"].as_str(), found["fewer_than"].as_u64()), (Some("alone"), Some(5)));
    assert_eq!(found["records"], report["release"]["rows"]);
    let page = stage.read("out.csv.report.html");
    assert!(page.contains("Published values that single people out") && page.contains("records (100 %)"));
    for (leaf, value) in [("records", Value::from(3)), ("knowable", Value::from("category"))] {
        let mut forged = report.clone();
        forged["singled_out"][0][leaf] = value;
        stage.write("forged.report.json", forged.to_string().as_bytes());
        assert_eq!(stage.run(&["verify", "forged.report.json"]).code, 1, "{leaf}");
    }
    let mut forged = report;
    forged.as_object_mut().unwrap().remove("singled_out");
    stage.write("forged.report.json", forged.to_string().as_bytes());
    assert_eq!(stage.run(&["verify", "forged.report.json"]).code, 1);
}

#[test]
fn a_plan_does_not_lead_around_the_gate() {
    let stage = stage("costs", cents, "[columns.costs]\nrole = \"sensitive\"\n");
    assert_eq!(stage.run(&["plan", "stays.toml", "-o", "plan.json"]).code, 0);
    let ran = stage.run(&["apply", "plan.json"]);
    assert_eq!((ran.code, ran.err.contains("singles people out")), (4, true), "{}", ran.err);
    assert!(!stage.files().contains(&"out.csv".to_owned()));
}

#[test]
fn pairs_single_out_where_neither_column_does() {
    let both = |n: usize| format!("{},{}", 150 + n % 25, 50 + n / 25);
    let columns = "[columns.height]\nrole = \"insensitive\"\n[columns.weight]\nrole = \"insensitive\"\n";
    let stage = stage("height,weight", both, columns);
    refused(&stage, "height + weight: singles people out", "pair of values");
}

#[test]
fn rare_categories_are_warned_of_and_refused_where_they_are_many() {
    let rare = |of: usize| move |n: usize| if n < of { format!("rare {}", n / 3) } else { "common".into() };
    let sensitive = "[columns.diagnosis]\nrole = \"sensitive\"\n";
    let warned = stage("diagnosis", rare(48), sensitive);
    let (report, told) = published(&warned);
    assert!(told.contains("column \"diagnosis\"") && told.contains("fewer than 5 records share"), "{told}");
    assert_eq!(report["singled_out"][0]["severity"], "warning");
    assert!(
        warned
            .read("out.csv.report.html")
            .contains("Anybody who knows the value of a person finds the record")
    );
    // A job without the column finds no fault.
    refused(&stage("diagnosis", rare(150), sensitive), "diagnosis: singles people out", "150 of 600");
}

#[test]
fn a_number_beside_the_labels_singles_out_what_it_does_not_alone() {
    let visits = |n: usize| (n * 29 % 43).to_string();
    let column = "[columns.visits]\nrole = \"insensitive\"\n";
    let stage = stage("visits", visits, column);
    refused(&stage, "visits: singles people out beside the labels", "are unique by the released labels");
    // Sensitive values are what classes are made for; beside the diagnosis it is a warning.
    job(&stage, &column.replace("insensitive", "sensitive"));
    let (report, _) = published(&stage);
    assert_eq!(report["singled_out"][0]["columns"], serde_json::json!(["disease", "visits"]));
    assert_eq!(report["singled_out"][0]["severity"], "warning");
}

#[test]
fn births_and_postal_codes_are_no_insensitive_columns() {
    let zips = |n: usize| (10_115 + n % 4).to_string();
    let stage = stage("zip", zips, "[columns.zip]\nrole = \"insensitive\"\n");
    refused(&stage, "zip: singles people out", "full postal code");
    job(&stage, "[columns.zip]\nrole = \"quasi-identifier\"\n");
    published(&stage);
}

#[test]
fn dates_that_give_a_generalized_stay_back_are_refused() {
    let dates = |n: usize| {
        let (from, stay) = (1 + n / 9 % 4, n * n % 17 % 9);
        format!("2024-01-{from:02},2024-01-{:02},{stay}", from + stay)
    };
    let columns = "[columns.stay]\nrole = \"quasi-identifier\"\nhierarchy = { intervals = [3, 9] }\n\
                   [columns.from]\nrole = \"sensitive\"\n[columns.to]\nrole = \"sensitive\"\n";
    let stage = stage("from,to,stay", dates, columns);
    refused(&stage, "from + to: gives back stay", "their difference reveals stay in 600 of 600 records");
    job(
        &stage,
        &columns.replace("[columns.to]\nrole = \"sensitive\"", "[columns.to]\nrole = \"identifier\""),
    );
    published(&stage);
}

/// Nineteen records hide nobody who knows a cost to the cent.
#[test]
fn exact_values_of_a_small_table_single_people_out() {
    let stage = stage("costs", cents, "[columns.costs]\nrole = \"sensitive\"\n");
    let small: String = stage.read("stays.csv").lines().take(20).map(|line| format!("{line}\n")).collect();
    stage.write("stays.csv", small.as_bytes());
    refused(&stage, "costs: singles people out", "19 of 19 records");
}

/// Sixty hobbies that ten records share each find the record beside age and sex.
#[test]
fn many_words_beside_the_labels_single_people_out() {
    let hobby = |n: usize| format!("hobby {}", n * 37 % 599 % 60);
    let stage = stage("hobby", hobby, "[columns.hobby]\nrole = \"insensitive\"\n");
    refused(&stage, "hobby: singles people out beside the labels", "unique by the released labels");
}

/// What the second verifier refutes of a report that tells nothing of singled out records.
pub fn refuted_without_findings(stage: &Stage) -> Option<Vec<String>> {
    let mut report: Value = serde_json::from_str(&stage.read("out.csv.report.json")).unwrap();
    let second = |report: &str| {
        let script = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/check_release.py");
        let mut second = std::process::Command::new("python3");
        second.current_dir(stage.path("")).arg(&script).args([
            "stays.csv",
            "out.csv",
            report,
            "--job",
            "stays.toml",
        ]);
        let text = String::from_utf8_lossy(&second.output().ok()?.stdout).into_owned();
        let refuted = text.lines().filter(|line| line.starts_with("refuted"));
        Some(refuted.map(str::to_owned).collect::<Vec<String>>())
    };
    assert_eq!(second("out.csv.report.json")?, Vec::<String>::new());
    report.as_object_mut().unwrap().remove("singled_out");
    stage.write("forged.report.json", report.to_string().as_bytes());
    second("forged.report.json")
}

#[test]
fn the_second_verifier_counts_small_tables_and_pairs_beside_labels() {
    let waived =
        "[columns.costs]\nrole = \"sensitive\"\n[waivers]\n\"costs: singles people out\" = \"made up\"\n";
    let small = stage("costs", cents, waived);
    let rows: String = small.read("stays.csv").lines().take(20).map(|line| format!("{line}\n")).collect();
    small.write("stays.csv", rows.as_bytes());
    published(&small);
    let has = |found: Vec<String>, claim: &str, column: &str| {
        assert!(found.iter().any(|line| line.contains(claim) && line.contains(column)), "{found:?}");
    };
    if let Some(found) = refuted_without_findings(&small) {
        has(found, "columns that single people out", "costs (alone)");
    }
    let answers = |n: usize| format!("x{},y{}", n * 7 % 599 % 6, n * 31 % 593 % 6);
    let columns = "[columns.one]\nrole = \"insensitive\"\n[columns.two]\nrole = \"insensitive\"\n";
    let pair = stage("one,two", answers, columns);
    let (report, _) = published(&pair);
    assert_eq!(report["singled_out"][0]["columns"], serde_json::json!(["one", "two"]));
    if let Some(found) = refuted_without_findings(&pair) {
        has(found, "columns that single people out", "one + two (beside-labels)");
    }
}
