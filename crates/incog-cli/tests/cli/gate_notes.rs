//! What the gate says of a release that it lets pass.

use crate::stage::Stage;
use crate::stays::published;
use std::fmt::Write;

/// A table with the job that releases it, at k 5, of people whose cells follow from their numbers.
fn stage(columns: &str, row: fn(u64) -> String, rows: u64, terms: &str) -> Stage {
    let stage = Stage::new();
    let mut table = format!("{columns}\n");
    for number in 0..rows {
        writeln!(table, "{}", row(number)).unwrap();
    }
    stage.write("stays.csv", table.as_bytes());
    let job = format!(
        "input = \"stays.csv\"\noutput = \"out.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\n\
         hierarchy = {{ intervals = [10, 20, 40] }}\n{terms}"
    );
    stage.write("stays.toml", job.as_bytes());
    stage
}

/// One of `many` for each person, as if it were drawn.
fn drawn(person: u64, of: u64, many: u64) -> u64 {
    (person * 8 + of + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29).wrapping_mul(0xBF58_476D) % many
}

/// Five visits of each of 200 people, whom no column names.
#[test]
fn people_with_several_records_and_no_name_are_told() {
    fn row(visit: u64) -> String {
        let person = visit / 5;
        format!("{},town {},{}", 20 + drawn(person, 0, 60), drawn(person, 1, 50), drawn(visit, 2, 4))
    }
    let job = "[columns.town]\nrole = \"quasi-identifier\"\n[columns.ward]\nrole = \"sensitive\"\n\
               [suppression]\nlimit = 0.5\n[privacy]\nk-anonymity = 5\n";
    let note = "some people seem to have several records";
    let (_, said) = published(&stage("age,town,ward", row, 1_000, job));
    assert!(said.contains("1000 of 1000 records agree with another one") && said.contains(note), "{said}");
    let decided = job.replace("[privacy]\n", "[privacy]\nunit = \"record\"\n");
    let (_, said) = published(&stage("age,town,ward", row, 1_000, &decided));
    assert!(!said.contains(note), "{said}");
}

/// Two diagnoses of each person, of one list.
#[test]
fn sensitive_values_in_several_columns_are_told() {
    fn row(person: u64) -> String {
        format!(
            "{},illness {},illness {}",
            20 + drawn(person, 0, 60),
            drawn(person, 1, 15),
            drawn(person, 2, 15)
        )
    }
    let job = "[columns.main_illness]\nrole = \"sensitive\"\n[columns.side_illness]\nrole = \"sensitive\"\n\
               [privacy]\nk-anonymity = 5\n\
               l-diversity = [{ l = 2, column = \"main_illness\" }, { l = 2, column = \"side_illness\" }]\n";
    let (_, said) = published(&stage("age,main_illness,side_illness", row, 3_000, job));
    assert!(
        said.contains("\"main_illness\", \"side_illness\": the same values stand in these columns"),
        "{said}"
    );
}
