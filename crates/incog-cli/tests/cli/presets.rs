//! Presets: tables with known answers, and where each choice comes from.

use crate::stage::{Ran, Stage};
use std::collections::BTreeSet;

fn cells(release: &str, column: &str) -> BTreeSet<String> {
    let mut lines = release.lines();
    let place = lines.next().unwrap().split(',').position(|name| name == column).unwrap();
    lines.map(|line| line.split(',').nth(place).unwrap().to_owned()).collect()
}

fn proposed(stage: &Stage, table: &str, preset: &str) -> (Ran, String) {
    let ran = stage.run(&["init", table, "--preset", preset, "-o", "new.toml", "--force"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let job = stage.read("new.toml");
    (ran, job)
}

fn role<'j>(job: &'j str, column: &str) -> &'j str {
    let (_, part) = job.split_once(&format!("[columns.\"{column}\"]\nrole = \"")).unwrap();
    part.split('"').next().unwrap()
}

/// Six records at each age from 85 to 95, of four ZIP codes and two years.
fn old_people() -> String {
    fn row(n: usize) -> String {
        let (age, rest) = (85 + n % 11, n / 11);
        let zip = ["03601", "05901", "02139", "94105"][rest % 4];
        let admitted = format!("{}-{:02}-{:02}", 2021 + rest / 4 % 2, 1 + n % 12, 1 + n % 28);
        format!("{age},{zip},{admitted},{}\n", ["flu", "gout", "cold"][rest / 8 % 3])
    }
    "age,zip,admission_date,diagnosis\n".to_owned() + &(0..11 * 4 * 2 * 6).map(row).collect::<String>()
}

fn set(values: &[&str]) -> BTreeSet<String> {
    values.iter().map(|value| (*value).to_owned()).collect()
}

