//! What would be a danger to people is not published, unless somebody answers for it.

use crate::stage::Stage;
use serde_json::Value;

/// Eight rows a patient, with a name out of a pool and an address.
fn visits() -> String {
    let row = |n: usize| {
        let patient = n / 8;
        let name = ["Ann", "Bob", "Cid", "Dan", "Eve"][patient * 7 % 11 % 5];
        let disease = ["flu", "cold", "asthma", "gout"][n * 7 % 11 % 4];
        format!("p{patient},{name},{} Elm Street,{},{disease}\n", patient % 20, 20 + patient % 30)
    };
    "patient_id,name,address,age,disease\n".to_owned() + &(0..480).map(row).collect::<String>()
}

const VISITS: &str = r#"input = "visits.csv"
output = "out.csv"
[columns.patient_id]
role = "identifier"
[columns.name]
role = "identifier"
[columns.address]
role = "identifier"
[columns.age]
role = "quasi-identifier"
hierarchy = { intervals = [5, 10, 20] }
[columns.disease]
role = "sensitive"
[privacy]
k-anonymity = 5
"#;

fn stage(job: &str) -> Stage {
    let stage = Stage::new();
    stage.write("visits.csv", visits().as_bytes());
    stage.write("visits.toml", job.as_bytes());
    stage
}

#[track_caller]
fn refused(stage: &Stage, part: &str) {
    let before = stage.files();
    let ran = stage.run(&["anonymize", "visits.toml"]);
    assert_eq!(ran.code, 4, "{}", ran.err);
    assert!(ran.err.contains(part) && ran.err.contains("[waivers]"), "{}", ran.err);
    assert!(!ran.err.contains("Elm") && !ran.err.contains("p1") && !ran.err.contains("Ann"), "{}", ran.err);
    assert_eq!(stage.files(), before);
}

