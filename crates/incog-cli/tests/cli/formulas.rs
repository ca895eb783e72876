//! Cells that a spreadsheet would execute.

use crate::stage::{JOB, Stage};

/// The table of people with formulas for wards, and one in the name of their column.
fn stage(release: &str) -> Stage {
    let stage = Stage::new();
    let people = stage.read("people.csv").replace(",ward0", ",=cmd|' /C calc'!A0").replace(",ward1", ",'=1");
    stage.write(
        "people.csv",
        people.replace(",ward2", ",-5").replace("disease,ward", "disease,@ward").as_bytes(),
    );
    stage.write("job.toml", format!("{JOB}{release}").as_bytes());
    stage
}

#[test]
fn they_are_found() {
    let stage = stage("");
    let ran = stage.run(&["audit", "people.csv", "job.toml"]);
    // The ages count the rows.
    assert_eq!(ran.code, 4, "{}", ran.err);
    assert!(ran.out.contains("8 rows begin like a formula") && !ran.out.contains("cmd"), "{}", ran.out);
}

#[test]
fn they_are_written_as_they_are_unless_the_job_escapes_them() {
    let plain = stage("");
    let ran = plain.run(&["anonymize", "job.toml"]);
    assert!(
        ran.code == 0 && ran.err.contains("begin like a formula") && !ran.err.contains("cmd"),
        "{}",
        ran.err
    );
    assert!(plain.read("out.csv").contains(",=cmd|"));
    assert_eq!(plain.run(&["verify", "--verbose", "out.csv.report.json"]).code, 0);
    let escaped = stage("[release]\nescape_formulas = true\n");
    let ran = escaped.run(&["anonymize", "job.toml"]);
    assert!(ran.code == 0 && !ran.err.contains("formula"), "{}", ran.err);
    let release = escaped.read("out.csv");
    assert!(release.starts_with("age,zip,disease,'@ward\n"), "{release}");
    assert!(release.contains(",'=cmd|") && release.contains(",''=1") && release.contains(",-5"), "{release}");
    assert!(!release.contains(",=") && !release.contains(",@"), "{release}");
    let ran = escaped.run(&["verify", "--verbose", "out.csv.report.json"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(escaped.read("out.csv.report.json").contains("\"escape_formulas\": true"));
    // A release that does not do what its report says.
    escaped.write("out.csv", release.replacen(",'=cmd|", ",=cmd|", 1).as_bytes());
    let ran = escaped.run(&["verify", "--verbose", "out.csv.report.json"]);
    assert!(ran.code == 1 && ran.out.contains("a formula that is not escaped"), "{}{}", ran.out, ran.err);
    assert!(!format!("{}{}", ran.out, ran.err).contains("cmd"));
}

#[test]
fn a_typed_release_is_as_it_was() {
    let stage = stage("[release]\nescape_formulas = true\n");
    stage.write("job.toml", stage.read("job.toml").replace("out.csv", "out.parquet").as_bytes());
    assert_eq!(stage.run(&["anonymize", "job.toml"]).code, 0);
    let read = incog_io::read_table(stage.path("out.parquet"), &incog_io::ReadOptions::default()).unwrap();
    let wards = read.table.column("@ward").unwrap();
    assert!(wards.dictionary.iter().any(|ward| ward == "=cmd|' /C calc'!A0"));
    assert_eq!(stage.run(&["verify", "--verbose", "out.parquet.report.json"]).code, 0);
}

/// Labels reach cells that the input has not.
#[test]
fn labels_of_a_hierarchy_file_are_found() {
    let stage = Stage::new();
    let people = stage.read("people.csv");
    let zips: std::collections::BTreeSet<&str> =
        people.lines().skip(1).map(|line| line.split(',').nth(2).unwrap()).collect();
    let lines = zips.iter().map(|zip| format!("{zip};@{};*\n", &zip[..3]));
    stage.write("zip.csv", lines.collect::<String>().as_bytes());
    let groups: std::collections::BTreeSet<&str> = zips.iter().map(|zip| &zip[..3]).collect();
    let with_file = JOB.replace("[columns.disease]", "hierarchy = \"zip.csv\"\n[columns.disease]");
    stage.write("job.toml", with_file.as_bytes());
    let ran = stage.run(&["anonymize", "job.toml"]);
    let told = format!("({} among the labels of its hierarchy)", groups.len());
    assert!(ran.code == 0 && ran.err.contains(&told), "{}", ran.err);
    // A hierarchy of a sensitive column is not published.
    let of_disease = JOB.replace("\"sensitive\"", "\"sensitive\"\nhierarchy = \"disease.csv\"");
    let diseases: std::collections::BTreeSet<&str> =
        people.lines().skip(1).map(|line| line.split(',').nth(3).unwrap()).collect();
    let lines = diseases.iter().map(|disease| format!("{disease};@any;*\n"));
    stage.write("disease.csv", lines.collect::<String>().as_bytes());
    stage.write("job.toml", of_disease.as_bytes());
    let ran = stage.run(&["anonymize", "job.toml", "--force"]);
    assert!(ran.code == 0 && !ran.err.contains("formula"), "{}", ran.err);
}
