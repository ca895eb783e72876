//! incog refuses a release that would be a danger to people, unless a waiver accepts it.

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
    let verified = stage.run(&["verify", "--verbose", "out.csv.report.json"]);
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
    let by_record = stage(&decided);
    assert_eq!(published(&by_record)["job"]["privacy"]["unit"], "record");
    let page = by_record.read("out.csv.report.html");
    assert!(
        page.contains("verdict waived\">The release")
            && page.contains("The figures count records, not people")
    );
    let ran = stage(&VISITS.replace("[privacy]", "[privacy]\nunit = \"patient\""))
        .run(&["anonymize", "visits.toml"]);
    assert_eq!((ran.code, ran.err.contains("unit = \"patient\" is not a column")), (1, true), "{}", ran.err);
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

/// What the models count by is spelled in one way, or a class of five persons is one of two.
#[test]
fn one_person_in_several_spellings_is_no_crowd() {
    let spelled = |n: usize| match n % 4 {
        0 => format!("P{}", n / 8),
        1 => format!("p{}", n / 8),
        2 => format!("P{} ", n / 8),
        _ => format!("p{}  ", n / 8),
    };
    let rows = (0..480).map(|n| format!("{},{},{}\n", spelled(n), 20 + n / 8 % 30, ["flu", "gout"][n % 2]));
    let job = "input = \"visits.csv\"\noutput = \"out.csv\"\n[columns.patient]\nrole = \"person\"\n\
               [columns.age]\nrole = \"quasi-identifier\"\n[columns.disease]\nrole = \"sensitive\"\n\
               [privacy]\nk-anonymity = 5\n";
    let stage = stage(job);
    stage.write("visits.csv", ("patient,age,disease\n".to_owned() + &rows.collect::<String>()).as_bytes());
    refused(&stage, "\"patient: variants\" = ");
    // An identifier in several spellings repeats.
    stage.write("visits.toml", job.replace("\"person\"", "\"identifier\"").as_bytes());
    refused(&stage, "\"patient: several rows\" = ");
}

/// A pseudonym that nothing says what it is: deciding that it is a quasi-identifier publishes it,
/// and five rows of one person pass for five people.
#[test]
fn people_that_nothing_names_are_asked_for() {
    let row = |n: usize| {
        let person = n / 5;
        // Nobody falls ill of one disease again and again.
        let disease = ["flu", "cold", "asthma", "gout"][n * 7919 % 101 % 4];
        format!(
            "z{},{},{},{},{disease}\n",
            person * 7919 % 99991,
            20 + person % 40,
            ["m", "f"][person % 7 % 2],
            n * 37 % 300
        )
    };
    let stage = stage("");
    stage.write(
        "visits.csv",
        ("qx,age,sex,visit day,disease\n".to_owned() + &(0..600).map(row).collect::<String>()).as_bytes(),
    );
    assert_eq!(stage.run(&["init", "visits.csv", "-o", "visits.toml", "--force"]).code, 0);
    let job = stage.read("visits.toml");
    assert!(job.contains("as the rows of one person do"), "{job}");
    stage.write("visits.toml", job.replace("\"undecided\"", "\"quasi-identifier\"").as_bytes());
    refused(&stage, "\"qx: several rows\" = ");
    stage.write("visits.toml", job.replace("\"undecided\"", "\"sensitive\"").as_bytes());
    refused(&stage, "\"qx: identifying\" = ");
    stage.write("visits.toml", job.replace("\"undecided\"", "\"person\"").as_bytes());
    let ran = stage.run(&["anonymize", "visits.toml", "-o", "out.csv"]);
    assert_eq!((ran.code, stage.read("out.csv").contains("qx")), (0, false), "{}", ran.err);
}

/// What a doctor wrote is sensitive, and published as it is; the people in it are named.
#[test]
fn letters_are_not_published_as_sensitive_values() {
    let given = ["Anna", "Jan", "Marie", "Paolo", "Eva", "Hugo", "Ella", "Lukas", "Sofia", "Emma", "Felix"];
    let row = |n: usize| {
        format!(
            "{};{};{} Weber klagt seit {n} Tagen über Kopfschmerzen\n",
            20 + n % 30,
            ["m", "w"][n % 2],
            given[n % 11]
        )
    };
    let stage = stage("");
    let table = "Alter;Geschlecht;Befund\n".to_owned() + &(0..300).map(row).collect::<String>();
    stage.write("visits.csv", table.as_bytes());
    assert_eq!(stage.run(&["init", "visits.csv", "-o", "visits.toml", "--force"]).code, 0);
    let job = stage.read("visits.toml");
    assert!(job.contains("role = \"undecided\"") && !job.contains("Weber"), "{job}");
    stage.write("visits.toml", job.replace("\"undecided\"", "\"sensitive\"").as_bytes());
    let ran = stage.run(&["anonymize", "visits.toml"]);
    assert_eq!((ran.code, ran.err.contains("\"Befund: identifying\"")), (4, true), "{}", ran.err);
    assert!(!ran.err.contains("Weber"), "{}", ran.err);
    assert_eq!(stage.run(&["audit", "visits.csv", "-q", "Alter", "-s", "Befund"]).code, 4);
}