/// 45 CFR 164.514(b)(2)(i): (B) three digits of a ZIP code, 000 for small ones; (C) years, and ages
/// over 89 as one category.
#[test]
fn safe_harbor_publishes_years_three_digits_and_no_age_over_89() {
    let stage = Stage::new();
    stage.write("old.csv", old_people().as_bytes());
    let (_, job) = proposed(&stage, "old.csv", "hipaa-safe-harbor");
    let ran = stage.run(&["anonymize", "new.toml", "-o", "out.csv"]);
    assert_eq!(ran.code, 0, "{}\n{job}", ran.err);
    let release = stage.read("out.csv");
    assert_eq!(cells(&release, "age"), set(&["85", "86", "87", "88", "89", "90+"]), "90 and 91 are 90+");
    assert_eq!(
        cells(&release, "zip"),
        set(&["000", "021", "941"]),
        "036 and 059 have 20,000 people or fewer"
    );
    assert_eq!(cells(&release, "admission_date"), set(&["2021", "2022"]));
    let ran = stage.run(&["verify", "out.csv.report.json"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
}

/// The cell of a row.
type CellOf = fn(usize) -> String;

/// One column of each of the eighteen kinds, (A) to (R), and what of it may be published.
const EIGHTEEN: [(&str, CellOf); 22] = [
    ("patient_name", |n| format!("Anna Schmidt{n}")),
    ("street_address", |n| format!("{n} Main Street")),
    ("city", |n| ["Boston", "Salem"][n % 2].to_owned()),
    ("county", |n| ["Suffolk", "Essex"][n % 2].to_owned()),
    ("birth_date", |n| format!("{}-{:02}-{:02}", 1930 + n % 70, 1 + n % 12, 1 + n % 28)),
    ("month", |n| (1 + n * 7 % 12).to_string()),
    ("phone", |n| format!("617-555-{n:04}")),
    ("fax", |n| format!("617-556-{n:04}")),
    ("email", |n| format!("anna{n}@example.org")),
    ("ssn", |n| format!("{:03}-{:02}-{:04}", 100 + n % 500, 10 + n % 80, 1000 + n)),
    ("medical_record_number", |n| format!("MRN{:06}", 7 * n)),
    ("health_plan_number", |n| format!("HP{:07}", 11 * n)),
    ("account_number", |n| format!("AC{:08}", 13 * n)),
    ("license_number", |n| format!("L{:07}", 17 * n)),
    ("license_plate", |n| format!("ABC {n:04}")),
    ("device_serial", |n| format!("SN-{:06}", 19 * n)),
    ("url", |n| format!("https://example.org/p/{n}")),
    ("ip_address", |n| format!("10.1.{}.{}", n / 250, n % 250)),
    ("fingerprint", |n| {
        format!("{:032x}", (n as u128 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835))
    }),
    ("photo", |n| format!("face{n}.jpg")),
    ("uuid", |n| format!("00000000-0000-4000-8000-{:012}", 29 * n)),
    ("latitude", |n| format!("42.{:04}", 31 * n % 9999)),
];

#[test]
fn safe_harbor_leaves_out_all_eighteen_kinds() {
    let stage = Stage::new();
    let header: Vec<&str> = EIGHTEEN.iter().map(|(name, _)| *name).chain(["state", "diagnosis"]).collect();
    fn row(n: usize) -> String {
        let kinds: Vec<String> = EIGHTEEN.iter().map(|(_, value)| value(n)).collect();
        format!("{},{},{}\n", kinds.join(","), ["MA", "NH"][n / 3 % 2], ["flu", "gout", "cold"][n / 5 % 3])
    }
    let table = header.join(",") + "\n" + &(0..400).map(row).collect::<String>();
    stage.write("eighteen.csv", table.as_bytes());
    let (_, job) = proposed(&stage, "eighteen.csv", "hipaa-safe-harbor");
    for (column, _) in EIGHTEEN {
        // A date of birth is published as an age.
        let allowed = if column == "birth_date" { ["quasi-identifier"; 2] } else { ["identifier", "person"] };
        let role = role(&job, column);
        assert!(allowed.contains(&role), "{column} is {role}");
    }
    let ran = stage.run(&["anonymize", "new.toml", "-o", "out.csv"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(stage.read("out.csv").lines().next(), Some("birth_date,state,diagnosis"));
}

/// A date of birth alone becomes the age on the date of the file.
#[test]
fn safe_harbor_publishes_ages_for_dates_of_birth() {
    let stage = Stage::new();
    fn row(n: usize) -> String {
        format!("{}-01-15,{}\n", [1920, 1921, 1980, 1990][n % 4], ["flu", "gout"][n / 4 % 2])
    }
    let table = "birth_date,illness\n".to_owned() + &(0..160).map(row).collect::<String>();
    stage.write("born.csv", table.as_bytes());
    let (_, job) = proposed(&stage, "born.csv", "hipaa-safe-harbor");
    assert!(
        job.contains("\npublish = { age_on = \"") && job.contains("\n# hipaa-safe-harbor: (C): ages"),
        "{job}"
    );
    let (before, after) = job.split_once("age_on = \"").unwrap();
    stage.write("new.toml", format!("{before}age_on = \"2024-12-31{}", &after[10..]).as_bytes());
    let ran = stage.run(&["anonymize", "new.toml", "-o", "out.csv"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(cells(&stage.read("out.csv"), "birth_date"), set(&["34", "44", "90+"]));
    let ran = stage.run(&["verify", "out.csv.report.json"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
}

/// ZIP codes of other countries have no rule of three digits.
#[test]
fn safe_harbor_leaves_out_other_postal_codes() {
    let stage = Stage::new();
    fn row(n: usize) -> String {
        format!("{},{}\n", ["SW1A 1AA", "M1 1AE", "B33 8TH"][n % 3], ["flu", "gout"][n / 3 % 2])
    }
    stage.write(
        "uk.csv",
        ("postcode,illness\n".to_owned() + &(0..120).map(row).collect::<String>()).as_bytes(),
    );
    let (_, job) = proposed(&stage, "uk.csv", "hipaa-safe-harbor");
    assert_eq!(role(&job, "postcode"), "identifier", "{job}");
}

#[test]
fn each_choice_says_from_which_preset_it_came_and_none_is_a_legal_claim() {
    let stage = Stage::new();
    stage.write("old.csv", old_people().as_bytes());
    for (preset, k, rule) in [
        ("hipaa-safe-harbor", 5, "\n# hipaa-safe-harbor: (C): ages over 89 become 90+\n"),
        ("gdpr-research", 5, "\n# gdpr-research: linkability"),
        (
            "open-data",
            11,
            "\nt-closeness = { t = 0.2, distance = \"euclidean\" }   # close to the whole table; open-data: ",
        ),
        ("internal-analytics", 3, "\n# no l-diversity; internal-analytics: "),
    ] {
        let (_, job) = proposed(&stage, "old.csv", preset);
        assert!(job.contains(&format!("\nk-anonymity = {k} ")) && job.contains(rule), "{job}");
        assert!(
            job.contains(&format!("\n# Preset {preset}: ")) && job.contains("\n# No legal claim. "),
            "{job}"
        );
        let listed = stage.run(&["list", "presets"]).out;
        assert!(
            listed.contains(&format!("{preset}\n")) && listed.contains("but: No legal claim. "),
            "{listed}"
        );
        let ran = stage.run(&["anonymize", "new.toml", "-o", "out.csv", "--force", "--replace-better"]);
        assert!([0, 4].contains(&ran.code), "{}", ran.err);
    }
    let ran = stage.run(&["init", "old.csv", "--preset", "hippa"]);
    assert!(ran.code == 2 && ran.err.contains("hipaa-safe-harbor"), "{}", ran.err);
}

/// In one command, and refused where a job already says everything.
#[test]
fn a_preset_is_for_tables() {
    let stage = Stage::new();
    stage.write("old.csv", old_people().as_bytes());
    let ran = stage.run(&["anonymize", "old.csv", "-o", "out.csv", "--preset", "open-data", "-k", "6"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let job = stage.read("out.job.toml");
    assert!(job.contains("k-anonymity = 6                    # at least 6 look alike; as asked"), "{job}");
    for wrong in [
        &["anonymize", "new.toml", "--preset", "open-data"][..],
        &["anonymize", "old.csv", "-q", "age", "-k", "5", "-o", "x.csv", "--preset", "open-data"],
    ] {
        let ran = stage.run(wrong);
        assert!(ran.code == 2 && ran.err.contains("--preset is for a table"), "{}", ran.err);
    }
}