#[track_caller]
fn published(stage: &Stage) -> Value {
    let ran = stage.run(&["anonymize", "visits.toml", "--force"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let verified = stage.run(&["verify", "out.csv.report.json"]);
    assert_eq!(verified.code, 0, "{}", verified.out);
    serde_json::from_str(&stage.read("out.csv.report.json")).unwrap()
}

#[test]
fn who_has_several_rows_is_asked_for() {
    refused(&stage(VISITS), "\"patient_id: several rows\" = ");
    // Counted as people; the other identifiers may repeat then.
    let report = published(&stage(&VISITS.replacen("\"identifier\"", "\"person\"", 1)));
    assert_eq!(report["job"]["privacy"]["unit"], "patient_id");
    // Or it is somebody's decision.
    let decided = VISITS.replace("[privacy]", "[privacy]\nunit = \"record\"");
    assert_eq!(published(&stage(&decided))["job"]["privacy"]["unit"], "record");
    let ran = stage(&VISITS.replace("[privacy]", "[privacy]\nunit = \"patient\""))
        .run(&["anonymize", "visits.toml"]);
    assert_eq!((ran.code, ran.err.contains("the unit \"patient\" is no column")), (1, true), "{}", ran.err);
}

#[test]
fn columns_nobody_named_are_no_way_out() {
    let job = VISITS.replacen("\"identifier\"", "\"person\"", 1);
    let unnamed =
        job.replace("[columns.name]\nrole = \"identifier\"\n[columns.address]\nrole = \"identifier\"\n", "");
    // Eight rows each are never alone; one row each are.
    let stage = stage(&unnamed);
    let one_each: String = visits()
        .lines()
        .enumerate()
        .filter(|(row, _)| row % 8 == 1 || *row == 0)
        .map(|(_, line)| format!("{line}\n"))
        .collect();
    stage.write("visits.csv", one_each.as_bytes());
    refused(&stage, "\"name + address: unique together\" = ");
}

/// A ward belongs to one hospital: generalizing the hospital is undone by reading the ward.
fn wards() -> (String, &'static str) {
    let row = |n: usize| {
        let (hospital, ward) = (n * 5 % 7 % 3, n * 3 % 11 % 4);
        format!("h{hospital},h{hospital}-w{ward},{}\n", ["flu", "cold", "gout"][n % 3])
    };
    let job = "input = \"visits.csv\"\noutput = \"out.csv\"\n[columns.hospital]\nrole = \"quasi-identifier\"\n\
               [columns.ward]\nrole = \"insensitive\"\n[columns.disease]\nrole = \"sensitive\"\n\
               [privacy]\nk-anonymity = 5\n";
    ("hospital,ward,disease\n".to_owned() + &(0..300).map(row).collect::<String>(), job)
}

#[test]
fn somebody_may_answer_for_a_danger() {
    let (table, job) = wards();
    let stage = stage(job);
    stage.write("visits.csv", table.as_bytes());
    refused(&stage, "\"ward: undoes hospital\" = ");
    let waived = format!(
        "{job}[waivers]\n\"ward: undoes hospital\" = \"wards move every week (R. Roe, 2026-11-03)\"\n"
    );
    stage.write("visits.toml", waived.as_bytes());
    let report = published(&stage);
    assert_eq!(
        report["job"]["waivers"]["ward: undoes hospital"],
        "wards move every week (R. Roe, 2026-11-03)"
    );
    // An audit by the same job knows who answers.
    assert_eq!(stage.run(&["audit", "visits.csv", "visits.toml"]).code, 0);
    let page = stage.read("out.csv.report.html");
    assert!(page.contains("Published in spite of 1 finding") && page.contains("R. Roe"));
    // Nobody's word, nobody's release.
    let mut without = report;
    without["job"].as_object_mut().unwrap().remove("waivers");
    stage.write("out.csv.report.json", without.to_string().as_bytes());
    let verified = stage.run(&["verify", "out.csv.report.json"]);
    assert_eq!(verified.code, 1);
    assert!(verified.out.contains("nobody answers for ward: undoes hospital"), "{}", verified.out);
    stage.write("visits.toml", format!("{job}[waivers]\n\"ward: undoes hospital\" = \" \"\n").as_bytes());
    let ran = stage.run(&["anonymize", "visits.toml", "--force"]);
    assert_eq!((ran.code, ran.err.contains("why the finding is no danger")), (1, true), "{}", ran.err);
}

#[test]
fn an_audit_with_a_danger_ends_with_4() {
    let (table, _) = wards();
    let stage = stage("");
    stage.write("visits.csv", table.as_bytes());
    let ran = stage.run(&["audit", "visits.csv", "-q", "hospital", "-s", "disease"]);
    assert_eq!(ran.code, 4, "{}", ran.err);
    assert!(ran.out.contains("danger") && ran.out.contains("undoes any generalization"), "{}", ran.out);
    assert_eq!(stage.run(&["audit", "visits.csv", "-q", "hospital", "-q", "ward", "-s", "disease"]).code, 0);
}

#[test]
fn a_plan_of_a_danger_is_not_applied() {
    let (table, job) = wards();
    let stage = stage(job);
    stage.write("visits.csv", table.as_bytes());
    assert_eq!(stage.run(&["plan", "visits.toml", "-o", "plan.json"]).code, 0);
    let ran = stage.run(&["apply", "plan.json"]);
    assert_eq!(ran.code, 4, "{}", ran.err);
    assert!(!stage.files().contains(&"out.csv".to_owned()));
}

/// A newcomer's run on a table with eight rows a patient: what names people is found although it repeats.
#[test]
fn init_finds_who_is_named_in_several_rows() {
    let stage = stage("");
    let ran = stage.run(&["init", "visits.csv", "-o", "visits.toml", "--force"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let job: toml::Table = stage.read("visits.toml").parse().unwrap();
    let role = |name: &str| job["columns"][name]["role"].as_str().unwrap().to_owned();
    let roles = ["patient_id", "name", "address", "age", "disease"].map(role);
    assert_eq!(roles, ["person", "identifier", "identifier", "quasi-identifier", "sensitive"]);
    assert_eq!(job["privacy"]["unit"].as_str(), Some("patient_id"));
    let ran = stage.run(&["anonymize", "visits.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let release = stage.read("visits.release.csv");
    assert!(!release.contains("Elm") && !release.contains("Ann") && !release.contains("p1,"), "{release}");
}

/// The first person of a file without names of columns does not become the header.
#[test]
fn a_first_line_that_looks_like_a_record_is_said() {
    let stage = stage("");
    let row = |n: usize| {
        format!("{},{},{},{}\n", 19 + n % 50, ["A11", "A12", "A14"][n % 3], 1169 + n * 37 % 900, n % 2)
    };
    stage.write("bank.csv", (0..200).map(row).collect::<String>().as_bytes());
    let ran = stage.run(&["init", "bank.csv", "-o", "bank.toml"]);
    assert_eq!(ran.code, 4, "{}", ran.err);
    assert!(
        ran.err.contains("--no-header") && !ran.err.contains("A11") && !ran.err.contains("1169"),
        "{}",
        ran.err
    );
    assert!(!stage.files().contains(&"bank.toml".to_owned()));
    let ran = stage.run(&["init", "bank.csv", "-o", "bank.toml", "--no-header"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let job = stage.read("bank.toml");
    assert!(job.contains("csv.header = false") && !job.contains("A11"), "{job}");
    let decided = job.replace("undecided", "quasi-identifier");
    assert!(decided != job && incog::Job::from_toml(&decided, "").is_ok(), "{job}");
}
