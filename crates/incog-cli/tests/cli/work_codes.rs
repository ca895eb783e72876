//! Codes of occupations and industries, from a proposal to the checks of a release.

use crate::nights::tool;
use crate::stage::Stage;
use std::collections::BTreeSet;

const OCCUPATIONS: [&str; 12] =
    ["2211", "2212", "2221", "2341", "2342", "5321", "5322", "5329", "9112", "9111", "0110", "7231"];

/// Two columns that say by name and values what they are, and two of which only one does.
fn stage() -> Stage {
    let stage = Stage::new();
    fn row(n: usize) -> String {
        let industry = ["86.21", "86.10", "87.30", "85.20", "84.22", "45.20"][n / 12 % 6];
        let jobs = ["1", "2", "3"][n / 7 % 3];
        format!("{},{industry},{jobs},{}\n", OCCUPATIONS[n % 12], ["flu", "gout", "cold"][n / 5 % 3])
    }
    let rows: String = (0..240).map(row).collect();
    stage.write("people.csv", format!("isco08,nace_rev2,job_group,illness\n{rows}").as_bytes());
    stage
}

/// The keys of a column.
fn section<'j>(job: &'j str, column: &str) -> &'j str {
    let (_, behind) = job.split_once(&format!("[columns.\"{column}\"]")).unwrap();
    behind.split("[columns").next().unwrap()
}

fn cells(release: &str, place: usize) -> BTreeSet<&str> {
    release.lines().skip(1).filter_map(|line| line.split(',').nth(place)).collect()
}

#[test]
fn codes_of_work_are_proposed_by_name_and_values() {
    let stage = stage();
    let ran = stage.run(&["init", "people.csv", "-o", "new.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let job = stage.read("new.toml");
    assert!(section(&job, "isco08").contains("{ codes = \"isco-08\" }"), "{job}");
    assert!(section(&job, "nace_rev2").contains("{ codes = \"nace-2\" }"), "{job}");
    assert!(!section(&job, "job_group").contains("codes"), "{job}");
}

#[test]
fn a_release_with_codes_of_work_is_checked_by_both_verifiers() {
    let stage = stage();
    let job = "input = \"people.csv\"\noutput = \"o.csv\"\n\
               columns.isco08 = { role = \"quasi-identifier\", hierarchy = { codes = \"isco-08\" }, min_level = 2 }\n\
               columns.nace_rev2 = { role = \"quasi-identifier\", hierarchy = { codes = \"nace-2\" }, min_level = 3 }\n\
               columns.job_group = { role = \"identifier\" }\ncolumns.illness = { role = \"sensitive\" }\n\
               privacy.k-anonymity = 3\nrecoding.kind = \"global\"\n";
    stage.write("job.toml", job.as_bytes());
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let release = stage.read("o.csv");
    let known: BTreeSet<&str> = ["22-", "23-", "53-", "91-", "01-", "72-"].into();
    assert!(cells(&release, 0).is_subset(&known) && cells(&release, 0).len() > 1, "{release}");
    assert_eq!(cells(&release, 1), ["G 45-47", "O 84-84", "P 85-85", "Q 86-88"].into());
    let ran = stage.run(&["verify", "o.csv.report.json", "--job", "job.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
    for (column, system) in [("isco08", "isco-08"), ("nace_rev2", "nace-2")] {
        let how = format!("{{ codes = \"{system}\" }}");
        let file = format!("{column}.csv");
        let ran = stage.run(&["hierarchy", "build", "people.csv", column, "--how", &how, "-o", &file]);
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
    assert!(stage.read("isco08.csv").contains("0110;011-;01-;0 Armed forces occupations;*"));
    let checked = std::process::Command::new("python3")
        .current_dir(stage.path(""))
        .arg(tool("check_release.py"))
        .args(["people.csv", "o.csv", "o.csv.report.json", "--job", "job.toml"])
        .args(["--hierarchy", "isco08=isco08.csv", "--hierarchy", "nace_rev2=nace_rev2.csv"])
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&checked.stdout);
    assert!(checked.status.success() && !told.contains("refuted "), "{told}");
}

/// As with the other systems, and the value is not shown.
#[test]
fn what_is_no_code_is_refused() {
    let stage = stage();
    let people = stage.read("people.csv").replacen("2211", "2711", 1).replacen("86.21", "V6.21", 1);
    stage.write("people.csv", people.as_bytes());
    for (column, system) in [("isco08", "isco-08"), ("nace_rev2", "nace-2")] {
        let how = format!("{{ codes = \"{system}\" }}");
        let ran = stage.run(&["hierarchy", "build", "people.csv", column, "--how", &how, "-o", "h.csv"]);
        assert!(ran.code == 1 && ran.err.contains(&format!("is not a code of {system}")), "{}", ran.err);
        assert!(!ran.err.contains("2711") && !ran.err.contains("V6.21"), "{}", ran.err);
    }
}