/// Members of a household have the numbers 1, 2, 3 in it; whoever counts by these counts nobody.
#[test]
fn numbers_within_households_are_not_whom_to_count() {
    let row =
        |n: usize| format!("{},{},{},{}\n", 1000 + n / 4, n % 4 + 1, n * 7 % 80, ["flu", "gout"][n % 2]);
    let stage = stage("");
    stage.write(
        "visits.csv",
        ("hhid,pid,age,disease\n".to_owned() + &(0..600).map(row).collect::<String>()).as_bytes(),
    );
    assert_eq!(stage.run(&["init", "visits.csv", "-o", "visits.toml", "--force"]).code, 0);
    let job: toml::Table = stage.read("visits.toml").parse().unwrap();
    assert_eq!(job["privacy"]["unit"].as_str(), Some("hhid"));
}

/// Rows of positions are ways, which the models of tables say nothing of.
#[test]
fn ways_of_people_are_told_from_tables() {
    let row = |n: usize| format!("{},2008-02-{:02} 1{}:00:00,39.9{n},116.3{n}\n", n / 20, 1 + n % 20, n % 10);
    let stage = stage("");
    let ways = "taxi_id,datetime,latitude,longitude\n".to_owned() + &(0..400).map(row).collect::<String>();
    stage.write("ways.csv", ways.as_bytes());
    assert_eq!(stage.run(&["init", "ways.csv", "-o", "ways.toml"]).code, 0);
    assert!(stage.read("ways.toml").contains("incog trajectories"));
    assert_eq!(stage.run(&["init", "visits.csv", "-o", "visits.toml", "--force"]).code, 0);
    assert!(!stage.read("visits.toml").contains("incog trajectories"));
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
    // Leaving the ward out is another answer, and no question whom to count.
    stage.write("visits.toml", job.replace("\"insensitive\"", "\"identifier\"").as_bytes());
    assert!(published(&stage)["job"]["waivers"].is_null());
    stage.write("visits.toml", waived.as_bytes());
    published(&stage);
    // An audit by the same job knows who answers.
    assert_eq!(stage.run(&["audit", "visits.csv", "visits.toml"]).code, 0);
    let page = stage.read("out.csv.report.html");
    assert!(page.contains("Published with 1 accepted finding") && page.contains("R. Roe"));
    // Nobody's word, nobody's release.
    let mut without = report;
    without["job"].as_object_mut().unwrap().remove("waivers");
    stage.write("out.csv.report.json", without.to_string().as_bytes());
    let verified = stage.run(&["verify", "--verbose", "out.csv.report.json"]);
    assert_eq!(verified.code, 1);
    assert!(verified.out.contains("no waiver for ward: undoes hospital"), "{}", verified.out);
    stage.write("visits.toml", format!("{job}[waivers]\n\"ward: undoes hospital\" = \" \"\n").as_bytes());
    let ran = stage.run(&["anonymize", "visits.toml", "--force"]);
    assert_eq!((ran.code, ran.err.contains("why the finding is not a danger")), (1, true), "{}", ran.err);
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

/// A newcomer's run on a table with eight rows a patient: what names people is found although it
/// repeats.
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
    // Values that occur twice in it make no table with names, and words alone occur below.
    for first in ["4,A11,1169,4\n", "A12,A11,yes,no\n"] {
        let again = |n: usize| first.replace('4', &(n % 9).to_string()).replace("yes", ["yes", "no"][n % 2]);
        let swapped = |n: usize| if n.is_multiple_of(3) { again(n).replace("A11", "A13") } else { again(n) };
        stage.write("first.csv", (first.to_owned() + &(0..60).map(swapped).collect::<String>()).as_bytes());
        let ran = stage.run(&["init", "first.csv", "-o", "first.toml"]);
        assert_eq!((ran.code, ran.err.contains("--no-header")), (4, true), "{}", ran.err);
        assert!(!ran.err.contains("A11") && !ran.err.contains("1169"), "{}", ran.err);
        assert_eq!(stage.run(&["init", "first.csv", "-o", "first.toml", "--force", "--no-header"]).code, 0);
    }
    let ran = stage.run(&["init", "bank.csv", "-o", "bank.toml", "--no-header"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let job = stage.read("bank.toml");
    assert!(job.contains("csv.header = false") && !job.contains("A11"), "{job}");
    let decided = job.replace("undecided", "quasi-identifier");
    assert!(decided != job && incog::Job::from_toml(&decided, "").is_ok(), "{job}");
}

/// One row a patient, with family and first names out of pools: nobody has several rows.
#[test]
fn names_that_strangers_share_are_no_people_with_several_rows() {
    let row = |n: usize| {
        let family = ["Walker", "Brown", "Smith", "Jones", "Clark"][n * 13 % 17 % 5];
        let first = ["Mary", "John", "Anna", "Paul"][n * 11 % 19 % 4];
        let ill = ["flu", "copd", "gout"][n * 7 % 11 % 3];
        format!(
            "{},{family},{first},{},{},{ill}\n",
            10_000 + n * 7919 % 89_989,
            20 + n % 40,
            ["m", "f"][n % 2]
        )
    };
    let stage = stage("");
    let header = "patient_id,last_name,first_name,age,sex,diagnosis\n";
    stage.write("visits.csv", (header.to_owned() + &(0..600).map(row).collect::<String>()).as_bytes());
    assert_eq!(stage.run(&["init", "visits.csv", "-o", "visits.toml", "--force"]).code, 0);
    let ran = stage.run(&["anonymize", "visits.toml", "-o", "out.csv"]);
    assert_eq!((ran.code, stage.read("out.csv").contains("Walker")), (0, false), "{}", ran.err);
}
