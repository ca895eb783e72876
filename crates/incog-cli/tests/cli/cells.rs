//! What a single cell says of somebody is not published, whatever stands in the others, and one
//! value in two spellings is no diversity.

use crate::stage::{Ran, Stage};

const ROWS: usize = 200;

/// A table with a column of these values, which the job gives a role or none.
fn stage(column: &str, role: &str, value: impl Fn(usize) -> String) -> Stage {
    let stage = Stage::new();
    let row = |row: usize| {
        let value = value(row).replace('"', "\"\"");
        format!("{},{},\"{value}\"\n", 20 + row % 10, ["flu", "cold", "gout"][row % 3])
    };
    let rows: String = (0..ROWS).map(row).collect();
    stage.write("in.csv", format!("age,diag,{column}\n{rows}").as_bytes());
    let role =
        if role.is_empty() { String::new() } else { format!("[columns.{column}]\nrole = \"{role}\"\n") };
    let job = format!(
        "input = \"in.csv\"\noutput = \"out.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\nhierarchy = {{ intervals = [5, 10] }}\n\
         [columns.diag]\nrole = \"sensitive\"\n{role}[privacy]\nk-anonymity = 3\n"
    );
    stage.write("job.toml", job.as_bytes());
    stage
}

fn anonymized(column: &str, role: &str, value: impl Fn(usize) -> String) -> (Stage, Ran) {
    let stage = stage(column, role, value);
    let ran = stage.run(&["anonymize", "job.toml", "--force"]);
    (stage, ran)
}

#[track_caller]
fn refused(role: &str, cell: &str, others: &str, part: &str) {
    let value = |row: usize| if row == 7 { cell.to_owned() } else { others.to_owned() };
    let (stage, ran) = anonymized("q7", role, value);
    assert_eq!(ran.code, 4, "{cell}: {}", ran.err);
    assert!(ran.err.contains(part) && ran.err.contains("in 1 of 200 rows"), "{cell}: {}", ran.err);
    assert!(!ran.err.contains(cell) && !stage.path("out.csv").exists(), "{}", ran.err);
}

#[test]
fn one_cell_with_a_name_or_a_number_is_enough() {
    let (number, name) = ("a telephone number", "the name of a person");
    for (cell, part) in [
        ("call his wife Anna Schmidt at +49 30 123456", number),
        ("+49 30 1234567", number),
        ("030/1234567", number),
        ("(212) 555-0199", number),
        ("0049 30 1234567", number),
        ("\u{660}\u{663}\u{660}/\u{661}\u{662}\u{663}\u{664}\u{665}\u{666}\u{667}", number),
        ("wife Anna Schmidt", name),
        ("Anna Schmidt", name),
        ("John Smith came", name),
        ("Иван Петров", name),
        ("محمد إبراهيم", name),
        ("Nguyễn Thị Hoa", name),
        ("Γιώργος Παπαδόπουλος", name),
        ("佐藤太郎", name),
        ("김민수", name),
    ] {
        for role in ["sensitive", "insensitive"] {
            refused(role, cell, "ok", part);
        }
    }
    refused("", "his wife Anna Schmidt", "none", name);
    refused("sensitive", "to be reached at anna (at) example dot org", "ok", "an e-mail address");
}

/// Where nothing is generalized a quasi-identifier is published as it is.
#[test]
fn a_quasi_identifier_prints_its_cells_too() {
    let value = |row: usize| {
        if row.is_multiple_of(2) { "call Anna Schmidt at +49 30 123456" } else { "ok" }.to_owned()
    };
    let (_, ran) = anonymized("note7", "quasi-identifier", value);
    assert_eq!(ran.code, 4, "{}", ran.err);
    assert!(
        ran.err.contains("a telephone number in 100 of 200 rows") && ran.err.contains("min_level = 1"),
        "{}",
        ran.err
    );
    let stage = stage("note7", "quasi-identifier", value);
    let coarser =
        stage.read("job.toml").replace("[privacy]", "hierarchy = { flat = true }\nmin_level = 1\n[privacy]");
    stage.write("job.toml", coarser.as_bytes());
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
}

/// What is replaced by the names of detectors is told no more.
#[test]
fn redacted_cells_are_published() {
    let value =
        |row: usize| if row < 5 { "call his wife Anna Schmidt at +49 30 123456" } else { "ok" }.to_owned();
    let stage = stage("q7", "insensitive", value);
    let redacted = stage.read("job.toml").replace(
        "[privacy]",
        "publish = { redact = [\"telephone number\", \"name of a person\"] }\n[privacy]",
    );
    stage.write("job.toml", redacted.as_bytes());
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let release = stage.read("out.csv");
    assert!(release.contains("[telephone number]") && !release.contains("Anna") && !release.contains("+49"));
}

