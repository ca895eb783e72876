use crate::stage::Stage;
use std::path::Path;

/// 24 records as in a table of the UCI repository: no header, one blank between fields, quotes
/// around a value with one.
fn people_with_blanks() -> String {
    let row = |n: usize| {
        let zip = if n < 12 { "11323" } else { "20450" };
        let disease = ["flu", "\"common cold\"", "asthma", "gout"][n % 4];
        format!("person{n} {} {zip} {disease}\n", 20 + n)
    };
    (0..24).map(row).collect()
}

fn job(csv: &str, output: &str) -> String {
    format!(
        "input = \"people.data\"\noutput = {output:?}\ncsv = {{ {csv} }}\n\
         [columns.column_1]\nrole = \"identifier\"\n\
         [columns.column_2]\nrole = \"quasi-identifier\"\nhierarchy = {{ intervals = [6, 12, 24], origin = 20 }}\n\
         [columns.column_3]\nrole = \"quasi-identifier\"\n\
         [columns.column_4]\nrole = \"sensitive\"\n\
         [privacy]\nk-anonymity = 5\n"
    )
}

#[test]
fn a_table_with_blanks_between_its_fields_is_released_and_verified() {
    let stage = Stage::new();
    stage.write("people.data", people_with_blanks().as_bytes());
    let ran = stage.run(&["init", "people.data", "--no-header", "-o", "new.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let proposed = stage.read("new.toml");
    assert_eq!(proposed.matches("[columns.").count(), 4, "{proposed}");
    for (name, csv, output) in [
        ("said", "header = false, delimiter = \" \"", "said.data"),
        ("detected", "header = false", "detected.data"),
        ("commas", "header = false", "commas.csv"),
    ] {
        let file = format!("{name}.toml");
        stage.write(&file, job(csv, output).as_bytes());
        let ran = stage.run(&["anonymize", &file]);
        assert_eq!(ran.code, 0, "{name}: {}", ran.err);
        let ran = stage.run(&["verify", "--verbose", &format!("{output}.report.json")]);
        assert_eq!(ran.code, 0, "{name}: {}{}", ran.out, ran.err);
    }
    let release = stage.read("said.data");
    assert!(release.starts_with("column_2 column_3 column_4\n20-25 11323 "), "{release}");
    assert!(release.contains(" 11323 \"common cold\"\n"), "{release}");
    assert_eq!(release, stage.read("detected.data"));
    assert!(stage.read("commas.csv").contains(",11323,common cold\n"), "a comma belongs to .csv");
}

/// Statlog's German credit data, 1,000 records of 21 fields.
#[test]
fn german_credit_has_its_columns() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/german_credit/german.data");
    let Ok(table) = std::fs::read(&path) else {
        eprintln!("skipped: {} is not there", path.display());
        return;
    };
    let stage = Stage::new();
    stage.write("german.data", &table);
    let ran = stage.run(&["init", "german.data", "--no-header", "-o", "j.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(stage.read("j.toml").matches("[columns.").count(), 21);
}

/// A .tsv is written with tabs, whatever stood between the fields of a .tsv that was read.
#[test]
fn a_tsv_with_commas_is_released() {
    let stage = Stage::new();
    stage.write("people.tsv", crate::stage::people().as_bytes());
    let job = crate::stage::JOB.replace("people.csv", "people.tsv").replace("out.csv", "out.tsv");
    stage.write("tsv.toml", job.as_bytes());
    let ran = stage.run(&["anonymize", "tsv.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(stage.read("out.tsv").starts_with("age\tzip\tdisease\tward\n"));
    let ran = stage.run(&["verify", "--verbose", "out.tsv.report.json"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
}

#[test]
fn a_flag_about_columns_is_not_ignored_beside_a_job_file() {
    let stage = Stage::new();
    for flag in ["--person", "--provider", "-q"] {
        let ran = stage.run(&["anonymize", "job.toml", flag, "name"]);
        assert_eq!(
            (ran.code, ran.err.contains("a job file already has columns")),
            (2, true),
            "{flag}: {}",
            ran.err
        );
    }
}