#[test]
fn ordinary_texts_are_no_names() {
    let columns: [(&str, &[&str]); 7] = [
        (
            "drug",
            &[
                "aspirin 100 mg",
                "metformin",
                "St. John's wort",
                "Dr. Scholl's",
                "0071-0155-23",
                "insulin lispro",
            ],
        ),
        ("town", &["San Antonio", "Santa Rosa", "Vera Cruz", "Port Elizabeth", "Fort Wayne", "Saint Louis"]),
        (
            "work",
            &["machine operator", "Self employed", "Art director", "nurse", "Tech-support", "Sales manager"],
        ),
        (
            "street",
            &[
                "Thomas-Mann-Straße",
                "rue Jean Martin",
                "Anna Schmidt Platz",
                "Elm Street",
                "Ludwig Lane",
                "Main St",
            ],
        ),
        (
            "finding",
            &[
                "Morbus Crohn",
                "Parkinson",
                "Charcot-Marie-Tooth",
                "Charles Bonnet syndrome",
                "Bell palsy",
                "E11.9",
            ],
        ),
        (
            "visited",
            &[
                "2024-03-01",
                "01.02.-05.02.2024",
                "1.234.567,89",
                "192.168.100.200",
                "2345-7",
                "4006381333931",
            ],
        ),
        ("sickness", &["高血压", "白血病", "糖尿病", "전립선염", "сахарный диабет", "ارتفاع ضغط الدم"]),
    ];
    for (column, values) in columns {
        let (_, ran) = anonymized(column, "insensitive", |row| values[row % values.len()].to_owned());
        let is_named = ran.err.contains("a telephone number") || ran.err.contains("the name of a person");
        assert!(!is_named, "{column}: {}", ran.err);
    }
}

#[test]
fn repeated_codes_are_whose_where_the_name_says_so() {
    for column in [
        "USUBJID",
        "SUBJID",
        "MRN",
        "PATNO",
        "PID",
        "key",
        "case",
        "case_no",
        "Fallnummer",
        "Aktenzeichen",
        "dossier",
        "NHS_number",
    ] {
        let (_, ran) = anonymized(column, "insensitive", |row| format!("X{:05}", row / 2));
        assert!(
            ran.code == 4 && ran.err.contains(&format!("\"{column}: identifying\"")),
            "{column}: {}",
            ran.err
        );
    }
    let (_, ran) = anonymized("case", "insensitive", |row| ["case", "control"][row * 7 % 11 % 2].to_owned());
    assert_eq!(ran.code, 0, "{}", ran.err);
}

/// A class with one illness in two spellings has one illness.
#[test]
fn one_value_in_two_spellings_does_not_meet_l() {
    let diverse = |one: &str, other: &str| {
        let stage = Stage::new();
        let rows: String =
            (0..60).map(|row| format!("{},\"{}\"\n", 20 + row % 10, [one, other][row % 2])).collect();
        stage.write("in.csv", format!("age,diag\n{rows}").as_bytes());
        let job = "input = \"in.csv\"\noutput = \"out.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\nhierarchy = { intervals = [5, 10] }\n\
                   [columns.diag]\nrole = \"sensitive\"\n[privacy]\nk-anonymity = 3\nl-diversity = 2\n";
        stage.write("job.toml", job.as_bytes());
        stage.run(&["anonymize", "job.toml"])
    };
    for (one, other, difference) in [
        ("I50.1", "I501", "points, blanks and marks in a code"),
        ("hay_fever", "hay fever", "hyphens and underscores"),
        ("hay fever", "Hay-Fever", "capital letters"),
        ("1.5", "1,5", "decimal and thousands"),
        ("1,5", "1.50", "how a number is written"),
        ("unknown", "N/A", "missing value"),
        (".", "-", "missing value"),
        ("", "unknown", "missing value"),
        ("?", "NULL", "missing value"),
        ("keine Angabe", "inconnu", "missing value"),
        ("none", "unknown", "missing value"),
        ("None", "", "missing value"),
        ("-9", "-99", "a number that stands for a missing value"),
        ("999", "unknown", "a number that stands for a missing value"),
        ("Mueller", "Müller", "two letters instead of one"),
    ] {
        let ran = diverse(one, other);
        assert_eq!(ran.code, 4, "{one:?} {other:?}: {}", ran.err);
        assert!(
            ran.err.contains("\"diag: variants\"") && ran.err.contains(difference),
            "{one:?} {other:?}: {}",
            ran.err
        );
    }
    for (one, other) in
        [("hiv+", "hiv-"), ("C1.1", "C11"), ("keine", "unknown"), ("1.5", "15"), ("01-02-2024", "2024-02-01")]
    {
        let ran = diverse(one, other);
        assert!(!ran.err.contains("variants"), "{one:?} {other:?}: {}", ran.err);
    }
}

/// A number that may be one of the column's own is told by `audit` and stops nothing.
#[test]
fn codes_for_missing_among_numbers_are_a_warning() {
    let stage = Stage::new();
    let score = |row: usize| ["-9", "", "3", "4", "5", "6"][row % 6];
    let rows: String = (0..60).map(|row| format!("{},{}\n", 20 + row % 10, score(row))).collect();
    stage.write("in.csv", format!("age,score\n{rows}").as_bytes());
    let job = "input = \"in.csv\"\noutput = \"out.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\nhierarchy = { intervals = [5, 10] }\n\
               [columns.score]\nrole = \"sensitive\"\n[privacy]\nk-anonymity = 3\n";
    stage.write("job.toml", job.as_bytes());
    let ran = stage.run(&["audit", "in.csv", "-q", "age", "-s", "score"]);
    assert!(ran.out.contains("2 of its values may stand for a missing one"), "{}{}", ran.out, ran.err);
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert!(!ran.err.contains("variants"), "{}", ran.err);
}
